"""What ends the search for a form without masked reads."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast


class Escapes(Exception):
    """A masked value is used in a way that needs it as it is; ``at``: the value, where that is known."""

    def __init__(self, at: ast.expr | None = None) -> None:
        super().__init__()
        self.at = at
