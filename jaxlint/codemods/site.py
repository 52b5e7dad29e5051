"""What a fix may ask about the place that it mends."""

from __future__ import annotations

from jaxlint.tracing.value import UNKNOWN, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable

    from jaxlint.syntax.module import Module


class Site:
    """The function around an event: its text, its values, the names it may use."""

    def __init__(self, module: Module, function: _ast.AST | None, value_of: Callable[[_ast.AST], Value | None]) -> None:
        self.module = module
        self.function = function
        self._value_of = value_of
        self.imports: list[tuple[str, str | None]] = []

    def text(self, node: _ast.AST) -> str:
        """The source of a node as the user wrote it."""
        return self.module.source.segment(node)

    def value(self, node: _ast.AST) -> Value:
        """What the tracer knows of an expression, over all contexts it was met in."""
        return self._value_of(node) or UNKNOWN

    def name_of(self, dotted: str) -> str:
        """How this module spells ``jax.numpy``, ``jax.lax``, ``math`` ...; asks for the import where it can't yet."""
        spelled, needed = self.module.spelling(dotted)
        if needed is not None and needed not in self.imports:
            self.imports.append(needed)
        return spelled
