"""Methods of arrays, containers, strings and transformed functions."""

from __future__ import annotations

import _ast

from jaxlint.knowledge.api import lookup
from jaxlint.knowledge.references import VIEWS
from jaxlint.tracing.bounds.float_sizes import check_size
from jaxlint.tracing.bounds.indices import check_write
from jaxlint.tracing.bounds.wide_dtypes import NARROWED, asked_for
from jaxlint.tracing.calls.invocation import constant_of
from jaxlint.tracing.compiled.traces import removed, written
from jaxlint.tracing.expressions.mutation import append, held
from jaxlint.tracing.functions.calling import METHODS
from jaxlint.tracing.keys.constant_keys import ConstantKeys
from jaxlint.tracing.libraries.models.layers import apply_module
from jaxlint.tracing.libraries.numerical.bound import bind
from jaxlint.tracing.libraries.numerical.jax_functions import known_call
from jaxlint.tracing.libraries.numerical.references import reference_method
from jaxlint.tracing.libraries.numerical.results import result_aval
from jaxlint.tracing.libraries.python.mapping_methods import argument_as_mapping, mapping_method
from jaxlint.tracing.libraries.python.ordering import compare_all
from jaxlint.tracing.libraries.trees.pytrees import replaced
from jaxlint.tracing.operations.arithmetic import ask_members
from jaxlint.tracing.operations.arrays import operation
from jaxlint.tracing.operations.facts import concretize, numpy_call, written_in_place
from jaxlint.tracing.operations.references import may_be_ref
from jaxlint.tracing.pytrees.frozen import check_grown
from jaxlint.tracing.transforms.donations.donation import note_deleted
from jaxlint.tracing.transforms.wrappers import named_transform
from jaxlint.tracing.values.answers import Default, unset
from jaxlint.tracing.values.aval import AnyShape, Aval, unknown_aval
from jaxlint.tracing.values.dtypes import one_of
from jaxlint.tracing.values.heap import Heap
from jaxlint.tracing.values.joining import element_of, first_traced, join, static_type
from jaxlint.tracing.values.shapes import dtype_of
from jaxlint.tracing.values.value import (
    NONE,
    SETS,
    UNKNOWN,
    Array,
    BoundMethod,
    Const,
    Instance,
    Mapping,
    Reference,
    Sequence,
    Static,
    Traced,
    Transformed,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame

# NumPy writes these in place; a JAX array has them not at all, or gives a copy.
_IN_PLACE = frozenset(["fill", "put", "itemset", "resize", "partition"])
_EVEN_GRAD = frozenset(["tolist", "tobytes", "__float__"])  # of these, grad has no number
_DUNDERS = {"__index__": "index", "__int__": "int", "__float__": "float", "__bool__": "bool"}


def call_method(frame: Frame, node: _ast.AST, method: BoundMethod, arguments: Arguments) -> Value:
    receiver = method.receiver
    if isinstance(receiver, Traced) and method.name in ("items", "keys", "values"):
        return argument_as_mapping(receiver, method.name)
    if isinstance(receiver, (Traced, Array)):
        return _array_method(frame, node, receiver, method.name, arguments)
    if isinstance(receiver, Sequence):
        check_grown(frame, node, getattr(getattr(node, "func", None), "value", None), receiver, method.name)
        if method.name == "sort":
            element = element_of(receiver)
            compare_all(frame, node, receiver.items if receiver.items is not None else [element, element], arguments)
        return _sequence_method(frame, node, receiver, method.name, arguments)
    if isinstance(receiver, Mapping):
        return mapping_method(frame, node, receiver, method.name, arguments)
    if isinstance(receiver, Reference) and not receiver.is_variable:
        return reference_method(frame, node, method, arguments)
    if isinstance(receiver, Instance):
        if method.name in ("apply", "init"):
            if method.name == "init":
                frame.interpreter.part(ConstantKeys).inits.add(node)
            result = apply_module(frame, node, receiver, arguments)
            return result if method.name == "apply" else UNKNOWN  # init gives the variables
        return replaced(frame, node, receiver, arguments)
    if isinstance(receiver, Transformed):
        return named_transform(frame, node, method, arguments)
    if static_type(receiver) == "str":
        return _string_method(frame, node, method, arguments)
    return UNKNOWN


def _array_method(frame: Frame, node: _ast.AST, receiver: Traced | Array, name: str, arguments: Arguments) -> Value:
    if isinstance(receiver, Array) and receiver.numpy:
        return _numpy_method(receiver, name, arguments)
    if name == "at[]":
        check_write(frame, node, receiver)
        return operation(frame, node, [receiver, *arguments.values()], receiver.aval)
    if name == "copy" and isinstance(receiver, Traced) and not receiver.is_array:  # or a list, or a dict
        return Traced(receiver.aval, receiver.origin, receiver.concrete, receiver.staged, receiver.evidence)
    if name in VIEWS and isinstance(receiver, Traced) and may_be_ref(receiver):
        return Traced(unknown_aval(), receiver.origin, False, False, receiver.evidence)
    if name in _DUNDERS or _gives_numbers(name):
        concretize(frame, node, receiver, _DUNDERS.get(name, name), even_grad=name in _EVEN_GRAD)
        return Static({"item": _python_type(receiver)}.get(name, "object"))
    if name == "__array__" and isinstance(receiver, Traced):
        numpy_call(frame, node, receiver, "numpy.asarray")
        return Array(receiver.aval, True)
    if name == "delete" and isinstance(receiver, Array):
        note_deleted(frame, node, receiver)
    if name in _IN_PLACE:
        written_in_place(frame, node, receiver)
        return UNKNOWN
    if name == "sort" and isinstance(frame.module.parents.get(node), _ast.Expr):
        written_in_place(frame, node, receiver)  # JAX gives a sorted copy, which nobody takes
    if name == "astype":
        kind, dtype = dtype_of(arguments.get(0, "dtype"))
        aval = Aval(kind, receiver.aval.shape, dtype)
        if dtype in NARROWED:
            asked_for(frame, node, {"dtype": arguments.get(0, "dtype") or UNKNOWN}, {"dtype": None})
        return operation(frame, node, [receiver], aval)
    if name == "reshape" and len(arguments.positional) > 1:
        arguments = type(arguments)(
            [Sequence("tuple", list(arguments.positional))], arguments.keywords, [node], arguments.keyword_nodes
        )
        return _reshape(frame, node, receiver, arguments)
    record = lookup(f"jax.Array.{name}")
    if name == "reshape" and arguments.positional and first_traced(arguments.positional) is None:
        record = lookup("jax.numpy.reshape")  # which knows the shape by its name
        assert record is not None
        return known_call(frame, node, record, arguments.before([receiver]), None)
    if record is None:
        return UNKNOWN
    return known_call(frame, node, record, arguments, receiver)


def _gives_numbers(name: str) -> bool:
    """item, tolist, tobytes: plain values that hang on the array's numbers."""
    record = lookup(f"jax.Array.{name}")
    return (
        record is not None and record.static_result and record.receiver is not None and record.receiver.must_be_static
    )


def _reshape(frame: Frame, node: _ast.AST, receiver: Value, arguments: Arguments) -> Value:
    """``x.reshape(a, b)`` spells the shape out: each size is an argument of its own to point at."""
    from jaxlint.tracing.operations.facts import is_abstract, need_static

    shape = arguments.positional[0]
    for value, where in zip(shape.items or [], getattr(node, "args", []), strict=False):  # type: ignore[attr-defined]
        check_size(frame, where, value, "jax.Array.reshape", "shape")
        need_static(frame, where, value, node, "jax.Array.reshape", "shape")
    if any(map(is_abstract, shape.items or [])):  # type: ignore[attr-defined]
        return operation(frame, node, [receiver], Aval(None, AnyShape()))
    record = lookup("jax.numpy.reshape")
    assert record is not None
    return known_call(frame, node, record, arguments.before([receiver]), None)


def _python_type(receiver: Traced | Array) -> str:
    return {"b": "bool", "i": "int", "f": "float", "c": "complex"}.get(receiver.aval.kind or "", "object")


_ELEMENTS_KEPT = frozenset("reshape ravel flatten transpose squeeze swapaxes repeat take copy max min".split())


def _numpy_method(receiver: Array, name: str, arguments: Arguments) -> Value:
    """The shapes are those of JAX's methods of the same names."""
    if name == "item":
        return Static(_python_type(receiver))
    if name == "tolist":
        return Sequence("list", None) if receiver.aval.rank else UNKNOWN
    if name == "astype":
        kind, dtype = dtype_of(arguments.get(0, "dtype"))
        return Array(Aval(kind, receiver.aval.shape, dtype), True)
    record = lookup(f"jax.Array.{name}")
    if record is None or record.static_result or record.form == "other" or not arguments.complete:
        return UNKNOWN
    if name == "reshape":
        sizes = [Sequence("tuple", list(arguments.positional))] if len(arguments.positional) > 1 else None
        record = lookup("jax.numpy.reshape")
        arguments = type(arguments)([receiver, *(sizes or arguments.positional)], arguments.keywords)
        assert record is not None
    aval = result_aval(record, bind(record, arguments).values, [receiver], None if name == "reshape" else receiver)
    return Array(Aval(aval.kind, aval.shape, receiver.aval.dtype if name in _ELEMENTS_KEPT else None), True)


def _sequence_method(frame: Frame, node: _ast.AST, receiver: Sequence, name: str, arguments: Arguments) -> Value:
    first = arguments.get(0) or UNKNOWN
    if name not in ("copy", "index", "count"):
        Heap.write(receiver)
    if receiver.type == "set" and name in ("add", "discard", "remove"):
        concretize(frame, node, first, "hash", even_grad=True)
    if name in ("index", "count", "remove") and receiver.type not in SETS:
        some = [] if name == "count" else [receiver.element]  # or it raises anyway
        ask_members(frame, node, first, some if receiver.items is None else receiver.items, name)
    if name in ("append", "add", "appendleft"):
        append(frame, node, receiver, first)
        return NONE
    if name in ("extend", "update"):
        for item in [*(first.items or [])] if isinstance(first, Sequence) else []:  # it may be the receiver itself
            append(frame, node, receiver, item)
        if not isinstance(first, Sequence) or first.items is None:
            receiver.items, receiver.element = None, UNKNOWN
        return NONE
    if name in ("clear", "remove", "discard", "pop", "popleft"):
        removed(frame, receiver)
    if name == "insert" and receiver.items is not None and frame.condition.branches <= receiver.depth:
        at, new = arguments.get(0), arguments.get(1) or UNKNOWN
        if isinstance(at, Const) and isinstance(at.value, int):
            written(frame, node, receiver, Heap.tick(), new)
            receiver.items.insert(at.value, held(receiver, new))
            return NONE
    if name in ("insert", "sort", "reverse", "clear", "remove", "discard"):
        receiver.element = join(element_of(receiver), held(receiver, arguments.get(1) or element_of(receiver)))
        receiver.items = None
        return NONE
    if name in ("pop", "popleft"):
        if name == "pop" and receiver.items and not arguments.positional and frame.condition.branches <= receiver.depth:
            last: Value = receiver.items.pop()
            return last
        element = element_of(receiver)
        receiver.items, receiver.element = None, element
        return element
    if name == "copy":
        return Sequence(receiver.type, None if receiver.items is None else list(receiver.items), receiver.element)
    return Static("int") if name in ("index", "count") else UNKNOWN


_COMPUTED = frozenset(
    """startswith endswith lower upper strip lstrip rstrip removeprefix removesuffix replace title isdigit find split
    rsplit partition rpartition""".split()
)

_OF_WORDS = frozenset(["lower", "upper", "strip", "startswith", "endswith"])


def _computed(method: BoundMethod, arguments: Arguments) -> Value | None:
    """``NAME.lower()``: what follows from constants."""
    receiver = method.receiver
    choice = isinstance(receiver, Static) and isinstance(receiver.dim, frozenset)
    default = receiver.dim if isinstance(receiver, Static) and isinstance(receiver.dim, Default) else None
    texts = receiver.dim if choice else {constant_of(receiver)}  # type: ignore[attr-defined]
    if (
        method.name not in _COMPUTED
        or (None in texts and default is None)
        or arguments.keywords
        or not arguments.complete
    ):
        return None
    given = [constant_of(value) for value in arguments.positional]
    try:
        if default is not None:
            return unset(getattr(default.word, method.name)(*given)) if method.name in _OF_WORDS else None
        found = [getattr(text, method.name)(*given) for text in texts]
    except (TypeError, ValueError):  # an argument that is not known
        return None
    answers = {tuple(one) if isinstance(one, list) else one for one in found}
    if isinstance(found[0], (list, tuple)):
        return _parts(type(found[0]).__name__, answers)
    return one_of(type(next(iter(answers))).__name__, answers)


def _parts(kind: str, answers: set[tuple[str, ...]]) -> Value:
    """``"a.b".split(".")``; of several texts each part is one of those at its place."""
    if len({len(one) for one in answers}) > 1:
        return Static(kind, frozenset(answers))
    return Sequence(kind, [one_of("str", set(column)) for column in zip(*answers, strict=True)])


def _string_method(frame: Frame, node: _ast.AST, method: BoundMethod, arguments: Arguments) -> Value:
    if method.name == "format":
        text = method.receiver.value if isinstance(method.receiver, Const) else ""
        if isinstance(text, str) and "{:" in text:
            for value in arguments.positional:
                concretize(frame, node, value, "format", even_grad=True)
        return Static("str")
    computed = _computed(method, arguments)
    if computed is not None:
        return computed
    if method.name in ("startswith", "endswith", "isdigit", "isidentifier"):
        return Static("bool")
    if method.name in ("split", "splitlines", "rsplit"):
        return Sequence("list", None, Static("str"))
    return Static("str")


METHODS.append(call_method)
