"""Why a value is traced: a chain of steps, from the transform to the place where it hurts."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.syntax.module import Module
    from jaxlint.tracing.value import Evidence


class Origin:
    """One step.  ``parent`` is the step before it; the first one names the transform.

    ``doubt`` of the first step: it is only assumed that the argument is an array (assume-traced in the settings).
    """

    __slots__ = ("doubt", "module", "node", "parent", "text")

    def __init__(self, text: str, module: Module, node: _ast.AST | None, parent: Origin | None = None) -> None:
        self.text = text
        self.module = module
        self.node = node
        self.parent = parent
        self.doubt: Evidence | None = None

    def root(self) -> Origin:
        step = self
        while step.parent is not None:
            step = step.parent
        return step

    def steps(self) -> list[Origin]:
        """From the transform on."""
        chain: list[Origin] = []
        step: Origin | None = self
        while step is not None:
            chain.append(step)
            step = step.parent
        chain.reverse()
        return chain
