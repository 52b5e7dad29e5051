"""One run from the top, and what has happened in all of them so far."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast


class Entry:
    """``number``: what one has left behind, another may never meet.

    ``active``: how many times a function is under way; ``bodies_begun``: what was traced, and JAX may know by now.
    """

    __slots__ = ("active", "bodies_begun", "number")

    def __init__(self, number: int = 0) -> None:
        self.number = number
        self.active: dict[_ast.AST, int] = {}
        self.bodies_begun: set[object] = set()


class Counts:
    """What has not grown meanwhile has not happened.

    ``bodies_traced``: calls that ran, or were remembered, under a trace; ``draws``: uses of keys, and ``keys``: made;
    ``placed``: how often it mattered in which trace a Variable was written, or inside which
    calls a layer is called; ``refusals``: caught by a try or a guard;
    ``reports``: how often there was something to report, or to refuse.
    """

    __slots__ = ("bodies_traced", "draws", "keys", "placed", "refusals", "reports")

    def __init__(self) -> None:
        self.bodies_traced = self.draws = self.keys = self.placed = self.refusals = self.reports = 0
