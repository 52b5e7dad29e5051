"""`x & (x > 0)`: a bitwise operator is given floats, which JAX takes as little as NumPy does.

## Why
`&`, `|`, `^`, `<<`, `>>` and `~` work on the bits of whole numbers, and on bools. Where one of the operands is a float,
it was mostly meant to be compared first: `&` binds closer than `>`, so that `x > 0 & y > 0` asks for `0 & y`.

## Bad
    @jax.jit
    def inside(x, y):
        return x > 0 & y > 0

    inside(jnp.ones(3), jnp.ones(3))

## Good
    @jax.jit
    def inside(x, y):
        return (x > 0) & (y > 0)

    inside(jnp.ones(3), jnp.ones(3))

## Fix
None: parentheses, a comparison, or `.astype(bool)`; `jnp.where(mask, x, 0)` in place of `mask & x`.

## At run time
`TypeError: and does not accept dtype float32 at position 0`.
https://docs.jax.dev/en/latest/_autosummary/jax.numpy.bitwise_and.html
"""

from __future__ import annotations

from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import BitwiseOnFloat


def check(event: BitwiseOnFloat) -> Hazard:
    return Hazard(f"`{event.operator}` takes whole numbers and bools, and no {event.dtype}")


RULE = Rule(
    code="JAX805",
    severity="error",
    events=("bitwise-on-float",),
    runtime="TypeError",
    check=check,
)
