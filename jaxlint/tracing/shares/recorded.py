"""What expressions were seen to hold, over all contexts."""

from __future__ import annotations

from jaxlint.tracing.values.joining import join

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.values.value import Value


class Recorded:
    """What a traced run knows counts for more than an eager one on unknown arguments."""

    __slots__ = ("_eager", "_known", "_parts")

    def __init__(self) -> None:
        self._known: dict[_ast.AST, Value] = {}
        self._eager: set[_ast.AST] = set()
        self._parts: list[Recorded] = []  # of other shares, which are looked into when somebody asks

    def note(self, node: _ast.AST, value: Value, eager: bool) -> None:
        before = self._known.get(node)
        if eager and before is not None and node not in self._eager:
            return
        if eager:
            self._eager.add(node)
        elif node in self._eager:
            self._eager.discard(node)
            before = None
        self._known[node] = value if before is None else join(before, value)

    def add(self, other: Recorded) -> None:
        if other._known:
            self._parts.append(other)

    def get(self, node: _ast.AST) -> Value | None:
        """None where nobody came by."""
        if self._parts:
            together = Recorded()
            for one in (self, *self._parts):
                if node in one._known:
                    together.note(node, one._known[node], node in one._eager)
            return together._known.get(node)
        return self._known.get(node)
