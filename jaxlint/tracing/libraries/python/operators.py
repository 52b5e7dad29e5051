"""operator, and the builtins that are operators by another name."""

from __future__ import annotations

import _ast

from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.expressions.attributes import attribute
from jaxlint.tracing.functions.calling import FUNCTIONS, PREFIXES
from jaxlint.tracing.operations.arithmetic import binary, compare
from jaxlint.tracing.operations.arrays import operation
from jaxlint.tracing.operations.facts import concretize, truth
from jaxlint.tracing.values.shapes import without_leading
from jaxlint.tracing.values.value import (
    UNKNOWN,
    Array,
    Const,
    Library,
    Mapping,
    Partial,
    Sequence,
    Static,
    Traced,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame

_OPERATORS = {
    "add": _ast.Add, "sub": _ast.Sub, "mul": _ast.Mult, "truediv": _ast.Div, "floordiv": _ast.FloorDiv,
    "mod": _ast.Mod, "pow": _ast.Pow, "matmul": _ast.MatMult, "and_": _ast.BitAnd, "or_": _ast.BitOr,
    "xor": _ast.BitXor,
}  # fmt: skip
_COMPARISONS = {"lt": _ast.Lt, "le": _ast.LtE, "gt": _ast.Gt, "ge": _ast.GtE, "eq": _ast.Eq, "ne": _ast.NotEq}


def argument_node(node: _ast.AST) -> _ast.AST:
    arguments = getattr(node, "args", None)
    return arguments[0] if arguments else node


def as_index(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """hex, oct, bin, chr, operator.index: ask for __index__; hash is refused by every tracer."""
    base = name.rsplit(".", 1)[-1]
    value = arguments.get(0) or UNKNOWN
    concretize(frame, node, value, base, even_grad=base == "hash")
    return Static("int" if base in ("index", "hash") else "str")


def operator_call(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    base = name.rsplit(".", 1)[-1]
    if base == "index":
        return as_index(frame, node, name, arguments)
    if base in ("not_", "truth") and arguments.positional:
        known = truth(frame, argument_node(node), arguments.positional[0], node, "not" if base == "not_" else "bool")
        return Static("bool") if known is None else Const(known is (base == "truth"))
    if len(arguments.positional) != 2:
        return UNKNOWN
    left, right = arguments.positional
    if base in _OPERATORS:
        return binary(frame, node, _OPERATORS[base], left, right, node, node)
    if base in _COMPARISONS:
        return compare(frame, node, _COMPARISONS[base](), left, right, node, node)  # type: ignore[arg-type]
    return UNKNOWN


def plus(frame: Frame, node: _ast.AST, arguments: Arguments) -> Value:
    left, right = arguments.positional
    return binary(frame, node, _ast.Add, left, right, node, node)


def divided(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """divmod: quotient and remainder."""
    if len(arguments.positional) != 2:
        return UNKNOWN
    left, right = arguments.positional
    parts = [binary(frame, node, operator, left, right, node, node) for operator in (_ast.FloorDiv, _ast.Mod)]
    return Sequence("tuple", parts)


def getter(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """itemgetter, attrgetter and methodcaller: functions of the object to ask."""
    return Partial(Library(name + "()"), arguments.positional, arguments.keywords) if arguments.complete else UNKNOWN


def got(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    *wanted, receiver = arguments.positional
    one = _item if "itemgetter" in name else _attribute
    found = [one(frame, node, receiver, key) for key in wanted]
    return found[0] if len(found) == 1 else Sequence("tuple", found)


def _item(frame: Frame, node: _ast.AST, receiver: Value, key: Value) -> Value:
    if not isinstance(key, Const):
        return UNKNOWN
    if isinstance(receiver, Mapping) and receiver.items is not None:
        held: Value = receiver.items.get(key.value, UNKNOWN)
        return held
    if isinstance(receiver, Sequence) and receiver.items is None:
        return receiver.element
    number = key.value
    if isinstance(receiver, Sequence) and receiver.items is not None and isinstance(number, int):
        known = -len(receiver.items) <= number < len(receiver.items)
        return receiver.items[number] if known else UNKNOWN
    certain = isinstance(receiver, Array) or (isinstance(receiver, Traced) and receiver.is_array)
    if isinstance(receiver, (Traced, Array)) and certain and isinstance(number, int):
        return operation(frame, node, [receiver], without_leading(receiver.aval))
    return UNKNOWN


def _attribute(frame: Frame, node: _ast.AST, receiver: Value, name: Value) -> Value:
    if not isinstance(name, Const) or not isinstance(name.value, str):
        return UNKNOWN
    for part in name.value.split("."):
        receiver = attribute(frame, node, receiver, part)
    return receiver


def method_called(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``methodcaller("sum", axis=0)(x)``."""
    called, receiver = arguments.positional[0], arguments.positional[-1]
    return call_value(
        frame,
        node,
        _attribute(frame, node, receiver, called),
        Arguments(arguments.positional[1:-1], arguments.keywords),
    )


PREFIXES["operator"] = operator_call
for _name in ("operator.itemgetter", "operator.attrgetter", "operator.methodcaller"):
    FUNCTIONS[_name] = getter
    FUNCTIONS[_name + "()"] = got
FUNCTIONS["operator.methodcaller()"] = method_called
