"""What is known of a callable's parameters before it is called."""

from __future__ import annotations

from jaxlint.tracing.attributes import class_member
from jaxlint.tracing.invocation import constant_of
from jaxlint.tracing.value import (
    UNKNOWN,
    BoundMethod,
    ClassValue,
    Const,
    Function,
    Instance,
    Partial,
    Transformed,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast


class Parameter:
    """``default`` None: the argument is required.  ``kind``: positional, keyword, rest (*args) or extra (**kwargs)."""

    __slots__ = ("annotation", "default", "kind", "name")

    def __init__(self, name: str, kind: str, default: Value | None, annotation: _ast.expr | None) -> None:
        self.name = name
        self.kind = kind
        self.default = default
        self.annotation = annotation


def parameters_of(function: Value) -> list[Parameter] | None:
    """The parameters that a caller still fills; None where the callable is not in view."""
    if isinstance(function, Function):
        shown = None if function.wrapped is None else parameters_of(function.wrapped)
        return shown or _of_definition(function)
    if isinstance(function, Transformed):
        return parameters_of(function.func)
    if isinstance(function, BoundMethod) and function.func is not UNKNOWN:
        inner = parameters_of(function.func)
        return None if inner is None else inner[1:]
    if isinstance(function, Partial):
        inner = parameters_of(function.func)
        if inner is None:
            return None
        return [one for one in inner[len(function.args) :] if one.name not in function.kwargs]
    if isinstance(function, Instance):
        member = class_member(function.cls, "__call__")
        inner = None if member is None else parameters_of(member)
        return None if inner is None else inner[1:]
    return None


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
    if isinstance(function, Function):
        return function.name
    if isinstance(function, (Partial, Transformed)):
        return name_of(function.func)
    if isinstance(function, BoundMethod):
        return function.name
    if isinstance(function, ClassValue):
        return function.node.name
    if isinstance(function, Instance):
        return function.cls.node.name
    return "the function"


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
