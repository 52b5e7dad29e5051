"""Integers that exceed int32 and wrap around

## Why
Without x64, JAX computes whole numbers in 32 bits. What exceeds 2,147,483,647 wraps around without
an error: powers become 0, factorials and sums become negative. NumPy computes them in 64 bits. Only
numbers that are certain are reported: constants, elements of `arange`, loop counters.

## Bad
    import jax.numpy as jnp

    scale = 256 ** jnp.arange(1, 5)
    print(scale)  # prints [     256    65536 16777216        0]

## Good
    import jax.numpy as jnp

    scale = 256.0 ** jnp.arange(1, 5)
    print(scale)  # prints [2.5600000e+02 6.5536000e+04 1.6777216e+07 4.2949673e+09]

## Ways out
- compute with floats, as in `2.0 ** n`: the magnitude matters, and not the last digits
- compute with NumPy, and convert the result: the numbers are constants
- set `jax_enable_x64`: the exact integers are needed on the device

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When wrapping around is wanted, as in a hash.

## How to confirm
Compare the result with that of NumPy for the same numbers.
https://docs.jax.dev/en/latest/default_dtypes.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.shapes import IntegerOverflow


def check(event: IntegerOverflow) -> Hazard:
    number = f"{event.largest:,}" if event.largest < 10**15 else f"{event.largest:.1e}"
    return Hazard(f"{quoted(event, event.node)} reaches {number}, which int32 cannot hold: it wraps around")


RULE = Rule(
    code="JAX806",
    severity="warning",
    events=("integer-overflow",),
    runtime="none: integers wrap around",
    check=check,
    unfixed="only you know whether floats are precise enough",
)
