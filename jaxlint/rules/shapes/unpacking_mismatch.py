"""`a, b, c = jax.random.split(key)`: an array that is unpacked into more or fewer names than it has rows.

## Why
Python asks an array for its rows, and wants as many as there are names. How many there are the shape says, under trace
as well; a scalar has none.

## Bad
    key, a, b = jax.random.split(key)

## Good
    key, a, b = jax.random.split(key, 3)

## Fix
None: how many rows there should be, or how many names, only you know. `first, *rest = x` takes any number.

## At run time
`ValueError: not enough values to unpack (expected 3, got 2)`, or `TypeError: iteration over a 0-d array`.
https://docs.jax.dev/en/latest/_autosummary/jax.random.split.html
"""

from __future__ import annotations

from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import WrongUnpacking


def check(event: WrongUnpacking) -> Hazard:
    if event.count is None:
        return Hazard("a scalar is unpacked here, which has no rows")
    rows = "1 row" if event.count == 1 else f"{event.count} rows"
    return Hazard(f"an array of {rows} is unpacked into {event.wanted} names")


RULE = Rule(
    code="JAX115",
    severity="error",
    events=("unpacking-mismatch",),
    runtime="ValueError, TypeError",
    check=check,
)
