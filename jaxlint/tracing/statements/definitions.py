"""def and class."""

from __future__ import annotations

import _ast

from jaxlint.knowledge.transforms import DECORATOR, OTHER_COMPILERS
from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.calls.models import modelled
from jaxlint.tracing.expressions.names import make_function
from jaxlint.tracing.objects.meanings import with_type_parameters
from jaxlint.tracing.objects.records import describe
from jaxlint.tracing.running.environment import Frame
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.running.execute import EXECUTORS, execute_block
from jaxlint.tracing.values.enumerations import enumerate_members
from jaxlint.tracing.values.value import UNKNOWN, ClassValue, Function, Library, Partial, Transformed, Value

# Decorators that hand back what they were given, as far as tracing is concerned.
_TRANSPARENT = frozenset(
    """compact nowrap override final typechecked beartype jaxtyped no_type_check abstractmethod wraps named_scope
    deprecated doc_controls export profile""".split()
)
_MORE_THAN_SELF = 2


def function_definition(frame: Frame, node: _ast.FunctionDef | _ast.AsyncFunctionDef) -> bool:
    value: Value = make_function(frame, node)
    if frame.is_class and isinstance(value, Function):
        value.owner = frame.owner  # type: ignore[assignment]
    for decorator in reversed(node.decorator_list):
        value = decorated(frame, decorator, value)
    name = _accessor(node) if frame.is_class else None
    if name is None and _joins_others(frame, node, value):
        value = UNKNOWN
    frame.bind(node.name if name is None else f"{node.name}.{name}", value)
    return True


def _joins_others(frame: Frame, node: _ast.FunctionDef | _ast.AsyncFunctionDef, value: Value) -> bool:
    """A decorator that is not in view, and the name stands for something: for all that bear it, may be (plum)."""
    before = frame.variables.get(node.name)
    if before is None or not _is_behind(value):
        return False
    return not (_is_behind(before) and _last_name(before.node) == "overload")  # type: ignore[attr-defined]


def _is_behind(value: Value) -> bool:
    return isinstance(value, Transformed) and value.transform == DECORATOR


def _accessor(node: _ast.FunctionDef | _ast.AsyncFunctionDef) -> str | None:
    """``@size.setter`` leaves the property where it is."""
    for decorator in node.decorator_list:
        if isinstance(decorator, _ast.Attribute) and decorator.attr in ("setter", "deleter"):
            return decorator.attr
    return None


def decorated(frame: Frame, decorator: _ast.expr, value: Value) -> Value:
    """``@decorator`` on a value: the call it stands for."""
    name = _last_name(decorator)
    if frame.is_class and name in ("staticmethod", "classmethod", "property", "cached_property", "setter", "deleter"):
        return value
    function = evaluate(frame, decorator)
    if name in _TRANSPARENT and not isinstance(function, (Partial, Function)):
        return value
    result = call_value(frame, decorator, function, Arguments([value]))
    return _behind(frame, decorator, value) if result is UNKNOWN else result


def _behind(frame: Frame, decorator: _ast.expr, value: Value) -> Value:
    """A function whose decorator is not in view: what is called in its place calls it, most likely.

    It may be a property, or run on the host.
    """
    inner = value
    while isinstance(inner, Transformed):
        inner = inner.func
    if not isinstance(inner, Function) or "callback" in (_last_name(decorator) or ""):
        return UNKNOWN
    if _is_compiled_elsewhere(frame, decorator):
        return UNKNOWN
    spec = inner.node.args
    if frame.is_class and len([*spec.posonlyargs, *spec.args, *spec.kwonlyargs]) < _MORE_THAN_SELF:
        return UNKNOWN
    return Transformed(DECORATOR, value, {}, frame.module, decorator, frame.context.stage)


def _is_compiled_elsewhere(frame: Frame, decorator: _ast.expr) -> bool:
    """``@numba.njit``: no tracer comes into what is compiled by another compiler."""
    function = evaluate(frame, decorator.func if isinstance(decorator, _ast.Call) else decorator)
    return isinstance(function, Library) and function.name.partition(".")[0] in OTHER_COMPILERS


def _last_name(decorator: _ast.expr) -> str | None:
    target = decorator.func if isinstance(decorator, _ast.Call) else decorator
    return getattr(target, "attr", None) or getattr(target, "id", None)


def _decorator(frame: Frame, node: _ast.expr) -> Value:
    """``@dataclass(frozen=True)`` stands for dataclass; ``@partial(register_dataclass, ...)`` keeps its keywords."""
    if isinstance(node, _ast.Call) and _last_name(node) != "partial":
        return evaluate(frame, node.func)
    return evaluate(frame, node)


def _base(frame: Frame, node: _ast.expr) -> Value:
    """A base class; a library's is the one of its model, in another model as well."""
    value = evaluate(frame, node)
    if value is UNKNOWN and isinstance(node, _ast.Subscript):
        value = evaluate(frame, node.value)  # ``nnx.Variable[A]``
    found = modelled(frame.interpreter, value.name) if isinstance(value, Library) else None
    if isinstance(found, ClassValue) and found.module is frame.module:
        return value
    return found or value


def class_definition(frame: Frame, node: _ast.ClassDef) -> bool:
    bases = [_base(frame, base) for base in node.bases]
    cls = ClassValue(node, frame.module, bases, {})
    scope = with_type_parameters(frame, node)
    body = frame.nested(scope)
    body.is_class = True
    body.owner = cls
    execute_block(body, node.body)
    cls.attributes = body.variables
    cls.decorators = [_decorator(frame, decorator) for decorator in node.decorator_list]
    describe(frame, cls)
    enumerate_members(cls)
    frame.interpreter.share.classes[node] = cls
    frame.bind(node.name, cls)
    return True


def type_alias(frame: Frame, node: _ast.AST) -> bool:
    """``type Scalar = jax.Array``"""
    frame.bind(node.name.id, evaluate(with_type_parameters(frame, node), node.value))  # type: ignore[attr-defined]
    return True


EXECUTORS.update(
    {_ast.FunctionDef: function_definition, _ast.AsyncFunctionDef: function_definition, _ast.ClassDef: class_definition}
)
if hasattr(_ast, "TypeAlias"):
    EXECUTORS[_ast.TypeAlias] = type_alias
