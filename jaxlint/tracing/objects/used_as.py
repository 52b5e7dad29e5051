"""What a function's own text tells of a parameter that nobody describes."""

from __future__ import annotations

import _ast

from jaxlint.syntax.nodes import children, walk
from jaxlint.syntax.once import once_a_scope
from jaxlint.tracing.values.hierarchy import class_member, order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Set

    from jaxlint.tracing.running.interpreter import Interpreter
    from jaxlint.tracing.values.value import ClassValue, Function

_ENOUGH = 2  # attributes that tell a class of another module
_OPERATORS = ("neg", "invert", "sub", "rsub", "truediv", "rtruediv", "pow", "rpow", "matmul", "rmatmul")
_ELSEWHERE = (_ast.Lambda, _ast.IfExp, _ast.BoolOp, _ast.ListComp, _ast.SetComp, _ast.DictComp, _ast.GeneratorExp)
_PLAIN = (_ast.Assign, _ast.AugAssign, _ast.Return, _ast.Expr)
_CLASS_AFTER = 2
_OF_RECORDS = {"replace", "_replace", "_asdict"}
_CONTAINERS = frozenset("tuple list dict set Sequence Mapping str Callable".split())


def class_by_attributes(interpreter: Interpreter, function: Function | None, name: str) -> ClassValue | None:
    """The one class in view, a pytree, that has all the attributes which are read of the parameter."""
    read = set() if function is None else _told(interpreter, function.node).attributes.get(name, set()) - _OF_RECORDS
    if not read or function is None:
        return None
    before = interpreter.ask(_having, frozenset(read))
    own = [cls for cls in interpreter.share.classes.values() if cls.pytree and _has(cls, read)]
    found = [*dict.fromkeys([*before, *own])]
    if len(found) != 1:
        return None
    near = found[0].module is function.module
    return found[0] if near or len(read) >= _ENOUGH else None


def _having(interpreter: Interpreter, names: frozenset[str]) -> list[ClassValue]:
    """Classes of the files before, that are pytrees and have all these attributes."""
    return [cls for cls in interpreter.before.classes.values() if cls.pytree and _has(cls, names)]


class Told:
    """By name what the text of one function tells: asked once, however many parameters it has.

    ``attributes``: ``state.step``, and of what is made of the state under its name; ``others``: what is asked whether
    it is a container, or None, or is given something else; ``calculated``: what is surely an operand; ``tested``: what
    is read for its truth alone, as a flag is: a container would be looked into.
    """

    __slots__ = ("attributes", "calculated", "others", "tested")

    def __init__(self, function: _ast.AST) -> None:
        self.attributes: dict[str, set[str]] = {}
        for part in walk(function):
            if isinstance(part, _ast.Attribute) and isinstance(part.value, _ast.Name):
                self.attributes.setdefault(part.value.id, set()).add(part.attr)
        body = getattr(function, "body", None)
        statements: list[_ast.stmt] = body if isinstance(body, list) else []
        self.others = {name for one in statements for part in walk(one) for name in _other(part)}
        values = [one.value for one in statements if isinstance(one, _PLAIN) and one.value is not None]
        self.calculated = {name for value in values for part in _sure(value) for name in _calculated(part)}
        parts = [part for one in statements for part in walk(one)]
        asked = {node for part in parts for node in _truths(part)}
        read = {part for part in parts if isinstance(part, _ast.Name) and isinstance(part.ctx, _ast.Load)}
        looked_into = {node.id for node in read - asked}
        asked |= {one for part in parts for one in _gone_through(part) if part.target.id not in looked_into}  # type: ignore[attr-defined]
        self.tested = {node.id for node in asked} - {node.id for node in read - asked}


class _Known(dict["_ast.AST", Told]):
    """By function."""


def _told(interpreter: Interpreter, node: _ast.AST) -> Told:
    known = interpreter.part(_Known)
    if node not in known:
        known[node] = Told(node)
    return known[node]


