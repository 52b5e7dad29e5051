"""What tells one PRNG key from others."""

from __future__ import annotations

from jaxlint.tracing.values.heap import Heap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.event import Place


class KeyId:
    """Of a key that was made once; ``place``: by what, where that is told.  Rows of its splits are tuples around it."""

    __slots__ = ("born", "place")

    def __init__(self, place: Place | None = None) -> None:
        self.born = Heap.tick()
        self.place = place
