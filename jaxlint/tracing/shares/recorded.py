"""What expressions were seen to hold, over all contexts."""

from __future__ import annotations

from jaxlint.tracing.values.context import EAGER
from jaxlint.tracing.values.joining import join_all

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

    __slots__ = ("_known", "_parts", "_places", "_seen")

    def __init__(self, seen: Seen) -> None:
        self._seen = seen
        self._places: dict[_ast.AST, list[int]] | None = None  # in it, by expression; None: nobody has asked
        self._parts: list[Recorded] = []
        self._known: dict[_ast.AST, Value | None] = {}

    def add(self, other: Recorded) -> None:
        self._parts.append(other)

    def get(self, node: _ast.AST) -> Value | None:
        """None where nobody came by."""
        if node not in self._known:
            held: list[tuple[Value, str]] = [one for part in (self, *self._parts) for one in part._held(node)]
            traced = [value for value, context in held if context != EAGER]
            values = list(dict.fromkeys(traced or [value for value, _ in held]))
            self._known[node] = join_all(values) if values else None
        return self._known[node]

    def _held(self, node: _ast.AST) -> list[tuple[Value, str]]:
        seen = self._seen
        if self._places is None:
            self._places = {}
            for place in range(0, len(seen), 3):
                self._places.setdefault(seen[place], []).append(place)  # type: ignore[arg-type]
        return [(seen[place + 1], seen[place + 2]) for place in self._places.get(node, ())]  # type: ignore[misc]
