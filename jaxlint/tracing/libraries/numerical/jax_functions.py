"""Calls into jax.*: the table says what must be static, what follows data, what comes out."""

from __future__ import annotations

import _ast

from jaxlint.knowledge.api import Parameter, Record, is_dtype, lookup
from jaxlint.tracing.bounds.float_sizes import check_sizes
from jaxlint.tracing.bounds.overflow import TOTALS, check_total
from jaxlint.tracing.bounds.wide_dtypes import NARROWED, asked_for, note
from jaxlint.tracing.events.shapes import DataDependentShape
from jaxlint.tracing.functions.calling import FUNCTIONS, PREFIXES
from jaxlint.tracing.keys.constant_keys import note_derived, note_drawn, note_made
from jaxlint.tracing.keys.key_use import Taken, Use
from jaxlint.tracing.keys.splits import Splits
from jaxlint.tracing.keys.uses import consume, hand_over
from jaxlint.tracing.libraries.numerical.array_operands import check_operands
from jaxlint.tracing.libraries.numerical.bound import Bound, bind
from jaxlint.tracing.libraries.numerical.how_many import container_of
from jaxlint.tracing.libraries.numerical.keys import note_dropped, note_given
from jaxlint.tracing.libraries.numerical.padded import note_padded
from jaxlint.tracing.libraries.numerical.results import result_aval
from jaxlint.tracing.operations.arrays import flattened, follow, operation, staging_origin, unbatched
from jaxlint.tracing.operations.facts import may_be_none, need_static, prove_shaped
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.transforms.loops import LOOPS, note_length
from jaxlint.tracing.transforms.refused.axis_names import check_bound
from jaxlint.tracing.values.aval import AnyShape, Aval, Dim
from jaxlint.tracing.values.holding import prove_array, prove_indexed
from jaxlint.tracing.values.joining import aval_of, first_traced
from jaxlint.tracing.values.shapes import dimension, dtype_of, shape_value
from jaxlint.tracing.values.stage import ABSTRACT
from jaxlint.tracing.values.value import UNKNOWN, Array, Const, Container, Library, Sequence, Static, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame

# The first argument lends its shape and dtype alone: under vmap or grad only, the result is no tracer.
_SHAPES_ONLY = frozenset(
    ["jax.lax.full_like", *("jax.numpy." + base + "_like" for base in ("zeros", "ones", "empty", "full"))]
)

# Flat wherever they have a derivative at all.
_FLAT = frozenset(
    [
        "jax.Array.round",
        *("jax.numpy." + base for base in "around ceil fix floor floor_divide rint round sign trunc".split()),
        *("jax.lax." + base for base in "ceil floor round sign".split()),
    ]
)

_CONTEXTS = (".ensure_compile_time_eval", ".eval_context", ".disable_jit")
_INDEX_TUPLES = frozenset(["jax.numpy.nonzero", "jax.Array.nonzero"])
# Of results whose shape follows data, the rank.
_RANKS = {
    "jax.numpy." + base: 1 for base in "flatnonzero extract compress unique union1d setdiff1d setxor1d".split()
} | {"jax.numpy.argwhere": 2}


# Context managers that change how what is inside them runs.
MANAGERS = frozenset(
    ["jax.ensure_compile_time_eval", "jax.disable_jit", "jax.core.eval_context", "jax._src.core.eval_context"]
)


