"""What operators give, operand by operand."""

from __future__ import annotations

import _ast

from jaxlint.tracing.objects.classes import compared_classes, united
from jaxlint.tracing.objects.special_methods import compared, may_be_own, operated, special
from jaxlint.tracing.operations.arrays import elementwise, flattened, operated_on
from jaxlint.tracing.operations.bitwise import OPERATORS, check_bits
from jaxlint.tracing.operations.facts import concretize, truth
from jaxlint.tracing.operations.no_arrays import check_read
from jaxlint.tracing.values.answers import after_forgotten, compared_with_default
from jaxlint.tracing.values.dtypes import answered
from jaxlint.tracing.values.enumerations import combined_members, enumeration_of
from jaxlint.tracing.values.holding import operand, prove_array
from jaxlint.tracing.values.joining import aval_of, element_of, join_all, static_type
from jaxlint.tracing.values.shapes import matmul_aval
from jaxlint.tracing.values.value import (
    SETS,
    UNKNOWN,
    Array,
    ClassValue,
    Const,
    Function,
    Instance,
    Library,
    Mapping,
    Reference,
    Sequence,
    ShapeTuple,
    Static,
    Traced,
    TypeOf,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from jaxlint.tracing.running.environment import Frame

_NUMBERS = (bool, int, float, complex)
_LARGEST = 1 << 64  # beyond, a constant's value is not followed
_LONGEST = 64  # elements of a sequence that is repeated or joined, which are known one by one

COMPUTED: dict[type, Callable[[Any, Any], Any]] = {
    _ast.Add: lambda a, b: a + b,
    _ast.Sub: lambda a, b: a - b,
    _ast.Mult: lambda a, b: a * b,
    _ast.Div: lambda a, b: a / b,
    _ast.FloorDiv: lambda a, b: a // b,
    _ast.Mod: lambda a, b: a % b,
    _ast.Pow: lambda a, b: a**b,
    _ast.LShift: lambda a, b: a << b,
    _ast.RShift: lambda a, b: a >> b,
    _ast.BitAnd: lambda a, b: a & b,
    _ast.BitOr: lambda a, b: a | b,
    _ast.BitXor: lambda a, b: a ^ b,
}
_ORDER: dict[type, Callable[[Any, Any], Any]] = {
    _ast.Lt: lambda a, b: a < b,
    _ast.LtE: lambda a, b: a <= b,
    _ast.Gt: lambda a, b: a > b,
    _ast.GtE: lambda a, b: a >= b,
    _ast.Eq: lambda a, b: a == b,
    _ast.NotEq: lambda a, b: a != b,
}
# A tuple, a list or a string knows + and *; only numbers and arrays know these.
_ONLY_ARRAYS = (
    _ast.Sub, _ast.Div, _ast.FloorDiv, _ast.Pow, _ast.MatMult, _ast.BitAnd, _ast.BitOr, _ast.BitXor,
    _ast.LShift, _ast.RShift,
)  # fmt: skip
# A quotient of whole numbers is none, and a power of bools is no bool.
_OWN_KIND = (_ast.Div, _ast.FloorDiv, _ast.Mod, _ast.Pow)


def unary(frame: Frame, node: _ast.UnaryOp, value: Value) -> Value:
    value = operand(value)
    if check_read(frame, node.operand, value):
        return UNKNOWN
    if isinstance(value, Instance):
        name = {_ast.USub: "neg", _ast.UAdd: "pos", _ast.Invert: "invert"}.get(type(node.op), "")
        return special(frame, node, value, name) or UNKNOWN
    if isinstance(value, Traced) and not value.is_array and may_be_own(frame, type(node.op).__name__):
        return value
    if isinstance(value, (Traced, Array)):
        prove_array(value)
        kind = value.aval.kind
        if kind is None and isinstance(node.op, _ast.Invert):
            kind = "b"  # what is inverted without a word on its kind is a mask
        if isinstance(node.op, _ast.Invert):
            check_bits(frame, node, _ast.Invert, [value])
        return elementwise(frame, node, [value], kind)
    if isinstance(value, Const) and isinstance(value.value, _NUMBERS):
        if isinstance(node.op, _ast.USub):
            return Const(-value.value)
        if isinstance(node.op, _ast.UAdd):
            return Const(+value.value)
    kind = static_type(value)
    if kind not in ("int", "float", "bool"):
        return UNKNOWN
    return Static("int" if kind == "bool" else kind, after_forgotten(value))


def binary(
    frame: Frame, node: _ast.AST, operator: type, left: Value, right: Value, left_node: _ast.AST, right_node: _ast.AST
) -> Value:
    if operator is _ast.BitOr:
        classes = united(left, right)
        if classes is not None:
            return classes
    left, right = operand(left), operand(right)
    if check_read(frame, left_node, left) or check_read(frame, right_node, right):
        return UNKNOWN
    if operator is _ast.Mod and static_type(left) == "str":
        return _percent_format(frame, left, right, right_node)
    if isinstance(left, Instance) or isinstance(right, Instance):
        result = operated(frame, node, operator, left, right)
        if result is not None:
            return result
    if operator is _ast.Mult:
        for repeated, times, times_node in ((left, right, right_node), (right, left, left_node)):
            if _is_repeated(repeated) and isinstance(times, Traced) and _is_proof(frame, "Mult", left, right):
                concretize(frame, times_node, times, "repeat")
                return Sequence(repeated.type, None) if isinstance(repeated, Sequence) else Static("str")
    if isinstance(left, (Traced, Array)) or isinstance(right, (Traced, Array)):
        if operator in OPERATORS:
            check_bits(frame, node, operator, [left, right])
        return _array_operation(frame, node, operator, left, right)
    if isinstance(left, Sequence) or isinstance(right, Sequence):
        return _sequence_operation(operator, left, right)
    if isinstance(left, ShapeTuple) or isinstance(right, ShapeTuple):
        return ShapeTuple(None)
    if isinstance(left, Mapping) and isinstance(right, Mapping) and operator is _ast.BitOr:
        known = left.items is not None and right.items is not None
        return Mapping({**left.items, **right.items} if known else None)
    return static_arithmetic(operator, left, right)


def _is_repeated(value: Value) -> bool:
    """Python's own: no array is multiplied by it."""
    if isinstance(value, Sequence):
        return value.type in ("list", "tuple")
    return static_type(value) == "str" or (isinstance(value, Const) and isinstance(value.value, bytes))


def static_arithmetic(operator: type, left: Value, right: Value) -> Value:
    """Python scalars; constants are computed, so that ``range(cfg.n * 2)`` stays known."""
    if isinstance(left, Const) and isinstance(right, Const):
        return _constant(operator, left.value, right.value)
    kinds = {static_type(left), static_type(right)}
    if kinds == {"str"}:
        return Static("str")
    if not kinds <= {"int", "float", "bool", "complex"}:
        return UNKNOWN
    forgotten = after_forgotten(left, right)
    if "complex" in kinds:
        return Static("complex", forgotten)
    return Static("float" if operator is _ast.Div or "float" in kinds else "int", forgotten)


def _constant(operator: type, left: object, right: object) -> Value:
    compute = COMPUTED.get(operator)
    strings = isinstance(left, str) and isinstance(right, str)
    if strings and operator is _ast.Add and len(left) + len(right) < 10_000:  # type: ignore[arg-type]
        return Const(left + right)  # type: ignore[operator]
    if compute is None or not (isinstance(left, _NUMBERS) and isinstance(right, _NUMBERS)):
        combined = combined_members(compute, left, right)
        return combined or (Static("str") if isinstance(left, str) else UNKNOWN)
    if operator in (_ast.Pow, _ast.LShift) and (abs(left) > 1e6 or abs(right) > 64):
        return Static(type(left).__name__)
    try:
        result = compute(left, right)
    except (ArithmeticError, TypeError, ValueError):
        return UNKNOWN
    if isinstance(result, int) and abs(result) > _LARGEST:
        return Static("int")
    return Const(result)


def _array_operation(frame: Frame, node: _ast.AST, operator: type, left: Value, right: Value) -> Value:
    if isinstance(left, (Instance, Function)) or isinstance(right, (Instance, Function)):
        return UNKNOWN  # an operator that a class defines
    if not _is_proof(frame, operator.__name__, left, right):
        return _still_pytree(elementwise(frame, node, [left, right]), left, right, True)
    is_remainder = operator is _ast.Mod and isinstance(left, Traced)  # else it may be a string that is formatted
    for value, other in ((left, right), (right, left)):
        number = static_type(other) in ("int", "float", "complex")
        sure = is_remainder or (
            operator in _ONLY_ARRAYS or static_type(other) in ("float", "complex") or (operator is _ast.Add and number)
        )
        if sure:
            prove_array(value)
    if operator is _ast.MatMult:
        return operated_on(frame, node, [left, right], matmul_aval(aval_of(left), aval_of(right)))
    kind = _own_kind(operator, {aval_of(left).kind, aval_of(right).kind}) if operator in _OWN_KIND else None
    result = elementwise(frame, node, [left, right], kind)
    if operator is _ast.FloorDiv:
        result = flattened(frame, node, result)
    return _still_pytree(result, left, right, keys_differ=False)


def _own_kind(operator: type, kinds: set[str | None]) -> str | None:
    """The kind of what is divided, where it is not the one that the operands promote to."""
    if operator is _ast.Div:
        return None if "c" in kinds else "f"
    return "i" if kinds == {"b"} else None


def _is_proof(frame: Frame, operator: str, left: Value, right: Value) -> bool:
    """False where an operand may be an object with operators of its own: anything may come out then."""
    in_doubt = any(isinstance(value, Traced) and not value.is_array for value in (left, right))
    return not in_doubt or not may_be_own(frame, operator)


def _still_pytree(result: Value, left: Value, right: Value, either: bool = False, keys_differ: bool = True) -> Value:
    """``params + x`` of two pytrees of unknown structure (tuples?) is no proof that either is an array.

    Nor is anything made of what may still turn out to be a key of a dict; ``keys_differ`` False: what an array is
    calculated with is a number, be it a key.  ``either``: one pytree suffices.
    """
    operands = [value for value in (left, right) if isinstance(value, Traced)]
    if not isinstance(result, Traced) or not operands:
        return result
    trees = [value for value in operands if not value.is_array]
    if len(trees) == len(operands) or (either and trees):
        result.evidence = trees[0].evidence
    keys = [value for value in operands if value.evidence is not None and value.evidence.may_be_key]
    if keys and (keys_differ or len(keys) == len(operands)):
        result.evidence = keys[-1].evidence
    return result


def _sequence_operation(operator: type, left: Value, right: Value) -> Value:
    if isinstance(left, Sequence) and isinstance(right, Sequence) and operator is _ast.Add:
        if left.items is not None and right.items is not None and len(left.items) + len(right.items) <= _LONGEST:
            return Sequence(left.type, left.items + right.items)
        return Sequence(left.type, None, join_all([element_of(part) for part in (left, right) if part.items != []]))
    sequence, times = (left, right) if isinstance(left, Sequence) else (right, left)
    if isinstance(sequence, Sequence) and operator is _ast.Mult:
        count = times.value if isinstance(times, Const) else None
        if sequence.items is not None and isinstance(count, int) and count * len(sequence.items) <= _LONGEST:
            return Sequence(sequence.type, sequence.items * count)
        return Sequence(sequence.type, None, element_of(sequence))
    if isinstance(sequence, Sequence) and sequence.type in SETS:
        return Sequence(sequence.type, None, UNKNOWN)
    return UNKNOWN


def _percent_format(frame: Frame, left: Value, right: Value, right_node: _ast.AST) -> Value:
    text = left.value if isinstance(left, Const) and isinstance(left.value, str) else ""
    values = right.items if isinstance(right, Sequence) and right.items is not None else [right]
    if any(mark in text for mark in ("%d", "%f", "%i", "%g", "%e", "%.")) and "%s" not in text and "%r" not in text:
        for value in values:
            concretize(frame, right_node, value, "format", even_grad=True)
    return Static("str")


def compare(
    frame: Frame,
    node: _ast.Compare,
    operator: _ast.cmpop,
    left: Value,
    right: Value,
    left_node: _ast.AST,
    right_node: _ast.AST,
) -> Value:
    one, other = type(left), type(right)
    if one is Static or other is Static:
        answer = answered(operator, left, right)
        if answer is not None:
            return Const(answer)
        open_answer = compared_with_default(operator, left, right)
        if open_answer is not None:
            return open_answer
    if one is TypeOf or other is TypeOf:
        return compared_classes(operator, left, right)
    asked = type(operator)
    if asked is _ast.Is or asked is _ast.IsNot:
        return _identity(asked is _ast.Is, left, right)
    if one is Reference or other is Reference:
        if isinstance(operator, (_ast.Lt, _ast.LtE, _ast.Gt, _ast.GtE)):
            return UNKNOWN  # no reference knows an order
        left, right = operand(left), operand(right)
    if isinstance(operator, (_ast.In, _ast.NotIn)):
        return _membership(frame, node, operator, left, right, left_node)
    if isinstance(left, Instance) or isinstance(right, Instance):
        result = compared(frame, node, operator, left, right)
        if result is not None:
            return result
    equality = isinstance(operator, (_ast.Eq, _ast.NotEq))
    if isinstance(left, (Traced, Array)) or isinstance(right, (Traced, Array)):
        return _array_comparison(frame, node, type(operator).__name__, left, right)
    ordered = isinstance(left, Sequence) and isinstance(right, Sequence)  # by the first two that are not equal
    alike = _ask_elements(frame, node, left, right) if equality or ordered else None
    if alike is not None and equality:
        return Const(alike is isinstance(operator, _ast.Eq))
    if isinstance(left, Const) and isinstance(right, Const):
        try:
            return Const(bool(_ORDER[type(operator)](left.value, right.value)))
        except (TypeError, KeyError):
            return UNKNOWN
    if _plain(left) and _plain(right):
        return Static("bool", after_forgotten(left, right))
    return UNKNOWN


def _ask_elements(frame: Frame, node: _ast.AST, left: Value, right: Value, depth: int = 3) -> bool | None:
    """Containers are equal where their elements are: Python asks each pair in turn.  None: not known."""
    rows, others = _elements(left, right), _elements(right, left)
    if rows is None or others is None or len(rows) != len(others) or depth == 0:
        return None
    for one, other in zip(rows, others, strict=True):
        alike = _ask_pair(frame, node, one, other, "==", depth)
        if not alike:
            return alike
    return True


def _ask_pair(frame: Frame, node: _ast.AST, one: Value, other: Value, construct: str, depth: int = 3) -> bool | None:
    """Python asks whether two elements are equal, unless they are one object."""
    if one is other:
        return True
    traced = one if isinstance(one, Traced) else other
    if isinstance(traced, Traced):
        partner = other if traced is one else one
        if static_type(partner) in ("int", "float", "bool") or (isinstance(partner, Traced) and partner.is_array):
            prove_array(traced)
            truth(frame, node, traced, node, construct)
        return None
    if isinstance(one, Const) and isinstance(other, Const):
        return bool(one.value == other.value)
    return _ask_elements(frame, node, one, other, depth - 1)


def ask_members(frame: Frame, node: _ast.AST, value: Value, items: list[Value], construct: str) -> None:
    """Python compares one element of a list after the other with a value, until one is equal."""
    for item in items:
        if _ask_pair(frame, node, item, value, construct) is not False:
            return


def _elements(value: Value, other: Value) -> list[Value] | None:
    """What ``==`` compares of a tuple, a list or a dataclass; None where something else may be compared."""
    if isinstance(value, Sequence) and isinstance(other, Sequence) and value.type == other.type not in SETS:
        return value.rows
    if isinstance(value, Instance) and isinstance(other, Instance) and value.cls is other.cls:
        fields = value.cls.fields
        inherits = any(isinstance(base, Library) and base.name != "typing.NamedTuple" for base in value.cls.bases)
        plain = fields is not None and "__eq__" not in value.cls.attributes and not inherits
        return [value.attributes.get(name, UNKNOWN) for name in fields or []] if plain else None
    return None


def _plain(value: Value) -> bool:
    return isinstance(value, (Const, Static, ShapeTuple)) or (
        isinstance(value, Sequence) and value.items is not None and all(map(_plain, value.items))
    )


def _array_comparison(frame: Frame, node: _ast.AST, operator: str, left: Value, right: Value) -> Value:
    equality = operator in ("Eq", "NotEq")
    for value, other in ((left, right), (right, left)):
        if equality and _is_unlike_arrays(other):
            return Static("bool")  # arrays refuse to compare with these, Python answers False
        if not equality and not _is_proof(frame, operator, left, right):
            continue
        if not equality or static_type(other) in ("int", "float") or isinstance(other, Array):
            prove_array(value)
    operands = [value for value in (left, right) if isinstance(value, Traced)]
    if equality and len(operands) == 2 and all(map(_is_leaf_or_tree, operands)):
        for value in operands:
            prove_array(value)  # of tuples, too, Python would ask each pair of elements whether they are equal
    if equality and len(operands) == 2 and not any(value.is_array for value in operands):
        # Two pytrees of unknown structure may well be tuples: it is an array where it is used as one.
        return _still_pytree(elementwise(frame, node, [left, right], "b", dtype="bool"), left, right)
    if equality and operands and not any(value.is_array for value in operands):
        return UNKNOWN
    if UNKNOWN in (left, right) and equality:
        other = right if left is UNKNOWN else left
        if not (isinstance(other, Traced) and other.is_array):
            return UNKNOWN
    return _still_pytree(elementwise(frame, node, [left, right], "b", dtype="bool"), left, right)


def _is_leaf_or_tree(value: Traced) -> bool:
    """Of tracers, of which none knows its number; no key of a dict, and no reference."""
    evidence = value.evidence
    return not value.concrete and (evidence is None or not (evidence.may_be_key or evidence.refers))


def _is_unlike_arrays(value: Value) -> bool:
    kind = static_type(value)
    if kind == "object":
        return enumeration_of(value) is not None
    return kind in ("str", "NoneType", "bytes") or isinstance(value, (Mapping, Instance))


def _identity(positive: bool, left: Value, right: Value) -> Value:
    none = [value for value in (left, right) if isinstance(value, Const) and value.value is None]
    if len(none) == 2:
        return Const(positive)
    if isinstance(left, Const) and isinstance(right, Const) and isinstance(right.value, bool):
        return Const((left.value is right.value) is positive)  # ``flag is True``
    if enumeration_of(left) is not None and isinstance(right, Const):
        return Const((left.value is right.value) is positive)  # type: ignore[attr-defined]
    if isinstance(left, ClassValue) and isinstance(right, ClassValue):
        known = left is right or left.node is not right.node
        return Const((left is right) is positive) if known else Static("bool")
    if isinstance(left, Library) and isinstance(right, Library):  # ``xp is np``
        same = left.name == right.name and ":" not in left.name  # objects of one class are several
        apart = left.name.partition(".")[0] != right.name.partition(".")[0]
        return Const(same is positive) if same or apart else Static("bool")
    if none:
        other = right if left is none[0] else left
        if isinstance(other, Traced) and not other.is_array:
            if other.evidence is not None:
                other.evidence.may_be_none = True  # why else would one ask?
            return Static("bool") if other.evidence is None else UNKNOWN
        return Static("bool") if other is UNKNOWN or getattr(other, "optional", False) else Const(not positive)
    return Static("bool")


def _membership(
    frame: Frame, node: _ast.Compare, operator: _ast.cmpop, left: Value, right: Value, left_node: _ast.AST
) -> Value:
    if isinstance(right, Traced):
        if right.is_array and (isinstance(left, (Traced, Array)) or _is_number(left)):  # of a name, it is no array
            truth(frame, node, right, node, "in")
        return Static("bool")
    if isinstance(left, Traced):
        if isinstance(right, Mapping) or (isinstance(right, Sequence) and right.type in SETS):
            concretize(frame, left_node, left, "hash", even_grad=True)
        elif isinstance(right, Sequence) and right.items and all(_is_number(item) for item in right.items):
            prove_array(left)
            truth(frame, left_node, left, node, "in")
        return Static("bool")
    positive = isinstance(operator, _ast.In)
    if isinstance(right, Sequence) and right.type not in SETS:
        ask_members(frame, node, left, right.items or [], "in")
    if isinstance(left, Const) and isinstance(right, Sequence) and right.items is not None:
        constants = [item.value for item in right.items if isinstance(item, Const)]
        found = left.value in constants
        if len(constants) == len(right.items) and (found or not right.grows):
            return Const(found is positive)
    if isinstance(left, Const) and isinstance(right, Mapping) and right.items is not None:
        found = left.value in right.items
        return Const(found is positive) if found or not right.grows else Static("bool")
    if isinstance(left, Const) and isinstance(right, Const):
        return _inside(left.value, right.value, positive)
    return Static("bool")


def _inside(part: object, whole: object, positive: bool) -> Value:
    """Of a text in a text, a flag in a flag."""
    try:
        return Const((part in whole) is positive)  # type: ignore[operator]
    except TypeError:
        return Static("bool")


def _is_number(value: Value) -> bool:
    return isinstance(value, Traced) or static_type(value) in ("int", "float", "bool")
