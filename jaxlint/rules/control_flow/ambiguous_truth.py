"""Truth value of an array with more than one element

## Why
`if`, `while`, `assert`, `and`, `or` and `not` need one bool. An array with several elements has no
single truth value, so JAX and NumPy raise, with or without `jit`. Only arrays of known shape are
reported.

## Bad
    import jax.numpy as jnp

    losses = jnp.array([0.5, 0.25])
    if losses < 1.0:
        print("converged")

## Good
    import jax.numpy as jnp

    losses = jnp.array([0.5, 0.25])
    if (losses < 1.0).all():
        print("converged")  # prints converged

## Ways out
- reduce with `.all()` or `.any()`: the whole array decides
- use `jnp.where`, `&`, `|` or `~`: each element decides for itself

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When the array has one element, which jaxlint cannot see.

## JAX's error
`ValueError`: "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()".
https://docs.jax.dev/en/latest/control-flow.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.values import AmbiguousTruth


def check(event: AmbiguousTruth) -> Hazard:
    return Hazard(f"{quoted(event, event.node)} has {event.count} elements, so its truth value is ambiguous")


RULE = Rule(
    code="JAX310",
    severity="error",
    events=("ambiguous-truth",),
    runtime="ValueError",
    check=check,
    unfixed="either `.all()` or `.any()` may be meant",
)
