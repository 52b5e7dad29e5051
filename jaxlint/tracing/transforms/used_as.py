"""What a function's own text tells of a parameter that nobody describes."""

from __future__ import annotations

import _ast

from jaxlint.syntax.nodes import children, walk
from jaxlint.tracing.attributes import class_member
from jaxlint.tracing.hierarchy import order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from jaxlint.tracing.interpreter import Interpreter
    from jaxlint.tracing.value import ClassValue, Function

_ENOUGH = 2  # attributes that tell a class of another module
_OPERATORS = ("neg", "invert", "sub", "rsub", "truediv", "rtruediv", "pow", "rpow", "matmul", "rmatmul")
_ELSEWHERE = (_ast.Lambda, _ast.IfExp, _ast.BoolOp, _ast.ListComp, _ast.SetComp, _ast.DictComp, _ast.GeneratorExp)
_CLASS_AFTER = 2
_OF_RECORDS = {"replace", "_replace", "_asdict"}
_CONTAINERS = frozenset("tuple list dict set Sequence Mapping str Callable".split())


def class_by_attributes(interpreter: Interpreter, function: Function | None, name: str) -> ClassValue | None:
    """The one class in view, a pytree, that has all the attributes which are read of the parameter."""
    read = set() if function is None else _attributes(function.node, name) - _OF_RECORDS
    if not read or function is None:
        return None
    found = [cls for cls in interpreter.classes.values() if cls.pytree and _has(cls, read)]
    if len(found) != 1:
        return None
    near = found[0].module is function.module
    return found[0] if near or len(read) >= _ENOUGH else None


def _attributes(node: _ast.AST, name: str) -> set[str]:
    """``state.step``, and of what is made of the state under its name."""
    found = (one for one in walk(node) if isinstance(one, _ast.Attribute) and isinstance(one.value, _ast.Name))
    return {one.attr for one in found if one.value.id == name}  # type: ignore[attr-defined]


def _has(cls: ClassValue, names: set[str]) -> bool:
    """All of them, a field among them."""
    fields = {*(cls.fields or cls.flattened or _set_in(cls)), *cls.annotations, *cls.held}
    return not fields.isdisjoint(names) and all(one in fields or class_member(cls, one) is not None for one in names)


def _set_in(cls: ClassValue) -> set[str]:
    """``self.size = ...`` in the methods of a class that does not list its fields."""
    parts = (part for one in order(cls) for part in walk(one.node) if isinstance(part, _ast.Attribute))
    return {part.attr for part in parts if isinstance(part.ctx, _ast.Store) and _is_name(part.value, "self")}


def is_array_by_use(interpreter: Interpreter, function: Function | None, name: str) -> bool:
    """Whatever way the function takes to its end, it calculates with the parameter as only an array can be.

    Not where it is asked whether it is a container, or None: it may be that elsewhere.
    """
    body = None if function is None else function.node.body
    members = interpreter.project.members
    if not isinstance(body, list) or any(f"__{own}__" in members for own in _OPERATORS) or _may_be_other(body, name):
        return False
    plain = [one.value for one in body if isinstance(one, (_ast.Assign, _ast.AugAssign, _ast.Return, _ast.Expr))]
    return any(_is_calculated(part, name) for one in plain if one is not None for part in _sure(one))


def _sure(node: _ast.AST) -> Iterator[_ast.AST]:
    """The parts that are evaluated with the function's own names, whatever is true of them."""
    yield node
    if not isinstance(node, _ELSEWHERE):
        for child in children(node):
            yield from _sure(child)


def _is_calculated(part: _ast.AST, name: str) -> bool:
    if isinstance(part, _ast.UnaryOp) and isinstance(part.op, (_ast.USub, _ast.Invert)):
        return _is_name(part.operand, name)
    if isinstance(part, _ast.BinOp) and isinstance(part.op, (_ast.Sub, _ast.Div, _ast.Pow, _ast.MatMult)):
        return _is_name(part.left, name) or _is_name(part.right, name)
    return False


def _is_name(node: _ast.AST, name: str) -> bool:
    return isinstance(node, _ast.Name) and node.id == name


def _may_be_other(body: list[_ast.stmt], name: str) -> bool:
    """Is it asked whether it is a container, or None, or is something else given the name?"""
    parts = [part for statement in body for part in walk(statement)]
    return any(isinstance(part, _ast.Name) and part.id == name and _is_stored(part) for part in parts) or any(
        _asks_for_other(part, name) for part in parts
    )


def _is_stored(name: _ast.Name) -> bool:
    return not isinstance(name.ctx, _ast.Load)


def _asks_for_other(part: _ast.AST, name: str) -> bool:
    if isinstance(part, _ast.Compare):
        return _is_name(part.left, name) and isinstance(part.ops[0], (_ast.Is, _ast.IsNot))
    if not isinstance(part, _ast.Call) or len(part.args) != _CLASS_AFTER or not _is_name(part.args[0], name):
        return False
    named = {getattr(one, "attr", None) or getattr(one, "id", None) for one in walk(part.args[1])}
    return getattr(part.func, "id", None) == "isinstance" and not named.isdisjoint(_CONTAINERS)
