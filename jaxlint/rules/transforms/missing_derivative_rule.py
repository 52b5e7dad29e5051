"""Missing derivative: `custom_jvp` without its rule, callback under `jax.grad`

## Why
`jax.custom_jvp` and `jax.custom_vjp` replace the derivative of a function by a rule that `defjvp`
or `defvjp` registers. Without the rule, JAX raises at every call of the function, with or without
a gradient. `defvjp` takes both the forward and the backward rule, and defines no forward mode.
`jax.pure_callback` and `io_callback` have no derivative either, even if their result is unused.

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
- wrap the callback in a `jax.custom_jvp` function: its derivative is known
- apply `jax.lax.stop_gradient` to its arguments: the derivative is zero, or the callback only records
- use `jax.custom_jvp` instead of `custom_vjp`: forward mode, as in `jax.jvp`, is needed

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When the rule is defined in code that jaxlint cannot follow.

## JAX's error
`AttributeError`: "No VJP defined for custom_vjp function clip_gradient using defvjp". `ValueError`: "Pure callbacks
do not support JVP". `TypeError`: "can't apply forward-mode autodiff (jvp) to a custom_vjp function".
https://docs.jax.dev/en/latest/notebooks/Custom_derivative_rules_for_Python_code.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import shortened
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.gradients import MissingRule


def check(event: MissingRule) -> Hazard:
    if "callback" in event.says:
        return Hazard(shortened(event.says), ways=("wrap", "apply"))
    if event.says.startswith("forward-mode"):
        return Hazard(shortened(event.says), ways=("use `jax.custom_jvp",))
    return Hazard(shortened(event.says), ways=("define", "remove"))


RULE = Rule(
    code="JAX620",
    severity="error",
    events=("missing-derivative-rule",),
    runtime="AttributeError, ValueError, TypeError",
    check=check,
    unfixed="only you know the derivative",
)
