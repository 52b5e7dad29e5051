"""Values on their way into a traced body, and out of it again."""

from __future__ import annotations

from jaxlint.tracing.aval import Aval, join_avals, unknown_aval
from jaxlint.tracing.context import ABSTRACT, GRAD, VMAP, enter
from jaxlint.tracing.environment import Frame
from jaxlint.tracing.joining import aval_of, first_traced, join, scalar_aval
from jaxlint.tracing.value import UNKNOWN, Array, Const, Evidence, Instance, Mapping, Sequence, Static, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.tracing.origin import Origin


def body_frame(frame: Frame, context: str, origin: Origin) -> Frame:
    """Where a transform calls the user's function from."""
    inner = Frame(frame.interpreter, frame.module, frame.function, frame, enter(frame.context, context), frame.depth)
    inner.catching = frame.catching
    inner.branches = frame.branches
    inner.differentiated = 0 if context == ABSTRACT else frame.differentiated + (context == GRAD)
    inner.staging = origin if frame.context != ABSTRACT else frame.staging
    return inner


def lift(value: Value, origin: Origin, concrete: bool = False, python: bool = True) -> Value:
    """The value as a traced argument.  ``concrete``: grad alone knows the number.

    ``python`` False: Python numbers stay what they are (equinox.filter_jit).
    What has no derivative, integers and bools, grad leaves as it is.
    """

    def leaf(item: Value) -> Value:
        if isinstance(item, Traced):
            return Traced(item.aval, item.origin, item.concrete and concrete, False, item.evidence, item.key_id)
        if isinstance(item, Array):
            if concrete and item.aval.kind in ("i", "b"):
                return item
            return Traced(item.aval, origin, concrete, False, None, item.key_id)
        aval = scalar_aval(item)
        if aval is not None:
            stays = not python or (concrete and aval.kind in ("i", "b"))
            return item if stays else Traced(aval, origin, concrete)
        if item is UNKNOWN and python:
            return Traced(unknown_aval(), origin, concrete, False, Evidence())
        return item

    return map_leaves(value, leaf)


def map_leaves(value: Value, change: Callable[[Value], Value], depth: int = 6) -> Value:
    """Rebuild a pytree with other leaves; what is no pytree in view becomes UNKNOWN."""
    if depth == 0:
        return UNKNOWN
    if isinstance(value, Sequence):
        if value.type == "set":
            return UNKNOWN
        if value.items is None:
            return Sequence(value.type, None, map_leaves(value.element, change, depth - 1))
        return Sequence(value.type, [map_leaves(item, change, depth - 1) for item in value.items])
    if isinstance(value, Mapping):
        if value.items is None:
            return Mapping(None, map_leaves(value.element, change, depth - 1))
        return Mapping({name: map_leaves(item, change, depth - 1) for name, item in value.items.items()})
    if isinstance(value, Instance):
        return _map_record(value, change, depth)
    if isinstance(value, (Traced, Array, Const, Static)) or value is UNKNOWN:
        return change(value)
    return value


def _map_record(value: Instance, change: Callable[[Value], Value], depth: int) -> Value:
    if not value.cls.pytree:
        return Instance(value.cls, {})  # which of its fields are leaves is its class's secret
    static, data = value.cls.static_fields, value.cls.data_fields
    fields = {
        name: item if name in static else map_leaves(item, change, depth - 1)
        for name, item in value.attributes.items()
        if data is None or name in data or name in static  # the rest is made anew, nobody knows how
    }
    return Instance(value.cls, fields)


def join_outputs(left: Value, right: Value) -> Value:
    """What comes out of branches of which JAX takes one: where either gives a tracer, so does the whole."""
    if isinstance(left, Sequence) and isinstance(right, Sequence):
        rows, others = left.items, right.items
        if rows is not None and others is not None and len(rows) == len(others) and left.type == right.type:
            return Sequence(left.type, [join_outputs(a, b) for a, b in zip(rows, others, strict=True)])
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        named, theirs = left.items, right.items
        if named is not None and theirs is not None and named.keys() == theirs.keys():
            return Mapping({name: join_outputs(item, theirs[name]) for name, item in named.items()})
    one, other = (left, right) if isinstance(left, Traced) else (right, left)
    plain = isinstance(other, Array) or scalar_aval(other) is not None
    if isinstance(one, Traced) and one.is_array and plain:
        return Traced(join_avals(one.aval, aval_of(other)), one.origin, one.concrete)
    joined = join(left, right)
    if isinstance(left, Traced) and isinstance(right, Traced) and isinstance(joined, Traced):
        return _agreed(left.aval, right.aval, joined)
    return joined


def _agreed(left: Aval, right: Aval, joined: Traced) -> Traced:
    """JAX takes branches of one dtype only: what is known of one holds for both."""
    told = left if right.kind is None else right
    if None not in (left.kind, right.kind) or told.kind is None or told.weak:
        return joined
    aval = Aval(told.kind, joined.aval.shape, told.dtype, joined.aval.weak)
    return Traced(aval, joined.origin, joined.concrete, joined.staged, joined.evidence, joined.key_id)


def with_other_keys(value: Value) -> Value:
    """The same pytree of another row: its keys are others."""

    def leaf(item: Value) -> Value:
        if isinstance(item, Traced) and item.key_id is not None:
            key_id = ("next", item.key_id)
            return Traced(item.aval, item.origin, item.concrete, item.staged, item.evidence, key_id)
        return item

    return map_leaves(value, leaf)


def traced_tree(origin: Origin) -> Traced:
    """A pytree of tracers of which no more is known."""
    return Traced(unknown_aval(), origin, False, False, Evidence())


def surface(
    frame: Frame,
    value: Value,
    inputs: list[Value],
    change: Callable[[Aval], Aval] | None = None,
    arrays_alone: bool = True,
    choosing: bool = False,
) -> Value:
    """The value that comes out of a transform: concrete again where nothing around is traced.

    ``arrays_alone`` False: what is no array comes out, too (equinox.filter_jit).
    ``choosing``: vmap may have to merge two results, and then constants are mapped, too.
    """
    among_inputs = first_traced(inputs)
    keeps_constants = frame.context == GRAD or (frame.context == VMAP and not choosing)

    def leaf(item: Value) -> Value:
        if item is UNKNOWN and arrays_alone and frame.context == ABSTRACT and frame.staging is not None:
            return traced_tree(frame.staging)
        traced = among_inputs
        if keeps_constants and (not isinstance(item, Traced) or item.staged):
            traced = None  # neither mapped nor differentiable
        elif traced is None and isinstance(item, Traced) and frame.context in (VMAP, GRAD):
            traced = _closed_over(frame, item)
        if not isinstance(item, (Traced, Array)):
            aval = scalar_aval(item)
            if aval is None:
                return item
            item = Array(aval)
        aval = change(item.aval) if change is not None else item.aval
        evidence = item.evidence if isinstance(item, Traced) else None
        if traced is not None:
            return Traced(aval, traced.origin, traced.concrete, traced.staged, evidence, item.key_id)
        if frame.context == ABSTRACT and frame.staging is not None:
            return Traced(aval, frame.staging, False, False, evidence, item.key_id)
        if evidence is not None and not evidence.is_array:
            return UNKNOWN
        return Array(aval, False, item.key_id)

    return map_leaves(value, leaf)


def _closed_over(frame: Frame, result: Traced) -> Traced | None:
    """The tracer of the code around that a result comes from, though none was passed."""
    root = result.origin.root()
    around: Frame | None = frame
    while around is not None:
        for value in around.variables.values():
            if isinstance(value, Traced) and value.origin.root() is root:
                return value
        around = around.closure
    return None
