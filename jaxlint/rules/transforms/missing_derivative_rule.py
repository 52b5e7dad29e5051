"""A `jax.custom_jvp` or `jax.custom_vjp` function that is called, and no rule defined for its derivative.

## Why
The decorator says that the derivative is given apart, with `f.defjvp` or `f.defvjp`. Without it JAX refuses every call
of the function, be it differentiated or not. `defvjp` takes both rules at once, the forward and the backward one.

## Bad
    @jax.custom_vjp
    def clip_gradient(x):
        return x

    jax.jit(clip_gradient)(1.0)

## Good
    @jax.custom_vjp
    def clip_gradient(x):
        return x

    clip_gradient.defvjp(lambda x: (x, None), lambda _, g: (jnp.clip(g, -1, 1),))

    jax.jit(clip_gradient)(1.0)

## Fix
None. A function whose derivative JAX is to find itself needs no decorator.

## At run time
`AttributeError: No VJP defined for custom_vjp function clip_gradient using defvjp.`
https://docs.jax.dev/en/latest/notebooks/Custom_derivative_rules_for_Python_code.html
"""

from __future__ import annotations

from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import MissingRule


def check(event: MissingRule) -> Hazard:
    return Hazard(event.says)


RULE = Rule(
    code="JAX620",
    severity="error",
    events=("missing-derivative-rule",),
    runtime="AttributeError, TypeError",
    check=check,
)
