"""Data of earlier runs, which anybody may have written since: it is looked at before it is used."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_LARGEST = 2**63


class Maybe:
    """A shape, or null."""

    __slots__ = ("shape",)

    def __init__(self, shape: object) -> None:
        self.shape = shape


class Each:
    """An object that has the shape under every key."""

    __slots__ = ("shape",)

    def __init__(self, shape: object) -> None:
        self.shape = shape


def read_json(text: str | bytes, shape: object) -> Any:  # noqa: ANN401  of whatever shape is asked for
    """Raises ValueError for what is no JSON of that shape.

    A shape is a type, a ``[shape]`` of lists, a tuple of the shapes of a list's items, a dict of those of an object's,
    Each, or Maybe.
    """
    import json

    try:
        found = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None
    if not fits(found, shape):
        raise ValueError("of another shape")
    return found


def fits(value: object, shape: object) -> bool:
    """Are the shapes of these data as they should be?"""
    if isinstance(shape, Maybe):
        return value is None or fits(value, shape.shape)
    if isinstance(shape, Each):
        return isinstance(value, dict) and all(fits(one, shape.shape) for one in value.values())
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(one, shape[0]) for one in value)
    if isinstance(shape, tuple):
        return isinstance(value, list) and len(value) == len(shape) and all(map(fits, value, shape))
    if isinstance(shape, dict):
        return (
            isinstance(value, dict)
            and value.keys() == shape.keys()
            and all(fits(value[key], shape[key]) for key in shape)
        )
    return type(value) is shape and (type(value) is not int or abs(value) < _LARGEST)
