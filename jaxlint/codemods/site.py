"""What a fix may ask about the place that it mends."""

from __future__ import annotations

from jaxlint.codemods.scopes import Around, around
from jaxlint.tracing.values.value import UNKNOWN, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable
    from typing import Any

    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.project.project import Project
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.program import Program


class Peers:
    """All events that one rule calls bad, and that the user hasn't silenced; ``memo``: what a recipe made of them."""

    __slots__ = ("events", "memo")

    def __init__(self, events: list[Any]) -> None:
        self.events = events
        self.memo: Any = None


class Site:
    """The function around an event: its text, its values, the names it may use.

    ``refusal``: why there is no rewrite; ``facts``: what recipes found out of nodes, for all sites of one run.
    """

    def __init__(
        self,
        module: Module,
        function: _ast.AST | None,
        value_of: Callable[[_ast.AST], Value | None],
        program: Program | None = None,
        peers: Peers | None = None,
        facts: dict[tuple[Any, ...], Any] | None = None,
    ) -> None:
        self.module = module
        self.function = function
        self._value_of = value_of
        self._program = program
        self.peers = peers or Peers([])
        self.facts = {} if facts is None else facts
        self.imports: list[tuple[str, str | None]] = []
        self._around: Around | None = None
        self.refusal: str | None = None

    def refuse(self, reason: str) -> None:
        """Keep why a recipe has no rewrite, as its NoFix says; the first one to say so knows best."""
        self.refusal = self.refusal or reason or None

    @property
    def around(self) -> Around:
        """What the functions around the event bind."""
        if self._around is None:
            self._around = around(self.module, self.function)
        return self._around

    def at(self, module: Module, function: _ast.AST | None) -> Site:
        """Another place of the same program."""
        return Site(module, function, self._value_of, self._program, self.peers, self.facts)

    @property
    def project(self) -> Project:
        """All modules that are looked at together."""
        assert self._program is not None
        return self._program.project

    def is_traced(self, function: _ast.AST | None) -> bool:
        """True where JAX traces the def or lambda: what Python does in it happens once."""
        return self._program is not None and function in self._program.traced

    def text(self, node: _ast.AST) -> str:
        """The source of a node as the user wrote it."""
        return self.module.source.segment(node)

    def value(self, node: _ast.AST) -> Value:
        """What the tracer knows of an expression, over all contexts it was met in."""
        return self._value_of(node) or UNKNOWN

    def name_of(self, dotted: str) -> str:
        """How this module spells ``jax.numpy``, ``jax.lax``, ``math`` ...; asks for the import where it can't yet."""
        local = self.around.imported.get(dotted)
        if local is not None:
            return local
        spelled, needed = self.module.spelling(dotted, self.around.hidden)
        if needed is not None and needed not in self.imports:
            self.imports.append(needed)
        return spelled

    def imports_of(self, rewrite: Rewrite) -> list[tuple[str, str | None]]:
        """Of the imports asked for, those that the new source makes use of."""
        sources = [replace.source + "." for replace in rewrite.replacements]  # it may be the name alone
        return [wanted for wanted in self.imports if any(f"{wanted[1] or wanted[0]}." in source for source in sources)]
