"""Definite assignment: which names statements need from before, and which they bind on every path."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.accesses import BIND, READS, UNBIND
from jaxlint.dataflow.paths import Paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from jaxlint.dataflow.paths import Step


_LEAVING = (_ast.Return, _ast.Raise, _ast.Break, _ast.Continue)


class Assignment:
    """``needed``: name -> its first read that may see a value from before; ``stored``: name -> what binds it;
    ``bound``: the names that are bound wherever control comes out at the end; ``comes_out``: does it ever?
    """

    __slots__ = ("bound", "comes_out", "needed", "stored")

    def __init__(self, statements: Sequence[_ast.stmt]) -> None:
        paths = Paths(statements)
        before = _bound_before(paths)
        self.needed: dict[str, _ast.AST] = {}
        self.stored: dict[str, list[_ast.AST]] = {}
        for step in paths.steps:
            bound = set(before.get(step, ()))
            for kind, name, node in step.accesses:
                if kind == BIND:
                    self.stored.setdefault(name, []).append(node)
                elif kind in READS and name not in bound and step in before:
                    self.needed.setdefault(name, node)
                _pass(bound, kind, name)
        self.comes_out = paths.exit in before
        self.bound: set[str] = set(before.get(paths.exit, ()))


def _bound_before(paths: Paths) -> dict[Step, frozenset[str]]:
    """Step -> the names that are bound on every path to it; steps that no path leads to are not there."""
    found: dict[Step, frozenset[str]] = {paths.entry: frozenset()}
    waiting = [paths.entry]
    while waiting:
        step = waiting.pop()
        bound = set(found[step])
        least = set(bound)
        for kind, name, _ in step.accesses:
            _pass(bound, kind, name)
            least &= bound
        for after, names in [*((one, bound) for one in step.next), *((one, least) for one in step.raised)]:
            known = found.get(after)
            if known is None or not known <= names:
                found[after] = frozenset(names if known is None else known & names)
                waiting.append(after)
    return found


def _pass(bound: set[str], kind: str, name: str) -> None:
    if kind == BIND:
        bound.add(name)
    elif kind == UNBIND:
        bound.discard(name)


def always_leaves(statements: Sequence[_ast.stmt]) -> bool:
    """No path comes out at the end."""
    return any(map(_leaves, statements))


def _leaves(statement: _ast.stmt) -> bool:
    if isinstance(statement, _ast.If):
        return always_leaves(statement.body) and always_leaves(statement.orelse)
    if hasattr(statement, "body") or hasattr(statement, "cases"):
        return not Assignment([statement]).comes_out
    return isinstance(statement, _LEAVING)
