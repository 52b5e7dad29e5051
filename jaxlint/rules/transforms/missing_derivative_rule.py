"""`custom_jvp` or `custom_vjp` function without its rule

## Why
`jax.custom_jvp` and `jax.custom_vjp` replace the derivative of a function by a rule that `defjvp`
or `defvjp` registers. Without the rule, JAX raises at every call of the function, with or without
a gradient. `defvjp` takes both the forward and the backward rule.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.custom_vjp
    def clip_gradient(x):
        return x


    jax.grad(lambda x: jnp.sum(9 * clip_gradient(x)))(jnp.ones(2))

## Good
    import jax
    import jax.numpy as jnp


    @jax.custom_vjp
    def clip_gradient(x):
        return x


    clip_gradient.defvjp(
        lambda x: (x, None),
        lambda residuals, g: (jnp.clip(g, -1, 1),),
    )
    print(jax.grad(lambda x: jnp.sum(9 * clip_gradient(x)))(jnp.ones(2)))  # prints [1. 1.]

## Ways out
- define the rule with `f.defvjp` or `f.defjvp`: the derivative differs from JAX's own
- remove the decorator: JAX can differentiate the function itself

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When the rule is defined in code that jaxlint cannot follow.

## JAX's error
`AttributeError`: "No VJP defined for custom_vjp function clip_gradient using defvjp".
https://docs.jax.dev/en/latest/notebooks/Custom_derivative_rules_for_Python_code.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import shortened
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import MissingRule


def check(event: MissingRule) -> Hazard:
    return Hazard(shortened(event.says))


RULE = Rule(
    code="JAX620",
    severity="error",
    events=("missing-derivative-rule",),
    runtime="AttributeError, TypeError",
    check=check,
    unfixed="only you know the derivative",
)
