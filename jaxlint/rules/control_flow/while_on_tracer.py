"""`while` on a traced value.

## Why
Python decides about each iteration while tracing, before there is a number to decide by.

## Bad
    @jax.jit
    def halve(x):
        while x > 1:
            x = x / 2
        return x

## Good
    @jax.jit
    def halve(x):
        return lax.while_loop(lambda x: x > 1, lambda x: x / 2, x)

## Fix
Unsafe: `lax.while_loop`, also where `break`, `continue` or `return` end iterations early: flags tell of them, and what
stands behind keeps the names as they were. It carries the names that the body binds and a later iteration or the code
after it reads. Of `while p and q`, a `p` that Python knows and no iteration changes becomes an `if` around it. It has
forward-mode gradients only: where the tracer meets `jax.grad` or another reverse mode, the fix is a `lax.scan` with
`lax.cond` over the iterations that a test such as `turn < 100` allows, or without one a suggestion. Where the test was
static until JAX computed with it, Python computes it instead.

## At run time
`TracerBoolConversionError`. https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerBoolConversionError
"""

from __future__ import annotations

from jaxlint.codemods.recipes.loops.loops import mended_loop
from jaxlint.codemods.recipes.static.static_arithmetic import known_again
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import TruthTest


def check(event: TruthTest) -> Hazard | None:
    if event.construct != "while":
        return None
    return Hazard(f"`while` needs a concrete bool in every iteration, but {quoted(event, event.node)} is traced")


def fix(event: TruthTest, site: Site) -> Rewrite | None:
    return known_again(site, event) or mended_loop(site, event.owner)


RULE = Rule(
    code="JAX302",
    severity="error",
    events=("truth-test",),
    runtime="TracerBoolConversionError",
    check=check,
    fix=fix,
)
