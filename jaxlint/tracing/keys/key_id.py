"""What tells one PRNG key from others."""

from __future__ import annotations

from jaxlint.tracing.values.heap import Heap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.event import Place


class KeyId:
    """A key that was made once; ``place``: by which call, where that is known.  Rows of it are tuples."""

    __slots__ = ("born", "place")

    def __init__(self, place: Place | None = None) -> None:
        self.born = Heap.tick()
        self.place = place
