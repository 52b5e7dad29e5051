"""What a rule asks for: which nodes become which source.  Placing it in the file is the visitor's business."""

from __future__ import annotations

from jaxlint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Sequence

    from jaxlint.diagnostic import Level
    from jaxlint.syntax.module import Module


class Replace(Record):
    """New source for one expression or one run of sibling statements.

    For an expression, ``source`` is an expression; parentheses are added where precedence asks for them.
    Comments inside that the source lacks go above the line.
    For statements, ``source`` is one or more statements at indentation zero ("" deletes them);
    comments of the replaced statements are kept above the new ones.  A newline at its start asks for a blank line
    above them, where they are not the first of their body.
    """

    nodes: _ast.AST | list[_ast.stmt]
    source: str

    def key(self) -> tuple[object, ...]:
        return (*(self.nodes if isinstance(self.nodes, list) else [self.nodes]), self.source)


class Insert(Record):
    """New source between two characters of the file: a line, an argument, a parameter.  See ``insert.py``."""

    at: int
    source: str

    def key(self) -> tuple[object, ...]:
        return self.at, self.source


class Elsewhere(Record):
    """What a fix changes in another module than the one that holds the finding."""

    module: Module
    replacements: list[Replace | Insert]
    imports: list[tuple[str, str | None]]

    def key(self) -> tuple[object, ...]:
        return self.module.path, tuple([one.key() for one in self.replacements]), tuple(self.imports)


class Rewrite:
    """One fix: all replacements, in all modules, or none.

    ``imports``: modules the new source needs, as ("jax.numpy", "jnp") or ("jax", None); the source spells
    them by the names ``Site.name_of`` gave.  ``claims``: what it rests on; of two fixes with one claim in common
    only one is made in a pass.
    """

    __slots__ = ("applicability", "claims", "elsewhere", "imports", "replacements", "summary")

    def __init__(
        self,
        applicability: Level,
        summary: str,
        replacements: Sequence[Replace | Insert],
        imports: list[tuple[str, str | None]] | None = None,
        elsewhere: list[Elsewhere] | None = None,
        claims: frozenset[str] = frozenset(),
    ) -> None:
        self.applicability = applicability
        self.summary = summary
        self.replacements = list(replacements)
        self.imports = imports or []
        self.elsewhere = elsewhere or []
        self.claims = claims

    def key(self) -> tuple[object, ...]:
        """Equal for rewrites of one module that ask for the same."""
        own = tuple([one.key() for one in self.replacements]), tuple(self.imports)
        return self.applicability, self.summary, self.claims, own, tuple([one.key() for one in self.elsewhere])
