"""What is made whole by one call, and never changes: another one is made of it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar, dataclass_transform

    Kind = TypeVar("Kind", bound="Record")
else:

    def dataclass_transform(**_options: bool) -> Callable[[type], type]:
        """For type checkers: the annotations of a class are what it is made of, and stay as they are."""
        return lambda cls: cls


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Record:
    """A field that is not given has the value that its class has for it."""

    def __init__(self, **fields: object) -> None:
        self.__dict__.update(fields)

    def __init_subclass__(cls, kw_only: bool = True) -> None:
        """``kw_only`` False: type checkers know the fields of this class by their places, too."""

    def but(self: Kind, **changes: Any) -> Kind:  # noqa: ANN401
        """The same but for these."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__, **changes)
        return made
