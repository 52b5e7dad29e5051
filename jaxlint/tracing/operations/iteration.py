"""What a for loop gets out of a value."""

from __future__ import annotations

from jaxlint.tracing.keys.splits import row_of, some_rows
from jaxlint.tracing.keys.uses import hand_over_key
from jaxlint.tracing.objects.special_methods import special
from jaxlint.tracing.operations.arrays import operation
from jaxlint.tracing.operations.unpacking import check_axes, check_results, check_unpacking, named
from jaxlint.tracing.values.argument_evidence import Evidence
from jaxlint.tracing.values.enumerations import members_of
from jaxlint.tracing.values.holding import operand, prove_array
from jaxlint.tracing.values.joining import another, element_of, join_all
from jaxlint.tracing.values.named_fields import fields_of
from jaxlint.tracing.values.shapes import without_leading
from jaxlint.tracing.values.value import (
    UNKNOWN,
    Array,
    ClassValue,
    Const,
    Container,
    Instance,
    Mapping,
    Sequence,
    ShapeTuple,
    Static,
    Traced,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.environment import Frame


def iterate(frame: Frame, node: _ast.AST, value: Value) -> tuple[list[Value] | None, Value]:
    """The elements where they are known one by one, else None and a value for each of them."""
    value = operand(value)
    if isinstance(value, Sequence):
        return value.items, element_of(value)
    if isinstance(value, Mapping):
        if value.items is None:
            return None, UNKNOWN
        keys: list[Value] = [Const(key) for key in value.items]
        return keys, join_all(keys)
    if isinstance(value, (Traced, Array)):
        items, row = _rows(frame, node, value)
        if items is None and value.key_id is not None:
            hand_over_key(frame, node, value, value.key_id)
        return items, row
    if isinstance(value, ShapeTuple):
        return None, Static("int")
    if isinstance(value, Static):
        return None, {"range": Static("int"), "str": Static("str")}.get(value.type, UNKNOWN)
    if isinstance(value, Const) and isinstance(value.value, str):
        return [Const(character) for character in value.value], Static("str")
    members = members_of(value) if isinstance(value, ClassValue) else None
    if members is not None:
        return members, join_all(members)
    made = special(frame, node, value, "iter") if isinstance(value, Instance) else None
    if made is not None:
        return iterate(frame, node, made) if not isinstance(made, Instance) else (None, UNKNOWN)
    fields = fields_of(value) if isinstance(value, Instance) else None
    if fields is not None:
        return fields, join_all(fields)
    return None, UNKNOWN


def has_rows(value: Value) -> bool:
    """Arrays have elements, axes some length: code that asks for one turn or more is not judged by the empty case."""
    if isinstance(value, Static):
        return value.type == "range" and value.dim is not None
    return bool(value.items) or value.filled if isinstance(value, Sequence) else isinstance(value, (Array, Traced))


def filled(made: Sequence, *walked: Value) -> Sequence:
    """What a walk along all of these makes, each of which has elements."""
    made.filled = bool(walked) and all(map(has_rows, walked))
    return made


def _rows(frame: Frame, node: _ast.AST, value: Traced | Array) -> tuple[list[Value] | None, Value]:
    if isinstance(value, Array) and value.numpy:
        return None, Array(without_leading(value.aval), True)
    if isinstance(value, Traced) and not value.is_array:
        return None, part_of(value, may_be_key=True)
    prove_array(value)
    aval = without_leading(value.aval)
    row = operation(frame, node, [value], aval)
    shape = value.aval.shape
    count = shape[0] if isinstance(shape, tuple) and shape else None
    if value.key_id is not None and aval.kind == "k":
        return _keys(frame, node, value, aval, count)
    if isinstance(count, int) and count <= 16:
        return [row] * count, row
    return None, row


def _keys(
    frame: Frame, node: _ast.AST, value: Traced | Array, aval: object, count: object
) -> tuple[list[Value] | None, Value]:
    """Rows of split keys: each one is a key of its own."""
    assert value.key_id is not None
    if isinstance(count, int) and count <= 16:
        return [operation(frame, node, [value], aval, row_of(value.key_id, row)) for row in range(count)], UNKNOWN  # type: ignore[arg-type]
    return None, operation(frame, node, [value], aval)  # type: ignore[arg-type]


def unpack(frame: Frame, node: _ast.AST, value: Value, count: int, star: int | None) -> list[Value]:
    """The values of ``a, b = value`` (``star``: position of ``*rest``, which gets a list)."""
    is_array = isinstance(value, (Traced, Array))
    least = count if star is None else count - 1
    names = named(count, star)
    check_axes(
        frame,
        getattr(frame.module.parents.get(node), "value", node),
        value,
        names,
        lambda rank: rank == count if star is None else rank >= least,
    )
    if is_array:
        check_unpacking(frame, node, value, count, star)  # type: ignore[arg-type]
    items, element = _rows(frame, node, value) if is_array else iterate(frame, node, value)  # type: ignore[arg-type]
    if items is not None and star is None and len(items) == count:
        return items
    if items is not None and star is not None and len(items) >= count - 1:
        tail = count - 1 - star
        middle = items[star : len(items) - tail]
        return [*items[:star], Sequence("list", middle), *items[len(items) - tail :]]
    if items is not None and isinstance(value, Container):
        if isinstance(value, Sequence):
            check_results(frame, node, len(items), names)
        return [UNKNOWN] * count  # Python refuses: there are more of them, or less
    if isinstance(value, Traced) and not value.is_array:
        return [part_of(value) for _ in range(count)]
    result: list[Value] = []
    for position in range(count):
        part = another(element)
        if isinstance(value, (Traced, Array)) and value.key_id is not None:
            part = operation(frame, node, [value], without_leading(value.aval), row_of(value.key_id, position))
        result.append(Sequence("list", None, part) if position == star else part)
    if star is not None and isinstance(value, (Traced, Array)) and value.key_id is not None:
        aval = value.aval
        result[star] = Sequence("list", None, UNKNOWN) if aval.kind != "k" else _rest(frame, node, value, star)
    return result


def _rest(frame: Frame, node: _ast.AST, value: Traced | Array, star: int) -> Value:
    """``key, *subkeys = split(key, n)``: a list of keys, none of them named yet."""
    row = operation(frame, node, [value], without_leading(value.aval), None)
    hand_over_key(frame, node, value, some_rows(value.key_id, star, None))
    return Sequence("list", None, row)


def part_of(value: Traced, may_be_key: bool = False) -> Traced:
    """A row of an array, or a part of a pytree, which is one again."""
    evidence = Evidence(value.evidence, may_be_key)
    part = Traced(without_leading(value.aval), value.origin, value.concrete, value.staged, evidence)
    part.trace = value.trace
    return part
