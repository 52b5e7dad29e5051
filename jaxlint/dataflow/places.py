"""Where expressions are evaluated on the paths through a function."""

from __future__ import annotations

import _ast

from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.dataflow.paths import Paths, Step
    from jaxlint.syntax.module import Module


class Place:
    """A part of a step: of its accesses, those from ``first`` to before ``last``."""

    __slots__ = ("first", "last", "step")

    def __init__(self, step: Step, first: int, last: int) -> None:
        self.step = step
        self.first = first
        self.last = last


class Places:
    """Of all that is evaluated on some paths."""

    __slots__ = ("_accesses", "_paths", "_statements")

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._accesses: dict[_ast.AST, tuple[Step, int]] = {}
        self._statements: dict[_ast.AST | None, Step] = {}
        for step in paths.steps:
            self._statements.setdefault(step.statement, step)
            for index, (_, _, node) in enumerate(step.accesses):
                self._accesses.setdefault(node, (step, index))

    def of(self, module: Module, node: _ast.AST) -> Place | None:
        """Of an expression without names, the place of what is around it; None where no path leads."""
        current: _ast.AST | None = node
        while current is not None and not isinstance(current, _ast.stmt):
            step = self._statements.get(current)  # the case of a match
            place = self._of_names(current) if step is None else Place(step, 0, len(step.accesses))
            if place is not None:
                return place
            current = module.parents.get(current)
        begins = None if current is None else self._paths.begins.get(current)
        return None if begins is None else Place(begins, 0, len(begins.accesses))

    def _of_names(self, node: _ast.AST) -> Place | None:
        found = [self._accesses[part] for part in walk(node) if part in self._accesses]
        if not found:
            return None
        indices = [index for step, index in found if step is found[0][0]]
        return Place(found[0][0], min(indices), max(indices) + 1)
