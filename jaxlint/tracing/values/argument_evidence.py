"""Whether an argument of a transform, which may be any pytree, is an array after all: what its uses show."""

from __future__ import annotations

from jaxlint.tracing.values.heap import Heap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.values.heap import Contents


class Evidence:
    """Shared by all that flows from one argument of unknown structure: is it an array after all?

    A jit argument may be any pytree; arithmetic on it anywhere in the body shows that it is an array.
    ``whole``: what this is a part of; the parts of an array are arrays.  ``may_be_key``: or a key of a dict.
    ``refers``: a reference to an array, or a tree of them, and no array itself.
    ``may_be_none``: nothing speaks against None, the pytree without leaves.
    """

    __slots__ = ("_indexed", "_shown", "may_be_key", "may_be_none", "refers", "whole")

    def __init__(
        self, whole: Evidence | None = None, may_be_key: bool = False, refers: bool = False, may_be_none: bool = True
    ) -> None:
        self.refers: bool = refers or (whole is not None and whole.refers)
        self._shown: bool | None = None
        self._indexed: bool | None = None  # by ``x[...]``, as references are?
        self.whole = whole
        self.may_be_key = may_be_key
        self.may_be_none = may_be_none

    @property
    def contents(self) -> Contents:
        return self._shown, self._indexed

    def put_back(self, contents: Contents) -> None:
        self._shown, self._indexed = contents

    @property
    def is_array(self) -> bool:
        if self._shown is None:
            return self._indexed is not None or (self.whole is not None and self.whole.is_array)
        return self._shown

    @property
    def is_immutable(self) -> bool:
        """An array itself: no reference, of which the items are arrays, too."""
        if self.refers:
            return False
        if self._shown is None:
            return self._indexed is False or (self.whole is not None and self.whole.is_immutable)
        return self._shown

    def apart(self, whole: Evidence | None) -> Evidence:
        """The same of another argument, of which nothing is shown yet."""
        return Evidence(whole, self.may_be_key, self.refers, self.may_be_none)

    def show_as(self, contents: Contents) -> None:
        """As much as was shown of another one."""
        shown, indexed = contents
        if shown or indexed is None:
            self.show()
        else:
            self.show_indexed(indexed)

    def is_key_of(self, whole: Evidence | None) -> bool:
        """``d[k]`` where k came out of d."""
        return self.may_be_key and whole is not None and self.whole is whole

    def show(self) -> None:
        if self._shown is None:
            Heap.changes(self)
            self._shown = True

    def show_indexed(self, whole: bool) -> None:
        """It was used as only an array, or a reference to one, can be; ``whole``: in the way of references."""
        if self._indexed is None or whole > self._indexed:
            Heap.changes(self)
            self._indexed = whole

    def refute(self) -> None:
        """For certain it is none, nor is the whole."""
        Heap.changes(self)
        self._shown = False
        if self.whole is not None:
            self.whole.refute()
