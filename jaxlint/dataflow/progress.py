"""Numbers that are others in each iteration of a loop, as its text says: counters, and what is computed of them."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.accesses import free
from jaxlint.dataflow.repeats import binds_once, changing, counters
from jaxlint.syntax.nodes import walk

_GROWING = (_ast.Add, _ast.Sub, _ast.Mult, _ast.Div, _ast.Pow)
_DEEPEST = 4  # names that are looked through


def is_new_number(loop: _ast.AST, node: _ast.AST, depth: int = _DEEPEST) -> bool:
    """``i``, ``0.1 * i``, ``rate`` after ``rate *= 0.9``, ``float(loss)`` of what the loop computes."""
    if isinstance(node, _ast.Name):
        return node.id in counters(loop) or (depth > 0 and _is_bound_to_one(loop, node.id, depth))
    if isinstance(node, _ast.UnaryOp) and isinstance(node.op, (_ast.USub, _ast.UAdd)):
        return is_new_number(loop, node.operand, depth)
    if isinstance(node, _ast.BinOp) and isinstance(node.op, _GROWING):
        new = [is_new_number(loop, part, depth) for part in (node.left, node.right)]
        others = [part for part, one in zip((node.left, node.right), new, strict=True) if not one]
        return any(new) and all(free(part).isdisjoint(changing(loop)) for part in others)
    if isinstance(node, _ast.Call) and getattr(node.func, "id", None) == "float" and len(node.args) == 1:
        inner = node.args[0]
        return is_new_number(loop, inner, depth) or (
            not _is_choice(inner) and not free(inner).isdisjoint(changing(loop))
        )
    return False


def _is_choice(node: _ast.AST) -> bool:
    """One of two values, or of a few: a comparison, the number of a class."""
    return any(isinstance(one, (_ast.Compare, _ast.BoolOp, _ast.IfExp, _ast.Subscript)) for one in walk(node))


def _is_bound_to_one(loop: _ast.AST, name: str, depth: int) -> bool:
    """Each iteration, whichever branches it takes, binds the name once, to such a number."""
    if not binds_once(loop, name):
        return False
    for one in loop.body:  # type: ignore[attr-defined]
        if isinstance(one, _ast.AugAssign) and getattr(one.target, "id", None) == name:
            return isinstance(one.op, _GROWING) and free(one.value).isdisjoint(changing(loop))
        if isinstance(one, _ast.Assign) and [getattr(target, "id", None) for target in one.targets] == [name]:
            return _is_step(loop, name, one.value) or is_new_number(loop, one.value, depth - 1)
    return False


def _is_step(loop: _ast.AST, name: str, value: _ast.AST) -> bool:
    """``rate = rate * 0.9``"""
    if not isinstance(value, _ast.BinOp) or not isinstance(value.op, _GROWING):
        return False
    sides = [value.left, value.right]
    others = [side for side in sides if getattr(side, "id", None) != name]
    return len(others) == 1 and free(others[0]).isdisjoint(changing(loop))
