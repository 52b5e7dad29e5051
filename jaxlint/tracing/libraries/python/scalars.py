"""Numbers and text that Python asks of a value."""

from __future__ import annotations

import _ast

from jaxlint.knowledge.api import host_function
from jaxlint.tracing.calls.invocation import Arguments
from jaxlint.tracing.functions.calling import FUNCTIONS, PREFIXES
from jaxlint.tracing.libraries.python.operators import argument_node, as_index, divided
from jaxlint.tracing.objects.classes import class_text
from jaxlint.tracing.objects.special_methods import special
from jaxlint.tracing.operations.arrays import elementwise, operation
from jaxlint.tracing.operations.facts import concretize, truth
from jaxlint.tracing.values.answers import converted
from jaxlint.tracing.values.aval import Aval
from jaxlint.tracing.values.dtypes import dtype_attribute
from jaxlint.tracing.values.holding import prove_array
from jaxlint.tracing.values.joining import first_traced, static_type
from jaxlint.tracing.values.value import UNKNOWN, Array, Const, Container, Instance, Sequence, Static, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame


def cast(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """int(x), float(x), complex(x), bool(x)."""
    kind = name.rsplit(".", 1)[-1]
    value = arguments.get(0)
    if value is None:
        return Const({"int": 0, "float": 0.0, "bool": False}.get(kind, 0j))
    if kind == "bool":
        known = truth(frame, argument_node(node), value, node, "bool")
        return (converted(value, kind) or Static("bool")) if known is None else Const(known)
    for asked in arguments.positional:
        prove_array(asked)
        concretize(frame, node, asked, kind, even_grad=fails_under_grad("builtins." + kind))
    if isinstance(value, Const) and isinstance(value.value, (int, float)) and kind in ("int", "float"):
        try:
            return Const(int(value.value) if kind == "int" else float(value.value))
        except (OverflowError, ValueError):
            return Static(kind)
    if isinstance(value, Static) and value.type == kind:
        return value
    return converted(value, kind) or Static(kind)


def fails_under_grad(name: str) -> bool:
    """True of ``float``, which wants a number that JAX will not give; ``int`` cuts the gradient and goes on."""
    known = host_function(name)
    return known is not None and known.grad == "raises"


def length(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    value = arguments.get(0)
    if isinstance(value, Container):
        return Static("int") if value.items is None or value.grows else Const(len(value.items))
    if isinstance(value, (Traced, Array)):
        shape = value.aval.shape
        if isinstance(shape, tuple):
            size = shape[0] if shape else None
            return Const(size) if isinstance(size, int) else Static("int", size)
        # Of a pytree, whatever may tell that it is one: it has elements, too.
        return Static("int", shape.dim(0) if not isinstance(value, Traced) or value.is_array else value.evidence)
    counted = special(frame, node, value, "len") if isinstance(value, Instance) else None
    if isinstance(counted, Const):
        return counted
    return Static("int")


def absolute(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    value = arguments.get(0) or UNKNOWN
    if isinstance(value, (Traced, Array)):
        prove_array(value)
        return elementwise(frame, node, [value], "f" if value.aval.kind == "c" else None)
    if isinstance(value, Const) and isinstance(value.value, (int, float)):
        return Const(abs(value.value))
    return Static(static_type(value) or "object") if static_type(value) in ("int", "float") else UNKNOWN


def rounded(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    value = arguments.get(0) or UNKNOWN
    if isinstance(value, (Traced, Array)):
        return elementwise(frame, node, [value], None if arguments.get(1, "ndigits") else "i")
    return Static("int") if len(arguments.positional) == 1 and static_type(value) else Static("float")


def text_of(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    value = arguments.get(0)
    of_class = None if value is None else class_text(value)
    if of_class is not None:
        return of_class
    is_dtype = isinstance(value, Static) and value.type == "dtype" and name == "builtins.str"
    return (dtype_attribute(value, "name") if value is not None and is_dtype else None) or Static("str")


def formatted(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    if len(arguments.positional) > 1:
        concretize(frame, node, arguments.positional[0], "format", even_grad=True)
    return Static("str")


def mathematics(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """math, cmath and statistics want Python numbers; the table says which of them work under grad."""
    known = host_function(name)
    if known is None:
        return UNKNOWN
    for value in arguments.values():
        traced = first_traced([value]) if known.of_sequence else value
        if isinstance(traced, Traced) and (traced.is_array or not known.of_sequence):
            if known.jit == "tracer":  # math.prod multiplies what it is given
                return operation(frame, node, [traced], Aval(traced.aval.kind, ()))
            prove_array(traced)
            concretize(frame, node, traced, name, even_grad=known.grad == "raises")
            break
    return _product(arguments) if name == "math.prod" else Static(known.result)


def _product(arguments: Arguments) -> Value:
    first = arguments.get(0)
    if isinstance(first, Sequence) and first.items is not None:
        result = 1
        for item in first.items:
            if not (isinstance(item, Const) and isinstance(item.value, int)):
                return Static("int")
            result *= item.value
        return Const(result)
    return Static("int")


def identity(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    return Static("int")


for _handler, _names in {
    cast: "int float complex bool",
    length: "len",
    identity: "id",
    absolute: "abs",
    rounded: "round",
    text_of: "str repr ascii",
    formatted: "format",
    divided: "divmod",
    as_index: "hex oct bin chr hash",
}.items():
    for _name in _names.split():
        FUNCTIONS["builtins." + _name] = _handler
PREFIXES["math"] = PREFIXES["cmath"] = PREFIXES["statistics"] = mathematics
