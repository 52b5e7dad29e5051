"""Array, shape or results unpacked into the wrong number of names

## Why
Python unpacks an array row by row, and needs exactly one name per row. The number of rows is part
of the shape, so this fails under a trace as well. A scalar has no rows. A shape has one size per axis.
`jax.value_and_grad` returns a pair, whatever the function returns, and so do `lax.scan` and others.

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
- write one name per result: with `has_aux=True`, the value is a pair of its own
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

import _ast

from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.values.value import UNKNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.shapes import WrongUnpacking


_WAYS = ("pass the number", "write one name per row", "write `first")


def check(event: WrongUnpacking) -> Hazard:
    if getattr(event.node, "attr", None) == "shape":
        axes = "1 axis" if event.count == 1 else f"{event.count} axes"
        return Hazard(f"{quoted(event, event.node)} has {axes}, which does not fit {event.wanted}", ways=("check",))
    if event.count is None:
        return Hazard("cannot unpack a scalar array", ways=_WAYS)
    if isinstance(event.node, _ast.Call) and event.value is UNKNOWN:
        values = "1 value" if event.count == 1 else f"{event.count} values"
        message = f"{quoted(event, event.node)} returns {values}, which does not fit {event.wanted}"
        return Hazard(message, ways=("write one name per result",))
    rows = "1 row" if event.count == 1 else f"{event.count} rows"
    return Hazard(f"cannot unpack an array of {rows} into {event.wanted}", ways=_WAYS)


RULE = Rule(
    code="JAX115",
    severity="error",
    events=("unpacking-mismatch",),
    runtime="ValueError, TypeError, IndexError",
    check=check,
    unfixed="only you know whether the names or the shape are wrong",
)
