"""A Python loop of some hundred iterations or more in traced code.

## Why
Python runs the loop while JAX traces, so that each iteration becomes operations of its own: the program is as long as
the loop, and compiling it takes seconds or minutes. `lax.fori_loop`, `lax.scan` and `jax.vmap` trace the body once.

Reported where the number of iterations is known, and JAX computes in the body. Advice, and off by default.

## Bad
    @jax.jit
    def simulate(x):
        for _ in range(1000):
            x = x + 0.01 * jnp.sin(x)
        return x

## Good
    @jax.jit
    def simulate(x):
        return lax.fori_loop(0, 1000, lambda _, x: x + 0.01 * jnp.sin(x), x)

## Fix
Unsafe: `lax.fori_loop`, as for a loop of traced length; gradients flow back through it, as its length is static.

## At run time
`jax_log_compiles` shows how long it takes. https://docs.jax.dev/en/latest/_autosummary/jax.lax.fori_loop.html
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.loops.loops import mended_loop
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.event import UNROLLED, RowsIterated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import Slow

_MANY = 256


def check(event: Slow | RowsIterated) -> Hazard | None:
    if isinstance(event, RowsIterated):
        if event.count is None or event.count <= _MANY:
            return None
        return Hazard(
            f"Python unrolls the loop over the {event.count} rows of {quoted(event, event.node)} while tracing"
        )
    if event.how != UNROLLED or not isinstance(event.node, ast.For):
        return None
    over = event.node.iter
    return Hazard(f"Python unrolls the loop over {quoted(event, over)} while tracing: {event.times} iterations", over)


def fix(event: Slow | RowsIterated, site: Site) -> Rewrite | None:
    return mended_loop(site, event.node) if isinstance(event.node, ast.For) else None


RULE = Rule(
    code="JAX905",
    severity="info",
    events=("slow", "rows-iterated"),
    runtime="jax_log_compiles",
    check=check,
    fix=fix,
)
