"""def and class."""

from __future__ import annotations

import _ast

from jaxlint.tracing.calling import call_value
from jaxlint.tracing.environment import Frame
from jaxlint.tracing.evaluate import evaluate
from jaxlint.tracing.execute import EXECUTORS, execute_block
from jaxlint.tracing.expressions.names import make_function
from jaxlint.tracing.invocation import Arguments
from jaxlint.tracing.value import ClassValue, Function, Library, Value

# Decorators that hand back what they were given, as far as tracing is concerned.
_TRANSPARENT = frozenset(
    """override final typechecked beartype jaxtyped no_type_check abstractmethod wraps named_scope deprecated
    doc_controls export profile""".split()
)


def function_definition(frame: Frame, node: _ast.FunctionDef | _ast.AsyncFunctionDef) -> bool:
    value: Value = make_function(frame, node)
    if frame.is_class and isinstance(value, Function):
        value.owner = frame.owner  # type: ignore[assignment]
    for decorator in reversed(node.decorator_list):
        value = decorated(frame, decorator, value)
    frame.bind(node.name, value)
    return True


def decorated(frame: Frame, decorator: _ast.expr, value: Value) -> Value:
    """``@decorator`` on a value: the call it stands for."""
    name = _last_name(decorator)
    if frame.is_class and name in ("staticmethod", "classmethod", "property", "cached_property", "setter"):
        return value
    function = evaluate(frame, decorator)
    if name in _TRANSPARENT:
        return value
    if isinstance(function, Library) and name in ("lru_cache", "cache", "fixture", "parametrize"):
        return value
    return call_value(frame, decorator, function, Arguments([value]))


def _last_name(decorator: _ast.expr) -> str | None:
    target = decorator.func if isinstance(decorator, _ast.Call) else decorator
    return getattr(target, "attr", None) or getattr(target, "id", None)


def class_definition(frame: Frame, node: _ast.ClassDef) -> bool:
    bases = [evaluate(frame, base) for base in node.bases]
    cls = ClassValue(node, frame.module, bases, {})
    body = Frame(frame.interpreter, frame.module, frame.function, frame, frame.context, frame.depth)
    body.is_class = True
    body.owner = cls
    body.staging = frame.staging
    body.branches = frame.branches
    execute_block(body, node.body)
    cls.attributes = body.variables
    cls.decorators = [evaluate(frame, decorator) for decorator in node.decorator_list]
    cls.fields = fields_of(cls)
    frame.interpreter.classes[node] = cls
    frame.bind(node.name, cls)
    return True


_RECORDS = ("NamedTuple", "dataclass", "PyTreeNode", "Module", "struct", "define", "frozen", "register_dataclass")


def fields_of(cls: ClassValue) -> list[str] | None:
    """Annotated fields, inherited ones first, of a class that makes its own __init__ from them."""
    markers = [_marker(value) for value in (*cls.bases, *cls.decorators)]
    inherited = [base.fields for base in cls.bases if isinstance(base, ClassValue) and base.fields is not None]
    if not inherited and not any(marker in _RECORDS for marker in markers):
        return None
    fields = [name for group in inherited for name in group]
    for statement in cls.node.body:
        name = getattr(statement.target, "id", None) if isinstance(statement, _ast.AnnAssign) else None
        if name is not None and name not in fields:
            fields.append(name)
    return fields


def _marker(value: Value) -> str | None:
    name = getattr(value, "name", None)
    if name is None and hasattr(value, "func"):
        name = getattr(value.func, "name", None)
    return name.rsplit(".", 1)[-1] if isinstance(name, str) else None


EXECUTORS.update(
    {
        _ast.FunctionDef: function_definition,
        _ast.AsyncFunctionDef: function_definition,
        _ast.ClassDef: class_definition,
    }
)
