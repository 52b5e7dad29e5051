"""Bitwise operator on floats

## Why
`&`, `|`, `^`, `<<`, `>>` and `~` work on the bits of integers and on booleans, in JAX as in NumPy.
A float operand usually lacks a comparison or parentheses: `&` binds more tightly than `>`, so `x >
0 & y > 0` computes `0 & y` first.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def inside(x, y):
        return x > 0 & y > 0


    inside(jnp.ones(3), jnp.ones(3))

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def inside(x, y):
        return (x > 0) & (y > 0)


    inside(jnp.ones(3), jnp.ones(3))

## Ways out
- put parentheses around each comparison: `&` or `|` combines conditions
- use `jnp.where(mask, x, 0)`: a mask should select values
- convert with `.astype(bool)` or `.astype(int)`: the float holds truth values or whole numbers

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When callers that jaxlint cannot follow pass integers or booleans only.

## JAX's error
`TypeError`: "and does not accept dtype float32 at position 0".
https://docs.jax.dev/en/latest/_autosummary/jax.numpy.bitwise_and.html
"""

from __future__ import annotations

from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.values import BitwiseOnFloat


def check(event: BitwiseOnFloat) -> Hazard:
    return Hazard(f"`{event.operator}` does not accept dtype {event.dtype}: operands must be integer or boolean")


RULE = Rule(
    code="JAX805",
    severity="error",
    events=("bitwise-on-float",),
    runtime="TypeError",
    check=check,
    unfixed="only you know whether the floats are conditions, masks or bits",
)
