"""What ends the search for a form without masked reads."""

from __future__ import annotations

from jaxlint.codemods.no_fix import NoFix

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast


class Escapes(NoFix):
    """A masked value is used in a way that needs it as it is, at ``at``; the value may still be handed on."""

    def __init__(self, at: ast.expr | None = None) -> None:
        super().__init__("", at)
