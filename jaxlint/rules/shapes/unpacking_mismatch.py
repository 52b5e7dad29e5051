"""Array unpacked into the wrong number of names

## Why
Python unpacks an array row by row, and needs exactly one name per row. The number of rows is part
of the shape, so this fails under a trace as well. A scalar has no rows.

## Bad
    import jax

    key = jax.random.key(0)
    key, weight_key, bias_key = jax.random.split(key)

## Good
    import jax

    key = jax.random.key(0)
    key, weight_key, bias_key = jax.random.split(key, 3)

## Ways out
- pass the number of keys to `jax.random.split`: it returns two keys unless you ask for more
- write one name per row: the shape is right and the names are not
- write `first, *rest = x`: the number of rows may change

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When the line is expected to raise, as in a test.

## JAX's error
`ValueError`: not enough values to unpack (expected 3, got 2); or `TypeError`: iteration over a 0-d
array. https://docs.jax.dev/en/latest/_autosummary/jax.random.split.html
"""

from __future__ import annotations

from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import WrongUnpacking


def check(event: WrongUnpacking) -> Hazard:
    if event.count is None:
        return Hazard("cannot unpack a scalar array")
    rows = "1 row" if event.count == 1 else f"{event.count} rows"
    return Hazard(f"cannot unpack an array of {rows} into {event.wanted} names")


RULE = Rule(
    code="JAX115",
    severity="error",
    events=("unpacking-mismatch",),
    runtime="ValueError, TypeError",
    check=check,
    unfixed="only you know whether the names or the shape are wrong",
)
