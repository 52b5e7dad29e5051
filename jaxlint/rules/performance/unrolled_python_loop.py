"""Long Python loop in traced code

## Why
Python runs the loop at trace time, so each iteration adds its own operations: the program is as
long as the loop, and compiling it takes seconds or minutes. `lax.fori_loop`, `lax.scan` and
`jax.vmap` trace the body once. Reported if the number of iterations is static and at least a few
hundred, and the body computes with JAX.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def simulate(x):
        for _ in range(300):
            x = x + 0.01 * jnp.sin(x)
        return x


    simulate(jnp.ones(3))

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def simulate(x):
        def body(_, x):
            return x + 0.01 * jnp.sin(x)

        return jax.lax.fori_loop(0, 300, body, x)


    simulate(jnp.ones(3))

## Ways out
- use `lax.fori_loop`: each iteration needs the one before, and only the last value is used
- use `lax.scan`: the loop iterates over rows, or collects a value in each iteration
- use `jax.vmap`: the iterations are independent

## Fix safety
Unsafe: `lax.fori_loop`, or another JAX loop, with the same body. Gradients still work, as the number of iterations is
static. No fix if the body has side effects or its values do not fit into a carry.

## How to silence
When the body is cheap to compile, or unrolling makes the program faster.

## How to confirm
`jax.config.update("jax_log_compiles", True)` logs how long tracing and compiling take.
https://docs.jax.dev/en/latest/_autosummary/jax.lax.fori_loop.html
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.control_flow.loops import mended_loop
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.events.effects import UNROLLED
from jaxlint.tracing.events.values import RowsIterated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.effects import Slow

_MANY = 256


def check(event: Slow | RowsIterated) -> Hazard | None:
    if isinstance(event, RowsIterated):
        if event.count is None or event.count <= _MANY:
            return None
        rows = quoted(event, event.node)
        return Hazard(f"the loop over the rows of {rows} is unrolled into {event.count} copies of its body")
    if event.how != UNROLLED or not isinstance(event.node, ast.For):
        return None
    over = event.node.iter
    return Hazard(f"the loop over {quoted(event, over)} is unrolled into {event.times} copies of its body", over)


def fix(event: Slow | RowsIterated, site: Site) -> Rewrite | None:
    return mended_loop(site, event.node) if isinstance(event.node, ast.For) else None


RULE = Rule(
    code="JAX905", severity="info", events=("slow", "rows-iterated"), runtime="jax_log_compiles", check=check, fix=fix
)
