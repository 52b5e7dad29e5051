"""Objects that are made of their fields: what the annotations of a class name, in their order.

The standard library's dataclasses do the same, and importing them takes longer than a start of jaxlint may.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar, TypeVar, dataclass_transform

    Kind = TypeVar("Kind", bound="_Fields")
else:

    def dataclass_transform(**_options: bool) -> Callable[[type], type]:
        """For type checkers alone."""
        return lambda cls: cls


class _Fields:
    """A field that is not given has the value that its class has for it."""

    _names: ClassVar[tuple[str, ...]] = ()

    def __init__(self, *given: object, **named: object) -> None:
        self.__dict__.update(zip(self._names, given, strict=False))
        self.__dict__.update(named)

    def __init_subclass__(cls, **_options: object) -> None:
        cls._names = (*cls._names, *cls.__annotations__)

    def but(self: Kind, **changes: Any) -> Kind:  # noqa: ANN401
        """The same but for these."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__, **changes)
        return made


@dataclass_transform()
class Record(_Fields):
    """Its fields may be set again."""


@dataclass_transform(frozen_default=True)
class Frozen(_Fields):
    """It never changes: another one is made of it."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} never changes: {name}")
