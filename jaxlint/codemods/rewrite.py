"""What a rule asks for: which nodes become which source.  Placing it in the file is the visitor's business."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Sequence

    from jaxlint.diagnostic import Level
    from jaxlint.syntax.module import Module


class Replace:
    """New source for one expression or one run of sibling statements.

    For an expression, ``source`` is an expression; parentheses are added where precedence asks for them.
    Comments inside that the source lacks go above the line.
    For statements, ``source`` is one or more statements at indentation zero ("" deletes them);
    comments of the replaced statements are kept above the new ones.  A newline at its start asks for a blank line
    above them, where they are not the first of their body.
    """

    __slots__ = ("nodes", "source")

    def __init__(self, nodes: _ast.AST | list[_ast.stmt], source: str) -> None:
        self.nodes = nodes
        self.source = source

    def key(self) -> tuple[object, ...]:
        return (*(self.nodes if isinstance(self.nodes, list) else [self.nodes]), self.source)


class Insert:
    """New source between two characters of the file: a line, an argument, a parameter.  See ``insert.py``."""

    __slots__ = ("at", "source")

    def __init__(self, at: int, source: str) -> None:
        self.at = at
        self.source = source

    def key(self) -> tuple[object, ...]:
        return self.at, self.source


class Elsewhere:
    """What a fix changes in another module than the one that holds the finding."""

    __slots__ = ("imports", "module", "replacements")

    def __init__(
        self, module: Module, replacements: list[Replace | Insert], imports: list[tuple[str, str | None]]
    ) -> None:
        self.module = module
        self.replacements = replacements
        self.imports = imports

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
