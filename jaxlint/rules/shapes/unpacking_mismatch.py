"""Array or shape unpacked into the wrong number of names

## Why
Python unpacks an array row by row, and needs exactly one name per row. The number of rows is part
of the shape, so this fails under a trace as well. A scalar has no rows. A shape has one size per axis.

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
- check the rank of the array where it is created: it has another number of axes than the code expects

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When the line is expected to raise, as in a test.

## JAX's error
`ValueError`: not enough values to unpack (expected 3, got 2); or `TypeError`: iteration over a 0-d
array. https://docs.jax.dev/en/latest/_autosummary/jax.random.split.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import WrongUnpacking


_WAYS = ("pass the number", "write one name", "write `first")


def check(event: WrongUnpacking) -> Hazard:
    if getattr(event.node, "attr", None) == "shape":
        axes = "1 axis" if event.count == 1 else f"{event.count} axes"
        return Hazard(f"{quoted(event, event.node)} has {axes}, which does not fit {event.wanted}", ways=("check",))
    if event.count is None:
        return Hazard("cannot unpack a scalar array", ways=_WAYS)
    rows = "1 row" if event.count == 1 else f"{event.count} rows"
    return Hazard(f"cannot unpack an array of {rows} into {event.wanted} names", ways=_WAYS)


RULE = Rule(
    code="JAX115",
    severity="error",
    events=("unpacking-mismatch",),
    runtime="ValueError, TypeError, IndexError",
    check=check,
    unfixed="only you know whether the names or the shape are wrong",
)
