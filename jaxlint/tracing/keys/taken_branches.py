"""Branches of a loop that one iteration takes, or one iteration or another."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.accesses import free
from jaxlint.dataflow.reads import asked_place, kept_places
from jaxlint.dataflow.repeats import changing
from jaxlint.syntax.binders import FUNCTIONS, names_bound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.events.event import Place


def is_taken_once(module: Module, node: _ast.AST, branch: int) -> bool:
    """``if i == n:``, ``lax.cond(i == n, ...)``, ``if self.x is None: self.x = ...``: one iteration takes this branch.

    An attribute that is compared with a string is a setting: ``if FLAGS.framework == "jax":``.
    """
    if isinstance(node, _ast.If) and _fills(module, node.test, branch, node.orelse if branch else node.body):
        return True
    test = getattr(node, "test", None) or next(iter(getattr(node, "args", ())), None)
    return any(_holds_once(part, branch) for part in _conditions(test, branch))


def _fills(module: Module, test: _ast.expr, branch: int, body: list[_ast.stmt]) -> bool:
    """Does the branch give a place its value, and ask before whether it has one?"""
    left = getattr(test, "left", test)
    if isinstance(left, _ast.Name) and left.id in names_bound(body):
        return isinstance(test, _ast.Compare) and isinstance(test.ops[0], _ast.IsNot if branch else _ast.Is)
    place, absent = asked_place(module, test) or (None, False)
    return place is not None and absent is (branch == 0) and place in kept_places(body)


def _conditions(test: _ast.AST | None, branch: int) -> list[_ast.AST]:
    """What has to hold, all of it, for this branch: ``go & (i == n)``, ``jnp.logical_and(go, i == n)``.

    For the other branch, what has to fail: ``skip | (i != n)``.
    """
    found: list[_ast.AST] = [] if test is None else [test]
    for part in found:
        if isinstance(part, _ast.BoolOp) and isinstance(part.op, _ast.And if branch == 0 else _ast.Or):
            found += part.values
        elif isinstance(part, _ast.BinOp) and isinstance(part.op, _ast.BitAnd if branch == 0 else _ast.BitOr):
            found += [part.left, part.right]
        elif isinstance(part, _ast.Call) and called(part) == ("logical_and" if branch == 0 else "logical_or"):
            found += part.args
    return found


def _holds_once(test: _ast.AST, branch: int) -> bool:
    if isinstance(test, _ast.Call) and called(test) == ("equal" if branch == 0 else "not_equal"):
        sides = test.args
    elif isinstance(test, _ast.Compare) and isinstance(test.ops[0], _ast.Eq if branch == 0 else _ast.NotEq):
        sides = [test.left, test.comparators[0]]
    else:
        return False
    named = any(isinstance(side, _ast.Constant) and isinstance(side.value, str) for side in sides)
    return not (named and any(isinstance(side, _ast.Attribute) for side in sides))


def asks_of_iteration(place: Place, node: _ast.AST, other: _ast.AST) -> bool:
    """``for name in names: if name in found:`` takes this branch in one iteration or another, whatever else is asked.

    ``other``: a branching statement that must not stand in the same loop, where one name may rule out the other.
    """
    module, test = place[0], getattr(node, "test", None)
    loop = module.parents.get(node)
    while loop is not None and not isinstance(loop, (*FUNCTIONS, _ast.For)):
        loop = module.parents.get(loop)
    if test is None or not isinstance(loop, _ast.For) or free(test).isdisjoint(changing(loop)):
        return False
    around: _ast.AST | None = other
    while around is not None and around is not loop:
        around = module.parents.get(around)
    return around is None


def called(node: _ast.AST) -> str:
    function = getattr(node, "func", None)
    return getattr(function, "attr", None) or getattr(function, "id", None) or ""
