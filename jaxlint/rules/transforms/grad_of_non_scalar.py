"""`jax.grad` of a function that gives an array, a tuple, a dict or None, and no scalar.

## Why
A gradient has the structure of the argument because there is one number to differentiate. An array with axes has a
derivative for each of its elements: reduce it (`.sum()`, `.mean()`), map over the rows (`jax.vmap(jax.grad(f))`), or
ask for the Jacobian (`jax.jacrev`, `jax.jacfwd`). An axis of size 1 is an axis, too. What is to come out beside the
number, a new state or metrics, is the second of a pair, with `has_aux=True`, which asks for one. A function that gives
None has probably lost its `return`.

## Bad
    jax.grad(lambda w: (w @ x - y) ** 2)(w)

    def loss(w):
        logits = x @ w
        return jnp.mean((logits - y) ** 2), logits

    jax.value_and_grad(loss)(w)

## Good
    jax.grad(lambda w: jnp.mean((w @ x - y) ** 2))(w)
    jax.value_and_grad(loss, has_aux=True)(w)

## Fix
None.

## At run time
`TypeError: Gradient only defined for scalar-output functions`, `expected function with aux output to return a
two-element tuple`. https://docs.jax.dev/en/latest/_autosummary/jax.grad.html
"""

from __future__ import annotations

from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import NoScalar


def check(event: NoScalar) -> Hazard:
    return Hazard(event.says)


RULE = Rule(
    code="JAX615",
    severity="error",
    events=("no-scalar",),
    runtime="TypeError",
    check=check,
)
