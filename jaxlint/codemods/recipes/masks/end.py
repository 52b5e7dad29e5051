"""What ends a flow of masked values."""

from __future__ import annotations

from abc import ABC, abstractmethod

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    from collections.abc import Iterable
    from typing import Any

    from jaxlint.codemods.recipes.masks.layouts import Layout


class End(ABC):
    """``call``: the expression that is replaced; ``operands``: masked values in it; ``exact``: nothing can differ."""

    takes_zeros = False  # what the mask leaves out adds nothing as a zero
    __slots__ = ("call", "exact", "layout", "operands")

    def __init__(self, call: ast.expr, operands: list[ast.expr], layout: Layout, exact: bool = True) -> None:
        self.call = call
        self.operands = operands
        self.layout = layout
        self.exact = exact

    @abstractmethod
    def text(self, phrasing: Any, nan: str | None) -> str:  # noqa: ANN401  a Phrasing, which knows ends
        """``nan``: the array itself, where the mask leaves out its NaNs and nothing else."""

    @property
    def caveat(self) -> str:
        """What may differ from the original, where ``is_exact`` does not hold; "": nothing that is worth a word."""
        return ""

    @property
    def drops_rows(self) -> bool:
        """What it makes goes with every selected row alike."""
        return False

    def is_exact(self, nan: str | None) -> bool:
        del nan
        return self.exact


def with_caveats(summary: str, ends: Iterable[End]) -> str:
    """The summary of a fix that is not safe, with what may be other than it was."""
    return "; ".join([summary, *dict.fromkeys(end.caveat for end in ends if end.caveat)])
