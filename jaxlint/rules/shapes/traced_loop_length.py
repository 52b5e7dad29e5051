"""`lax.scan` over a traced length

## Why
`lax.scan` stacks one output per iteration, so its length is part of a shape and must be static.
This holds for `length=n` and for `jnp.arange(n)`, also if nothing is stacked.

## Bad
    import jax
    from jax import lax


    @jax.jit
    def decay(x, n):
        return lax.scan(lambda c, _: (0.5 * c, None), x, length=n)[0]


    decay(8.0, 3)

## Good
    import jax
    from jax import lax


    @jax.jit
    def decay(x, n):
        return lax.fori_loop(0, n, lambda i, c: 0.5 * c, x)


    print(decay(8.0, 3))  # prints 1.0

## Ways out
- use `lax.fori_loop`: you use only the final carry, and need no reverse-mode gradient
- use a bounded `lax.scan` with `lax.cond`: you need gradients, and know a maximum length
- make the length static with `static_argnames`: it has few values, or you need the stacked outputs

## Fix safety
Unsafe: `lax.fori_loop` has no reverse-mode gradient, and a static length means one compilation per
value. Under `jax.grad` the fix is a bounded `lax.scan` if a bound is visible. A suggestion if you
have to fill in the bound.

## How to silence
When a caller that jaxlint cannot see passes the length as a Python integer, or makes it static.

## JAX's error
`ConcretizationTypeError`: Abstract tracer value encountered where concrete value is expected.
https://docs.jax.dev/en/latest/_autosummary/jax.lax.fori_loop.html
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.loops.loop_scans import mended_scan
from jaxlint.codemods.recipes.static.static_names import made_static_parameter
from jaxlint.diagnostic import SUGGESTION
from jaxlint.rules.passed import may_be_static
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.values import LoopLength


def check(event: LoopLength) -> Hazard:
    ways = ("use", "make") if may_be_static(event, event.argument) else ("use",)
    return Hazard(f"`length` of `lax.scan` must be static, but {quoted(event, event.argument)} is traced", ways=ways)


def fix(event: LoopLength, site: Site) -> Rewrite | None:
    if not isinstance(event.call, ast.Call) or not isinstance(event.argument, ast.expr):
        return None
    mended = mended_scan(site, event.call, event.argument)
    if mended is None or mended.applicability == SUGGESTION:
        return made_static_parameter(site, event.argument) or mended
    return mended


RULE = Rule(
    code="JAX108", severity="error", events=("loop-length",), runtime="ConcretizationTypeError", check=check, fix=fix
)
