"""What is known of a callable's parameters before it is called."""

from __future__ import annotations

from jaxlint.knowledge.api import lookup
from jaxlint.record import Record
from jaxlint.text.quoted import named
from jaxlint.tracing.calls.invocation import constant_of
from jaxlint.tracing.objects.members import is_static
from jaxlint.tracing.values.hierarchy import class_member
from jaxlint.tracing.values.value import (
    UNKNOWN,
    BoundMethod,
    ClassValue,
    Const,
    Function,
    Instance,
    Library,
    Partial,
    Several,
    Transformed,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Collection


class Parameter(Record):
    """``default`` None: the argument is required.  ``kind``: positional, keyword, rest (*args) or extra (**kwargs)."""

    name: str
    kind: str
    default: Value | None
    annotation: _ast.expr | None


def parameters_of(function: Value) -> list[Parameter] | None:
    """The parameters that a caller still fills; None where the callable is not in view."""
    while isinstance(function, Transformed):
        function = function.func
    if isinstance(function, Function):
        if function.signature is not None:
            return parameters_of(function.signature)
        shown = None if function.wrapped is None else parameters_of(function.wrapped)
        return shown or _of_definition(function)
    if isinstance(function, BoundMethod) and function.func is not UNKNOWN:
        inner = parameters_of(function.func)
        return None if inner is None else inner[1:]
    if isinstance(function, Partial):
        inner = parameters_of(function.func)
        if inner is None:
            return None
        return _behind(inner[len(function.args) :], function.kwargs)
    if isinstance(function, Instance):
        member = class_member(function.cls, "__call__")
        inner = None if member is None else parameters_of(member)
        return inner if member is None or inner is None or is_static(member) else inner[1:]
    return parameters_of(function.values[0]) if isinstance(function, Several) else None


def _behind(parameters: list[Parameter], bound: Collection[str]) -> list[Parameter]:
    """Those that a partial leaves: behind one that it binds by keyword, positions reach no other."""
    left, kind = [], "positional"
    for one in parameters:
        if one.name in bound:
            kind = "keyword" if one.kind == "positional" else kind
        elif one.kind == "positional":
            left.append(Parameter(one.name, kind, one.default, one.annotation))
        else:
            left.append(one)
    return left


def positional_names(function: Value) -> list[str] | None:
    """The parameters that positions count, as ``inspect.signature`` shows them; of JAX's own, the table knows."""
    if isinstance(function, Library):
        return library_parameters(function.name)
    if isinstance(function, Partial) and isinstance(function.func, Library):
        known = library_parameters(function.func.name)
        return known and [name for name in known[len(function.args) :] if name not in function.kwargs]
    parameters = parameters_of(function)
    return None if parameters is None else [one.name for one in parameters if one.kind == "positional"]


def library_parameters(name: str) -> list[str] | None:
    """The same of JAX's own function of this name."""
    record = lookup(name)
    return None if record is None else [one.name for one in record.parameters if one.kind in ("pos", "posonly")]


def _of_definition(function: Function) -> list[Parameter]:
    spec = function.node.args
    positional = [*spec.posonlyargs, *spec.args]
    found = []
    for index, parameter in enumerate(positional):
        from_end = len(positional) - index
        default = function.defaults[-from_end] if from_end <= len(function.defaults) else None
        found.append(Parameter(parameter.arg, "positional", default, parameter.annotation))
    if spec.vararg is not None:
        found.append(Parameter(spec.vararg.arg, "rest", None, spec.vararg.annotation))
    for parameter, default in zip(spec.kwonlyargs, function.kw_defaults, strict=True):
        found.append(Parameter(parameter.arg, "keyword", default, parameter.annotation))
    if spec.kwarg is not None:
        found.append(Parameter(spec.kwarg.arg, "extra", None, spec.kwarg.annotation))
    return found


def name_of(function: Value) -> str:
    """What a message calls it."""
    while isinstance(function, (Partial, Transformed)):
        function = function.func
    if isinstance(function, Function):
        return function.name
    if isinstance(function, BoundMethod):
        return function.name
    if isinstance(function, ClassValue):
        return function.node.name
    if isinstance(function, Instance):
        return function.cls.node.name
    if isinstance(function, Several):
        return name_of(function.values[0])
    return "the function"


def titled(function: Value) -> str:
    """The same in backticks, if it is a name."""
    return named(name_of(function))


def numbers(value: Value | None) -> list[int] | None:
    """static_argnums, argnums: an int or a sequence of them; [] where absent, None where unknown."""
    if value is None or (isinstance(value, Const) and value.value is None):
        return []
    constant = constant_of(value)
    if isinstance(constant, int):
        return [int(constant)]
    if isinstance(constant, tuple) and all(isinstance(item, int) for item in constant):
        return list(constant)
    return None


def names(value: Value | None) -> list[str] | None:
    """static_argnames: a string or a sequence of them; [] where absent, None where unknown."""
    if value is None or (isinstance(value, Const) and value.value is None):
        return []
    constant = constant_of(value)
    if isinstance(constant, str):
        return [constant]
    if isinstance(constant, tuple) and all(isinstance(item, str) for item in constant):
        return list(constant)
    return None
