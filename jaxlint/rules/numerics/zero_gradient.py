"""`jax.grad(lambda x: jnp.sum(x > 0))`: what is differentiated has no derivative, or one that is zero everywhere.

## Why
`round`, `floor`, `sign`, `argmax`, comparisons and casts to integers are flat: their derivative is zero wherever they
have one. Where all ways from the differentiated arguments to the result go through one of them, the gradient is zero,
and an optimizer stands still without a word. Integers have no derivative at all: `jax.grad` refuses them, as arguments
(a Python `2` is one) and as results.

What is meant is not reported: `stop_gradient`, straight-through estimators (`x + stop_gradient(jnp.round(x) - x)`),
functions with rules of their own, gradients that a test asks for. Nor is what is staged on the way: the warning needs
a gradient outside of jit, and code that is followed from the argument to the result.

## Bad
    jax.grad(lambda x: x ** 2)(3)
    jax.grad(lambda x: jnp.round(x) ** 2)(3.0)
    jax.grad(lambda logits: jnp.mean(jnp.argmax(logits, -1) == labels))(logits)

## Good
    jax.grad(lambda x: x ** 2)(3.0)
    jax.grad(lambda x: (x + jax.lax.stop_gradient(jnp.round(x) - x)) ** 2)(3.0)
    jax.grad(lambda logits: optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean())(logits)

## Fix
None.

## At run time
Integers: `TypeError: grad requires real- or complex-valued inputs`, `grad requires real-valued outputs`: an error. Else
nothing is raised, and the gradient is zero: a warning.
https://docs.jax.dev/en/latest/_autosummary/jax.grad.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.event import ZeroGradient

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import GradientRefused


def check(event: GradientRefused | ZeroGradient) -> Hazard:
    if isinstance(event, ZeroGradient):
        return Hazard(
            f"the gradient is zero everywhere: {quoted(event, event.node)} is flat, and no other way leads to what "
            f"`{event.callee}` differentiates",
            severity="warning",
        )
    return Hazard(event.says)


RULE = Rule(
    code="JAX804",
    severity="error",
    events=("gradient-refused", "zero-gradient"),
    runtime="TypeError",
    check=check,
)
