"""What expressions were seen to hold, over all contexts."""

from __future__ import annotations

from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.joining import join_all
from jaxlint.tracing.values.stage import EAGER

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.values.value import Value

    # An expression, what it held, and the stage in which it was run; the next one; and so on: most are never asked
    # for, and a list of tuples would take three times as much memory.
    Seen = list[_ast.AST | Value | str]


class _Part:
    """What one share has seen; where each expression stands in it is worked out once, as shares outlive a run."""

    __slots__ = ("_places", "seen")

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self._places: dict[_ast.AST, list[int]] | None = None  # None: nobody has asked

    def places(self) -> dict[_ast.AST, list[int]]:
        if self._places is None:
            self._places = {}
            for place in range(0, len(self.seen), 3):
                self._places.setdefault(self.seen[place], []).append(place)  # type: ignore[arg-type]
        return self._places

    def held(self, node: _ast.AST) -> list[tuple[Value, bool]]:
        """Each value, and whether it was a traced run that knew it."""
        seen = self.seen
        return [(seen[place + 1], seen[place + 2] != EAGER) for place in self.places()[node]]  # type: ignore[misc]


def only_of(seen: Seen, nodes: set[_ast.AST]) -> Seen:
    """What these have held."""
    return [one for at in range(0, len(seen), 3) if seen[at] in nodes for one in seen[at : at + 3]]


class Recorded:
    """What one share has seen, and those that were added.

    What a traced run knows counts for more than an eager one on unknown arguments.
    """

    __slots__ = ("_known", "_learned", "_parts")

    def __init__(self, seen: Seen) -> None:
        self._parts = [_Part(seen)] if seen else []
        self._learned: dict[_ast.AST, _Part] = {}
        self._known: dict[_ast.AST, Value | None] = {}

    def add(self, other: Recorded) -> None:
        self._parts += other._parts

    def learn(self, function: _ast.AST, seen: Seen) -> None:
        """What was written into a function since it was run, and holds in it now."""
        before, alive = self._learned.get(function), {*walk(function)}
        if before is not None:
            self._parts.remove(before)
            seen = [*only_of(before.seen, alive), *seen]
        self._learned[function] = _Part(seen)
        self._parts.append(self._learned[function])
        self._known.clear()

    def get(self, node: _ast.AST) -> Value | None:
        """None where nobody came by."""
        if node not in self._known:
            held = [one for part in self._parts if node in part.places() for one in part.held(node)]
            traced = [value for value, is_traced in held if is_traced]
            values = list(dict.fromkeys(traced or [value for value, _ in held]))
            self._known[node] = join_all(values) if values else None
        return self._known[node]
