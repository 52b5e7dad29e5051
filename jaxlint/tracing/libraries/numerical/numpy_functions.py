"""Calls into NumPy: static on static values, refused or passed on for tracers."""

from __future__ import annotations

from jaxlint.knowledge.api import has_twin, lookup, numpy_verdict
from jaxlint.tracing.functions.calling import PREFIXES
from jaxlint.tracing.libraries.numerical.bound import bind
from jaxlint.tracing.libraries.numerical.results import result_aval
from jaxlint.tracing.operations.arrays import operation
from jaxlint.tracing.operations.facts import host_random, numpy_call, silently_false, written_in_place
from jaxlint.tracing.values.aval import AnyShape, Aval, Shape
from jaxlint.tracing.values.holding import prove_array
from jaxlint.tracing.values.joining import aval_of, first_traced, static_type
from jaxlint.tracing.values.shapes import dtype_of, shape_of, shape_value
from jaxlint.tracing.values.stage import ABSTRACT, VMAP
from jaxlint.tracing.values.value import (
    NONE,
    UNKNOWN,
    Array,
    Const,
    Library,
    Sequence,
    ShapeTuple,
    Static,
    Traced,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame

_SEEDED = ("default_rng", "RandomState", "Generator", "seed", "SeedSequence", "get_state", "set_state", "PCG64")
# They write into their first argument; "at" is a method of NumPy's ufuncs.
_WRITERS = frozenset(["at", "fill_diagonal", "put", "put_along_axis", "copyto", "putmask", "place"])
_GENERATORS = {"default_rng": "numpy.random.Generator", "RandomState": "numpy.random.RandomState"}
# They are told sizes, and take no array.
_MAKERS = frozenset(["arange", "eye", "identity", "tri", "full", "ones", "zeros", "empty"])
_FORGIVING = frozenset(["array_equal", "array_equiv"])  # they catch the error, and say False
_FROM_ARRAYS = frozenset(["array", "asarray"])
_EVEN_TRACED = frozenset(["nonzero", "argwhere"])  # grad alone knows which entries are zero


def numpy(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    if name.startswith("numpy.random."):
        return _random(frame, node, name, arguments)
    base = name.rsplit(".", 1)[-1]
    written = arguments.get(0) if base in _WRITERS else None
    if isinstance(written, (Traced, Array)) and not (isinstance(written, Array) and written.numpy):
        written_in_place(frame, node, written)
        return NONE
    traced = first_traced(arguments.values())
    if traced is None:
        return _static_call(name, base, arguments)
    behaviour = "raises" if base in _MAKERS or _is_method_of_ufunc(name) else numpy_verdict(name)
    if traced.concrete and (base in _EVEN_TRACED or (base in _MAKERS and traced.aval.kind == "i")):
        return UNKNOWN  # grad alone knows the size
    if base == "argsort" and ("kind" in arguments.keywords or not _is_stable(arguments)):
        behaviour = "raises"
    if behaviour == "raises":
        prove_array(traced)
    elif _is_listed(base, arguments):
        behaviour = "raises"
    if behaviour == "raises" and traced.is_array and _really_given(arguments, traced):
        numpy_call(frame, node, traced, name, _written_for(traced, arguments))
    elif base in _FORGIVING and traced.is_array and _really_given(arguments, traced):
        silently_false(frame, node, traced, name)
    if behaviour == "tracer":
        return operation(frame, node, arguments.values(), _like_jax(name, arguments))
    if behaviour.startswith("static "):
        return _static_fact(base, behaviour.removeprefix("static "), arguments)
    return UNKNOWN


def _is_stable(arguments: Arguments) -> bool:
    """NumPy 2 hands ``stable=None`` on to JAX's own method, which traces it, and raises when it compiles."""
    stable = arguments.keywords.get("stable")
    return not arguments.complete or (stable is not None and not (isinstance(stable, Const) and stable.value is None))


def _is_method_of_ufunc(name: str) -> bool:
    """``np.add.accumulate``: no tracer has a method for it to be handed to."""
    function, _, method = name.rpartition(".")
    return method in ("reduce", "accumulate", "reduceat", "outer") and has_twin(function)


def _is_listed(base: str, arguments: Arguments) -> bool:
    """Tracers in a list, which NumPy makes an array of before it asks them for a method of theirs."""
    first = arguments.get(0)
    return isinstance(first, Sequence) and first_traced([first]) is not None and base not in _FORGIVING


def _really_given(arguments: Arguments, traced: Traced) -> bool:
    """A tracer itself or in a list: where a dict holds it NumPy makes an object array and says nothing."""
    for value in arguments.values():
        if value is traced:
            return True
        if isinstance(value, Sequence) and first_traced([value]) is traced:
            return True
    return False


def _like_jax(name: str, arguments: Arguments) -> Aval:
    """What jax.numpy's function of the name would give."""
    record = lookup("jax." + name)
    if record is None:
        return Aval(None, AnyShape())
    bound = bind(record, arguments)
    return result_aval(record, bound.values, [value for one, value, _ in bound.parameters if one.array])


def _static_fact(base: str, kind: str, arguments: Arguments) -> Value:
    first = arguments.get(0) or UNKNOWN
    if kind == "shape" and isinstance(first, (Traced, Array)):
        return shape_value(first.aval.shape)
    if base == "ndim" and aval_of(first).rank is not None:
        return Const(aval_of(first).rank)
    return Static(kind) if kind in ("int", "bool", "dtype") else UNKNOWN


def _static_call(name: str, base: str, arguments: Arguments) -> Value:
    """NumPy on what is no tracer gives NumPy arrays; numbers of shapes stay numbers."""
    values = arguments.positional
    if UNKNOWN in arguments.values() or not arguments.complete:
        return UNKNOWN
    behaviour = numpy_verdict(name)
    if behaviour.startswith("static ") or name.count(".") > 1:
        return _static_fact(base, behaviour.removeprefix("static "), arguments)
    if base == "prod" and len(values) == 1 and isinstance(values[0], (ShapeTuple, Sequence)):
        return _product(values[0])
    scalar_kind, scalar = dtype_of(Library(name))
    if scalar is not None and len(values) <= 1:
        return Array(Aval(scalar_kind, aval_of(values[0]).shape if values else (), scalar), True)
    kind, dtype = dtype_of(arguments.get(1, "dtype"))
    if base in ("zeros", "ones", "empty"):
        return Array(Aval(kind or "f", shape_of(values[0] if values else arguments.keywords.get("shape")), dtype), True)
    if any(isinstance(value, Array) and not value.numpy for value in values) and base not in _FROM_ARRAYS:
        return UNKNOWN
    aval = _like_jax(name, arguments)
    if base == "arange":
        aval = Aval(aval.kind, aval.shape, dtype)  # int64 here, int32 there
    if aval.shape == () and base not in ("array", "asarray"):
        return Static({"i": "int", "b": "bool", "f": "float"}.get(aval.kind or "", "object"))
    return Array(aval, True) if base in NUMPY_ARRAYS else UNKNOWN


NUMPY_ARRAYS = frozenset(
    """array asarray arange linspace eye identity full zeros_like ones_like full_like sin cos exp log sqrt abs where
    concatenate stack reshape transpose isnan isfinite logical_and logical_not cumsum sort argsort maximum minimum
    triu tril tri diag outer dot matmul tile repeat meshgrid square power floor ceil round sign clip isin logical_or
    logical_xor greater greater_equal less less_equal equal not_equal mod remainder floor_divide diff roll
    flip indices append hstack vstack dstack column_stack expand_dims swapaxes moveaxis broadcast_to geomspace
    logspace empty_like kron fliplr flipud rot90 vander pad delete insert""".split()
)


def _product(shape: Value) -> Value:
    if isinstance(shape, Sequence) and shape.items is not None:
        total = 1
        for item in shape.items:
            if not (isinstance(item, Const) and isinstance(item.value, int)):
                return Static("int")
            total *= item.value
        return Const(total)
    return Static("int")


def _random(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    base = name.rsplit(".", 1)[-1]
    if base not in _SEEDED:
        host_random(frame, node, name)
    if base in _GENERATORS and (frame.context.stage not in (ABSTRACT, VMAP) or not arguments.values()):
        return Library(_GENERATORS[base])  # one that is seeded while tracing gives what it is meant to
    if base in ("random", "rand", "randn", "normal", "uniform", "standard_normal", "random_sample"):
        return Array(Aval("f", _drawn(base, arguments), "float64"), True)
    if base in ("randint", "integers", "poisson", "geometric"):
        size = arguments.get(1 if base in ("poisson", "geometric") else 2, "size")
        return Array(Aval("i", AnyShape() if size is None else shape_of(size)), True)
    if base == "permutation" and static_type(arguments.get(0) or UNKNOWN) == "int":
        return Array(Aval("i", AnyShape()), True)
    return UNKNOWN


def _written_for(value: Value, arguments: Arguments) -> _ast.AST | None:
    """The source of the argument that a value is."""
    given = zip(arguments.positional, arguments.nodes, strict=False)
    return next((node for one, node in given if one is value), None)


def _drawn(base: str, arguments: Arguments) -> Shape:
    if base in ("rand", "randn"):
        return shape_of(Sequence("tuple", list(arguments.positional)))
    position = {"random": 0, "standard_normal": 0, "random_sample": 0}.get(base, 2)
    size = arguments.get(position, "size")
    return AnyShape() if size is None else shape_of(size)


def scipy(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """SciPy makes NumPy arrays of what it is given."""
    for value in arguments.values():
        if isinstance(value, Traced) and value.is_array:
            numpy_call(frame, node, value, name)
            break
    return UNKNOWN


PREFIXES["numpy"] = numpy
PREFIXES["scipy"] = scipy
