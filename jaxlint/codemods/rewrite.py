"""What a rule asks for: which nodes become which source.  Placing it in the file is the visitor's business."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast


class Replace:
    """New source for one expression or one run of sibling statements.

    For an expression, ``source`` is an expression; parentheses are added where precedence asks for them.
    For statements, ``source`` is one or more statements at indentation zero ("" deletes them);
    comments of the replaced statements are kept above the new ones.  A newline at its start asks for a blank line
    above them, where they are not the first of their body.
    """

    __slots__ = ("nodes", "source")

    def __init__(self, nodes: _ast.AST | list[_ast.stmt], source: str) -> None:
        self.nodes = nodes
        self.source = source


class Rewrite:
    """One fix: all replacements, or none.

    ``imports``: modules the new source needs, as ("jax.numpy", "jnp") or ("jax", None); the source spells
    them by the names ``Site.name_of`` gave.
    """

    __slots__ = ("applicability", "imports", "replacements", "summary")

    def __init__(
        self,
        applicability: str,
        summary: str,
        replacements: list[Replace],
        imports: list[tuple[str, str | None]] | None = None,
    ) -> None:
        self.applicability = applicability
        self.summary = summary
        self.replacements = replacements
        self.imports = imports or []
