"""Operators, comparisons, truth, length, items and iteration that a class in view defines itself."""

from __future__ import annotations

from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.objects.members import method_of
from jaxlint.tracing.values.hierarchy import class_member
from jaxlint.tracing.values.value import BoundMethod, Function, Instance, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.environment import Frame

_NAMES = {
    "Add": "add", "Sub": "sub", "Mult": "mul", "Div": "truediv", "FloorDiv": "floordiv", "Mod": "mod", "Pow": "pow",
    "MatMult": "matmul", "BitAnd": "and", "BitOr": "or", "BitXor": "xor", "LShift": "lshift", "RShift": "rshift",
}  # fmt: skip
_UNARY = {"USub": "neg", "UAdd": "pos", "Invert": "invert"}
_MIRRORED = {"Lt": "gt", "LtE": "ge", "Gt": "lt", "GtE": "le", "Eq": "eq", "NotEq": "ne"}
_COMPARED = {"Lt": "lt", "LtE": "le", "Gt": "gt", "GtE": "ge", "Eq": "eq", "NotEq": "ne"}


def may_be_own(frame: Frame, operator: str) -> bool:
    """Does a class in view that may be a pytree define this operator, as Python's tree names it?"""
    name = _NAMES.get(operator) or _UNARY.get(operator) or _COMPARED.get(operator, "")
    return frame.interpreter.is_member(f"__{name}__") or frame.interpreter.is_member(f"__r{name}__")


def special(frame: Frame, node: _ast.AST, receiver: Value, name: str, *given: Value) -> Value | None:
    """What ``__name__`` of the object's class gives; None where no class in view defines it."""
    method = method_of(receiver, f"__{name}__") if isinstance(receiver, Instance) else None
    if method is None or (isinstance(method, BoundMethod) and not isinstance(method.func, Function)):
        return None
    return call_value(frame, node, method, Arguments(list(given)))


def operated(frame: Frame, node: _ast.AST, operator: type, left: Value, right: Value) -> Value | None:
    """``left + right``: ``__add__`` of the left one, or else ``__radd__`` of the right one."""
    name = _NAMES.get(operator.__name__, "")
    if isinstance(left, Instance):
        if class_member(left.cls, f"__i{name}__") is not None:
            return None  # ``+=`` may be meant
        return special(frame, node, left, name, right)
    return special(frame, node, right, "r" + name, left)


def compared(frame: Frame, node: _ast.AST, operator: _ast.cmpop, left: Value, right: Value) -> Value | None:
    """``left < right``: ``__lt__`` of the left one, or else ``__gt__`` of the right one."""
    name = type(operator).__name__
    if name not in _COMPARED:
        return None
    if isinstance(left, Instance):
        return special(frame, node, left, _COMPARED[name], right)
    return special(frame, node, right, _MIRRORED[name], left)


def asked(frame: Frame, node: _ast.AST, value: Instance) -> Value | None:
    """bool(value) asks ``__bool__``, or else ``__len__``."""
    answer = special(frame, node, value, "bool")
    return special(frame, node, value, "len") if answer is None else answer