def jax_call(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    if name in MANAGERS:
        return Library("with:" + name)
    if is_dtype(name):
        return _cast(frame, node, name, arguments)
    record = lookup(name)
    if record is None:
        hand_over(frame, node, arguments.values())
        return UNKNOWN
    return known_call(frame, node, record, arguments, None)


def _cast(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    value = arguments.get(0) or Const(0)
    kind, dtype = dtype_of(Library(name))
    if dtype in NARROWED and arguments.positional:
        note(frame, node, dtype)
    prove_array(value)
    return operation(frame, node, [value], Aval(kind, aval_of(value).shape, dtype))


def known_call(frame: Frame, node: _ast.AST, record: Record, arguments: Arguments, receiver: Value | None) -> Value:
    """A call that the table knows; ``receiver``: the array whose method it is."""
    bound = bind(record, arguments)
    if bound.refused:
        return UNKNOWN
    if arguments.complete:
        check_operands(frame, node, record, bound.parameters)
        check_sizes(frame, record.name, bound)
    if record.static_result:
        return _static_result(record, bound, receiver)
    operands = ([] if receiver is None else [receiver]) + _operands(bound)
    for value in operands:
        (prove_indexed if record.name in _SHAPES_ONLY else prove_array)(value)
        if record.form not in ("elementwise", "broadcast"):
            prove_shaped(frame, value)
    _check_static(frame, node, record, bound)
    _check_data(frame, node, record, bound, operands)
    key_id = _keys(frame, node, record, bound)
    inputs = operands + [value for _, value, _ in bound.parameters if value not in operands]
    if record.name in _SHAPES_ONLY and frame.context.stage != ABSTRACT:
        inputs = [bound.values[name] for name in ("fill_value",) if name in bound.values]
    if not arguments.complete:
        inputs.append(UNKNOWN)
    if not record.key_use and frame.interpreter.part(Splits).by_keys:
        hand_over(frame, node, inputs)
    if _is_one_argument_where(record, bound) or record.name in _INDEX_TUPLES:
        return _index_tuple(frame, node, inputs, operands, bound)
    aval = result_aval(record, bound.values, operands, receiver)
    if aval.dtype in NARROWED:
        asked_for(frame, node, bound.values, bound.nodes)
    if record.name in _RANKS and not bound.given("axis"):
        aval = Aval(aval.kind, tuple(Dim() for _ in range(_RANKS[record.name])), aval.dtype)
    if record.name.endswith("cho_factor"):
        return Sequence("tuple", [operation(frame, node, inputs, aval), Static("bool")])
    if record.form == "other":
        return UNKNOWN
    form = container_of(record, bound)
    if form == "tuple" and record.name == "jax.numpy.unique":
        return _unique_tuple(frame, node, inputs, operands, bound)
    if form is not None:
        return Sequence(form, None, operation(frame, node, inputs, Aval(None, AnyShape())))
    result = operation(frame, node, inputs, aval, key_id)
    if record.name in TOTALS:
        check_total(frame, node, record.name, bound.nodes.get("a"), result)
    if aval.kind is None and record.kind_for("f") == "f" and not bound.given("dtype"):
        follow(frame, node, result, inputs)
    if record.name in _SHAPES_ONLY:
        return unbatched(result)
    return flattened(frame, node, result) if record.name in _FLAT else result


def _operands(bound: Bound) -> list[Value]:
    """What is passed for arrays."""
    found = []
    for parameter, value, _ in bound.parameters:
        if (parameter.array and not isinstance(value, Container) and not parameter.must_be_static) or (
            parameter.array and parameter.must_be_static and parameter.ok_if
        ):
            found.append(value)
    return found


def _check_static(frame: Frame, node: _ast.AST, record: Record, bound: Bound) -> None:
    for parameter, value, argument in bound.parameters:
        if argument is None or parameter.name in record.bound or any(bound.given(name) for name in parameter.ok_if):
            continue
        traced = first_traced([value])
        if traced is None or not _refuses(parameter, traced) or traced.concrete:
            continue
        if may_be_none(traced) and not _is_size(parameter):
            continue
        scan = _scan_over(frame, node) if record.name == "jax.numpy.arange" else None
        if scan is not None:
            note_length(frame, scan, argument, traced)
        else:
            wanted = "shape" if parameter.kind == "var" else parameter.name  # x.reshape(2, 3)
            need_static(frame, argument, value, node, record.name, wanted)


def _scan_over(frame: Frame, node: _ast.AST) -> _ast.AST | None:
    """``scan(f, c, jnp.arange(n))``: a traced n is the loop's length, more than arange's argument."""
    call = frame.module.parents.get(node)
    by_name = isinstance(call, _ast.keyword) and call.arg == "xs"
    call = frame.module.parents.get(call) if isinstance(call, _ast.keyword) else call
    if not isinstance(call, _ast.Call) or not (by_name or call.args[2:3] == [node]):
        return None
    function = evaluate(frame, call.func)
    return call if isinstance(function, Library) and function.name == "jax.lax.scan" else None


def _refuses(parameter: Parameter, traced: Traced) -> bool:
    """The parameter takes no tracer, or none of this rank."""
    if parameter.must_be_static or not traced.is_array or traced.aval.rank is None:
        return parameter.must_be_static
    return parameter.scalar_must_be_static if traced.aval.rank == 0 else parameter.array_must_be_static


def _is_size(parameter: Parameter) -> bool:
    """A number is wanted, and None is none."""
    return parameter.default != "None" or parameter.name in ("stop", "step")


def _check_data(frame: Frame, node: _ast.AST, record: Record, bound: Bound, operands: list[Value]) -> None:
    variant = record
    if _is_one_argument_where(record, bound):
        variant = record.variants.get("1arg", record)
    if not variant.data_dependent:
        return
    if any(bound.given(name) for name in variant.rescue):
        note_padded(frame, node, record.name, bound, operands)
        return
    suspects = [bound.values[name] for name in variant.bound if name in bound.values] or operands[:1]
    value = first_traced(suspects) or _staged(frame, node, variant, suspects)
    if value is not None and not value.concrete:
        report(frame, DataDependentShape, node, value, callee=record.name, rescue=variant.rescue)


def _staged(frame: Frame, node: _ast.AST, record: Record, suspects: list[Value]) -> Traced | None:
    """A constant array that the function makes a tracer of before it asks for its numbers."""
    if frame.context.stage != ABSTRACT or frame.context.staging is None or not record.fails_in_jit:
        return None
    constant = next((value for value in suspects if isinstance(value, Array)), None)
    return None if constant is None else Traced(constant.aval, staging_origin(frame, node), False, True)


def _is_one_argument_where(record: Record, bound: Bound) -> bool:
    return record.name == "jax.numpy.where" and not bound.given("x") and not bound.given("y")


def _index_tuple(frame: Frame, node: _ast.AST, inputs: list[Value], operands: list[Value], bound: Bound) -> Value:
    """One array of indices an axis, all of one length."""
    rank = aval_of(operands[0]).rank if operands else None
    length = dimension(bound.values.get("size", UNKNOWN))
    element = operation(frame, node, inputs, Aval("i", (length,), "int32"))
    return Sequence("tuple", None if rank is None else [element] * max(rank, 1), element)


def _unique_tuple(frame: Frame, node: _ast.AST, inputs: list[Value], operands: list[Value], bound: Bound) -> Value:
    """Values, and integers that go with them."""
    flags = [bound.values.get(name) for name in ("return_index", "return_inverse", "return_counts")]
    known = all(flag is None or isinstance(flag, Const) for flag in flags)
    first = aval_of(operands[0]) if operands else Aval(None, AnyShape())
    shape = AnyShape() if bound.given("axis") else (Dim(),)
    items = [operation(frame, node, inputs, Aval(first.kind, shape, first.dtype))]
    for flag in flags:
        if isinstance(flag, Const) and flag.value:
            items.append(
                operation(frame, node, inputs, Aval("i", AnyShape() if flag is flags[1] else (Dim(),), "int32"))
            )
    return Sequence("tuple", items if known else None, items[0] if not known else UNKNOWN)


def _keys(frame: Frame, node: _ast.AST, record: Record, bound: Bound) -> object:
    use = record.key_use
    if not use:
        return None
    taken: Use | None = None
    if use in ("consumes", "splits"):
        taken = consume(frame, node, bound.values.get("key", UNKNOWN), bound.nodes.get("key"), Taken(record.name))
    if use == "consumes":
        note_drawn(frame, node, record.name, bound.values, bound.nodes)
    if use not in ("makes", "splits", "derives"):
        return None
    made = frame.interpreter.fresh_key((frame.module, frame.function, node))
    if use == "makes":
        note_made(frame, node, made, bound.values.get("seed"), bound.nodes.get("seed"))
    else:
        note_given(frame, made, bound, taken)
        note_dropped(frame, node, record.name, bound.nodes.get("key"))
        note_derived(frame, made, getattr(bound.values.get("key"), "key_id", None), bound.values.get("data"))
    return made


def _static_result(record: Record, bound: Bound, receiver: Value | None) -> Value:
    first = receiver if receiver is not None else next(iter(bound.values.values()), UNKNOWN)
    is_array = isinstance(first, (Traced, Array))
    if record.name == "jax.numpy.shape":
        return shape_value(aval_of(first).shape) if is_array else UNKNOWN
    if record.name == "jax.numpy.ndim" and is_array:
        rank = aval_of(first).rank
        return Static("int") if rank is None else Const(rank)
    return Static(record.form) if record.form in ("int", "bool", "dtype", "str", "float") else UNKNOWN


def axis_size(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """The size of a mapped axis is static."""
    check_bound(frame, node, name, arguments)
    return Static("int")


def loop(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """A loop of JAX's; ``unroll``, ``reverse``, ``batch_size`` must be static.  The length of a scan is asked there."""
    record = lookup(name)
    if record is not None:
        bound = bind(record, arguments)
        bound.parameters = [one for one in bound.parameters if one[0].name != "length"]
        _check_static(frame, node, record, bound)
    return LOOPS[name](frame, node, name, arguments)


for _name in LOOPS:
    FUNCTIONS[_name] = loop
PREFIXES["jax"] = jax_call
FUNCTIONS["jax.lax.axis_size"] = axis_size
