"""Liveness: the names whose values somebody may still read, at each step of a function."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.accesses import READS, free
from jaxlint.dataflow.paths import Paths, Step
from jaxlint.syntax.binders import FUNCTIONS, declared
from jaxlint.syntax.nodes import children, walk
from jaxlint.syntax.once import once_a_scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Liveness:
    """``before``: step -> the names that are live where it begins."""

    __slots__ = ("_paths", "before")

    def __init__(self, paths: Paths, given: Iterable[tuple[Step, set[str]]] = ()) -> None:
        """``given``: what is live where control leaves the statements."""
        self._paths = paths
        self.before: dict[Step, set[str]] = {step: set() for step in paths.steps}
        self.before.update(given)
        changed = True
        while changed:
            changed = False
            for step in reversed(paths.steps):
                live = self._backwards(step)
                if not live <= self.before[step]:
                    self.before[step] = self.before[step] | live
                    changed = True

    def _backwards(self, step: Step) -> set[str]:
        live = set().union(*[self.before[one] for one in step.next])
        for kind, name, _ in reversed(step.accesses):
            if kind in READS:
                live.add(name)
            else:
                live.discard(name)
        return live.union(*[self.before[one] for one in step.raised])

    def at_head(self, loop: _ast.AST) -> set[str]:
        """The names whose value counts when a loop is about to begin an iteration, or to end."""
        head = self._paths.heads.get(loop)
        return set() if head is None else self.before[head]

    def after(self, statement: _ast.AST) -> set[str]:
        """The names that are live once a statement is done; after a jump, those where it leads."""
        step = self._paths.follows.get(statement)
        return set() if step is None else self.before[step]


def live_into(body: list[_ast.stmt], carried: list[str]) -> set[str]:
    """Which carried names an iteration has to be given: those that it reads, or hands on as they came."""
    paths = Paths(body)
    after = [(step, set(carried)) for step in (paths.exit, paths.broken, paths.continued)]
    return Liveness(paths, after).before[paths.entry] & set(carried)


def captured(function: _ast.AST, *without: _ast.AST) -> set[str]:
    """Names of a function that others may read or bind at any time: functions inside it, and scopes around it.

    What functions inside ``without`` read is left out.
    """
    names, inside = _shared(function)
    if inside:
        left_out = {part for one in without for part in walk(one)}
        names = names.union(*[read for one, read in inside if one not in left_out])
    return set(names)


@once_a_scope
def _shared(function: _ast.AST) -> tuple[set[str], list[tuple[_ast.AST, set[str]]]]:
    """What is declared to belong to scopes around, and the functions inside, each with what it reads from here."""
    return declared(function), [(one, free(one)) for one in _inside(function)]


def _inside(node: _ast.AST) -> list[_ast.AST]:
    """The functions that are defined in it, those inside of them not counted."""
    below = children(node)
    return [one for child in below for one in ([child] if isinstance(child, FUNCTIONS) else _inside(child))]
