"""`lax.scan` over a traced length: `scan(f, c, jnp.arange(n))`, `length=n`.

## Why
A scan stacks an output for each step: its length is part of a shape, and must be known while tracing.

## Bad
    @jax.jit
    def walk(x, n):
        out, _ = lax.scan(lambda c, _: (c * 0.5, None), x, jnp.arange(n))
        return out

## Good
    @jax.jit
    def walk(x, n):
        return lax.fori_loop(0, n, lambda i, c: c * 0.5, x)

## Fix
`fori_loop` with the same body, where the stacked outputs are not used. Unsafe: a loop of unknown length has
forward-mode gradients only. Where the tracer meets reverse mode, a scan with `lax.cond` over a static bound in view.
Without a bound, and where the stacked outputs are read, the parameters that the length comes from are made static
where their function is jitted; else a suggestion: a scan over all iterations there can be.

## At run time
`ConcretizationTypeError`. https://docs.jax.dev/en/latest/_autosummary/jax.lax.fori_loop.html
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.loops.loop_scans import mended_scan
from jaxlint.codemods.recipes.static.static_names import made_static_parameter
from jaxlint.diagnostic import SUGGESTION
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import LoopLength


def check(event: LoopLength) -> Hazard:
    return Hazard(f"`length` of `lax.scan` must be static, but {quoted(event, event.argument)} is traced")


def fix(event: LoopLength, site: Site) -> Rewrite | None:
    if not isinstance(event.call, ast.Call) or not isinstance(event.argument, ast.expr):
        return None
    mended = mended_scan(site, event.call, event.argument)
    if mended is None or mended.applicability == SUGGESTION:
        return made_static_parameter(site, event.argument) or mended
    return mended


RULE = Rule(
    code="JAX108",
    severity="error",
    events=("loop-length",),
    runtime="ConcretizationTypeError",
    check=check,
    fix=fix,
)
