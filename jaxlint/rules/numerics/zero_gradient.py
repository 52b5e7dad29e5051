"""Gradient of an integer, or one that is zero everywhere

## Why
`round`, `floor`, `sign`, `argmax`, comparisons and casts to integers are flat. If the result
depends on its input only through one of them, the gradient is zero everywhere and an optimizer does
not move. Integers have no derivative: `jax.grad` raises for integer inputs and outputs.
`stop_gradient`, straight-through estimators and custom derivative rules are not reported.

## Bad
    import jax
    import jax.numpy as jnp


    def quantized_loss(x):
        return jnp.round(x) ** 2


    print(jax.grad(quantized_loss)(2.8))  # prints 0.0

## Good
    import jax
    import jax.numpy as jnp


    def quantized_loss(x):
        rounded = x + jax.lax.stop_gradient(jnp.round(x) - x)
        return rounded**2


    print(jax.grad(quantized_loss)(2.8))  # prints 6.0

## Ways out
- use a smooth function, such as `jax.nn.sigmoid`: the value is a loss, or part of one
- use `lax.stop_gradient` for a straight-through estimator: the forward value must stay rounded
- pass a float, or another `argnums`: the argument is an integer

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When a gradient of zero is what you want.

## How to confirm
Print the gradient: it is 0 for every input. For integers, JAX raises `TypeError`: "grad requires real- or
complex-valued inputs", "grad requires real-valued outputs". https://docs.jax.dev/en/latest/_autosummary/jax.grad.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import quoted, shortened
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.events.gradients import ZeroGradient

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.gradients import GradientRefused


def check(event: GradientRefused | ZeroGradient) -> Hazard:
    if isinstance(event, ZeroGradient):
        return Hazard(
            f"`{event.callee}` returns zero everywhere: the output depends on the input only through "
            f"{quoted(event, event.node)}, whose derivative is zero",
            severity="warning",
            ways=("use a smooth", "use `lax.stop_gradient`"),
        )
    return Hazard(shortened(event.says), ways=("pass a float",) if "input" in event.says else ("use a smooth",))


RULE = Rule(
    code="JAX804",
    severity="error",
    events=("gradient-refused", "zero-gradient"),
    runtime="TypeError",
    check=check,
    unfixed="only you know which differentiable function should replace it",
)