def _has(cls: ClassValue, names: Set[str]) -> bool:
    """All of them, a field among them."""
    fields = {*(cls.fields or cls.flattened or _set_in(cls)), *cls.annotations, *cls.held}
    return not fields.isdisjoint(names) and all(one in fields or class_member(cls, one) is not None for one in names)


def _set_in(cls: ClassValue) -> set[str]:
    """``self.size = ...`` in the methods of a class that does not list its fields."""
    return set().union(*(_set_below(one.node) for one in order(cls)))


@once_a_scope
def _set_below(node: _ast.ClassDef) -> set[str]:
    parts = [part for part in walk(node) if isinstance(part, _ast.Attribute) and isinstance(part.ctx, _ast.Store)]
    return {part.attr for part in parts if _is_name(part.value, "self")}


def is_array_by_use(interpreter: Interpreter, function: Function | None, name: str) -> bool:
    """Whatever way the function takes to its end, it calculates with the parameter as only an array can be, or asks
    for its truth and no more.

    Not where it is asked whether it is a container, or None: it may be that elsewhere.
    """
    if function is None or any(interpreter.is_member(f"__{own}__") for own in _OPERATORS):
        return False
    told = _told(interpreter, function.node)
    return name in told.calculated | told.tested and name not in told.others


def _sure(node: _ast.AST) -> Iterator[_ast.AST]:
    """The parts that are evaluated with the function's own names, whatever is true of them."""
    todo = [node]
    while todo:
        part = todo.pop()
        yield part
        if not isinstance(part, _ELSEWHERE):
            todo += children(part)


def _calculated(part: _ast.AST) -> Iterator[str]:
    """The operands of what only an array can be, of two of its kind."""
    if isinstance(part, _ast.UnaryOp) and isinstance(part.op, (_ast.USub, _ast.Invert)):
        yield from _named(part.operand)
    if isinstance(part, _ast.BinOp) and isinstance(part.op, (_ast.Sub, _ast.Div, _ast.Pow, _ast.MatMult)):
        yield from _named(part.left)
        yield from _named(part.right)


def _truths(part: _ast.AST) -> Iterator[_ast.Name]:
    """The names whose truth is asked."""
    if isinstance(part, (_ast.If, _ast.IfExp, _ast.While, _ast.Assert)):
        yield from _truths_in(part.test)
    elif isinstance(part, _ast.UnaryOp) and isinstance(part.op, _ast.Not):
        yield from _truths_in(part.operand)


def _truths_in(test: _ast.expr) -> Iterator[_ast.Name]:
    if isinstance(test, _ast.Name):
        yield test
    for part in test.values if isinstance(test, _ast.BoolOp) else ():
        yield from _truths_in(part)


def _gone_through(part: _ast.AST) -> Iterator[_ast.Name]:
    """What a loop takes one by one, under a single name: an argument, or several that it lists."""
    if isinstance(part, _ast.For) and isinstance(part.target, _ast.Name):
        sources = part.iter.elts if isinstance(part.iter, (_ast.Tuple, _ast.List)) else [part.iter]
        yield from (one for one in sources if isinstance(one, _ast.Name))


def _named(node: _ast.AST) -> tuple[str, ...]:
    return (node.id,) if isinstance(node, _ast.Name) else ()


def _is_name(node: _ast.AST, name: str) -> bool:
    return isinstance(node, _ast.Name) and node.id == name


def _other(part: _ast.AST) -> tuple[str, ...]:
    """What is asked whether it is a container, or None, or is given something else."""
    if isinstance(part, _ast.Name):
        return () if isinstance(part.ctx, _ast.Load) else (part.id,)
    if isinstance(part, _ast.Compare):
        return _named(part.left) if isinstance(part.ops[0], (_ast.Is, _ast.IsNot)) else ()
    if not isinstance(part, _ast.Call) or len(part.args) != _CLASS_AFTER:
        return ()
    named = {getattr(one, "attr", None) or getattr(one, "id", None) for one in walk(part.args[1])}
    asks = getattr(part.func, "id", None) == "isinstance" and not named.isdisjoint(_CONTAINERS)
    return _named(part.args[0]) if asks else ()
