"""What expressions were seen to hold, over all contexts."""

from __future__ import annotations

from jaxlint.tracing.values.joining import join_all
from jaxlint.tracing.values.stage import EAGER

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.values.value import Value

    # An expression, what it held, and the context in which it was run; the next one; and so on: most are never asked
    # for, and a list of tuples would take three times as much memory.
    Seen = list[_ast.AST | Value | str]


class Recorded:
    """What one share has seen, and those that were added.

    What a traced run knows counts for more than an eager one on unknown arguments.
    """

    __slots__ = ("_held", "_known", "_parts")

    def __init__(self, seen: Seen) -> None:
        self._parts = [seen]
        self._held: dict[_ast.AST, list[tuple[Seen, int]]] = {}  # where it stands in them; empty: nobody has asked
        self._known: dict[_ast.AST, Value | None] = {}

    def add(self, other: Recorded) -> None:
        self._parts += other._parts

    def get(self, node: _ast.AST) -> Value | None:
        """None where nobody came by."""
        if not self._held:
            self._look_through()
        if node not in self._known:
            held = self._held.get(node, ())
            traced = [seen[place + 1] for seen, place in held if seen[place + 2] != EAGER]
            values: list[Value] = list(dict.fromkeys(traced or [seen[place + 1] for seen, place in held]))  # type: ignore[arg-type]
            self._known[node] = join_all(values) if values else None
        return self._known[node]

    def _look_through(self) -> None:
        for seen in self._parts:
            for place in range(0, len(seen), 3):
                self._held.setdefault(seen[place], []).append((seen, place))  # type: ignore[arg-type]
