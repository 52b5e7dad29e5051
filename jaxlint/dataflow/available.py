"""Available expressions: whether evaluating one again, at a later place, gives what it gave before."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.accesses import READS
from jaxlint.dataflow.index import flow_of
from jaxlint.dataflow.order import loops_around
from jaxlint.dataflow.scopes import bindings_in, bound_as, scope_of
from jaxlint.syntax.binders import COMPREHENSIONS
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Container

    from jaxlint.dataflow.paths import Step
    from jaxlint.syntax.module import Module


def is_available(
    module: Module,
    names: Collection[str],
    since: _ast.AST,
    until: _ast.AST,
    written: Collection[_ast.AST] = (),
    gone: Container[_ast.AST | None] = (),
) -> bool:
    """Whenever ``until`` is evaluated, the names hold what they held when ``since`` last was.

    ``written``: what changes the objects of the names in place, wherever it stands; ``gone``: statements that will
    bind and change nothing.  Where no path leads from one to the other, both must have the same definitions.
    """
    function = module.function_of(since) or module.tree
    scopes = {name: scope_of(module, since, name) for name in names}
    if any(scope_of(module, until, name) is not scope for name, scope in scopes.items()):
        return False
    if any(bound_as(scope, name).is_shared for name, scope in scopes.items()):
        return False  # a function that somebody calls in between may bind it
    changes = [node for node in written if module.statement_of(node) not in gone]
    if (module.function_of(until) or module.tree) is not function:
        return not changes and all(_is_bound_once(module, scope, name) for name, scope in scopes.items())
    own = {name for name, scope in scopes.items() if scope is function}
    return _Search(module, function, own, changes, gone).is_kept(since, until)


def _is_bound_once(module: Module, scope: _ast.AST, name: str) -> bool:
    """Whenever somebody reads it, it is the same."""
    bindings = bindings_in(scope, name)
    return isinstance(scope, COMPREHENSIONS) or (
        len(bindings) < 2 and not any(loops_around(module, node) for node in bindings if not isinstance(node, _ast.arg))
    )


class _Search:
    """Follows the paths from an expression to another, and what they change on the way."""

    def __init__(
        self,
        module: Module,
        function: _ast.AST,
        names: set[str],
        changes: list[_ast.AST],
        gone: Container[_ast.AST | None],
    ) -> None:
        self._module = module
        self._flow = flow_of(function)
        self._names = names
        self._gone = gone
        self._changes: dict[Step, list[tuple[int, _ast.AST]]] = {}
        for node in changes:
            place = self._flow.places.of(module, node)
            if place is not None:
                self._changes.setdefault(place.step, []).append((place.last, node))

    def is_kept(self, since: _ast.AST, until: _ast.AST) -> bool:
        places = self._flow.places
        start, goal = places.of(self._module, since), places.of(self._module, until)
        if start is None or goal is None:
            return False
        follows = goal.step is start.step and goal.last > start.first  # in one evaluation of the step
        met = follows
        if follows and self._changed(start.step, start.first, goal.last, until):
            return False
        changed = self._changed(start.step, start.first)
        waiting = [(step, changed) for step in (*start.step.next, *start.step.raised)]
        seen = set(waiting)
        for step, before in waiting:
            if step is goal.step and not follows:
                met = True
                if before or self._changed(step, 0, goal.last, until):
                    return False
            if step is start.step:
                continue  # it is evaluated again
            after = before or self._changed(step, 0)
            for way in [(one, after) for one in (*step.next, *step.raised)]:
                if way not in seen:
                    seen.add(way)
                    waiting.append(way)
        if met:
            return True
        at = self._flow.reaching.definitions_at
        same = all(at(start.step, start.first, name) == at(goal.step, goal.last, name) for name in self._names)
        return same and not self._changes

    def _changed(self, step: Step, first: int, last: int | None = None, until: _ast.AST | None = None) -> bool:
        """By what a step does between two of its accesses; what ``until`` is a part of comes after that."""
        if step.statement not in self._gone:
            for kind, name, _ in step.accesses[first:last]:
                if kind not in READS and name in self._names:
                    return True
        return any(
            first < place and (last is None or place < last or (place == last and until not in walk(node)))
            for place, node in self._changes.get(step, ())
        )
