"""Conditional expression on a traced value: `a if p else b`

## Why
Python evaluates only one of the two expressions, and must choose it while JAX traces the function.
At trace time the condition has no concrete value yet.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def huber(error):
        size = jnp.abs(error)
        return 0.5 * error**2 if size < 1.0 else size - 0.5


    print(huber(jnp.array(3.0)))

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def huber(error):
        size = jnp.abs(error)
        return jnp.where(size < 1.0, 0.5 * error**2, size - 0.5)


    print(huber(jnp.array(3.0)))  # prints 2.5

## Ways out
- use `jnp.where`: both values are cheap and safe to compute for every input
- use `lax.cond`: one value is expensive, or its gradient could be NaN
- make the condition static with `static_argnames`: it is a flag with few values

## Fix safety
Safe if the condition is a scalar, both values provably have the same structure, shapes and dtypes,
and computing them has no side effect; `jnp.where` also needs gradients that stay finite. Otherwise
unsafe, also if a parameter is made static because the result must be static, as in `jnp.zeros(n)`.
A suggestion if the function is differentiated and the gradient could become NaN.

## How to silence
When a caller that jaxlint cannot see passes a Python value.

## JAX's error
`TracerBoolConversionError`: Attempted boolean conversion of traced array. If it has several
elements, `ValueError`: The truth value of an array with more than one element is ambiguous.
https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerBoolConversionError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.control_flow.branches import ternary
from jaxlint.codemods.recipes.static.flags import static_flags
from jaxlint.codemods.recipes.static.static_arithmetic import known_again
from jaxlint.codemods.recipes.static.static_demand import static_instead
from jaxlint.rules.passed import may_be_static
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.values import TruthTest


def check(event: TruthTest) -> Hazard | None:
    if event.construct != "ternary":
        return None
    message = f"a conditional expression needs a concrete bool, but {quoted(event, event.node)} is traced"
    return Hazard(message, ways=("use", "make") if may_be_static(event, event.node) else ("use",))


def fix(event: TruthTest, site: Site) -> Rewrite | None:
    if not isinstance(event.owner, ast.IfExp):
        return None
    known = known_again(site, event) or static_instead(site, event.owner) or static_flags(site, event.owner.test)
    return known or ternary(site, event.owner)


RULE = Rule(
    code="JAX303", severity="error", events=("truth-test",), runtime="TracerBoolConversionError", check=check, fix=fix
)
