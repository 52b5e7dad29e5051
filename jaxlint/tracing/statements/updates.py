"""``x.at[i].set(v)``, ``optax.apply_updates(params, updates)`` as a statement: it gives a copy, which nobody takes."""

from __future__ import annotations

import _ast

from jaxlint.knowledge.effects import COPIES, COPYING
from jaxlint.tracing.events.models import is_model
from jaxlint.tracing.events.shapes import UpdateDropped
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.values.value import UNKNOWN, Array, BoundMethod, Function, Instance, Library, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.values.value import Value

_WORDS = COPYING.union(name.rpartition(".")[2] for name in COPIES)
_UPDATES = frozenset(["set", "add", "subtract", "multiply", "mul", "divide", "power", "min", "max", "apply"])


def note_dropped(frame: Frame, call: _ast.Call) -> None:
    """A call that stands as a statement."""
    function = call.func
    if frame.condition.doubt or not isinstance(function, (_ast.Name, _ast.Attribute)):
        return
    item = function.value if isinstance(function, _ast.Attribute) and function.attr in _UPDATES else None
    if isinstance(item, _ast.Subscript) and isinstance(item.value, _ast.Attribute) and item.value.attr == "at":
        base = item.value.value
        value = evaluate(frame, base) if _is_path(base) else UNKNOWN
        if (isinstance(value, Traced) and value.is_immutable) or (isinstance(value, Array) and not value.numpy):
            _note(frame, call, value, base)
    elif frame.context.handlers:
        return  # it may be called for what it raises
    elif (getattr(function, "attr", None) or getattr(function, "id", None)) in _WORDS and _is_path(function):
        _note_copied(frame, call, function, evaluate(frame, function))


def _note_copied(frame: Frame, call: _ast.Call, function: _ast.Name | _ast.Attribute, callee: Value) -> None:
    if isinstance(callee, Library) and callee.name in COPIES:
        at = COPIES[callee.name]
        if at < len(call.args) and not any(isinstance(one, _ast.Starred) for one in call.args):
            _note(frame, call, UNKNOWN, call.args[at])
    elif isinstance(callee, BoundMethod) and isinstance(callee.receiver, Instance) and callee.name in COPYING:
        is_library = isinstance(callee.func, Function) and is_model(callee.func.module)
        if (is_library or callee.func is UNKNOWN) and isinstance(function, _ast.Attribute):
            _note(frame, call, callee.receiver, function.value)


def _note(frame: Frame, call: _ast.Call, value: Value, base: _ast.expr) -> None:
    report(frame, UpdateDropped, call, value, base=base)


def _is_path(node: _ast.expr) -> bool:
    """Names and attributes, which can be asked for again."""
    while isinstance(node, _ast.Attribute):
        node = node.value
    return isinstance(node, _ast.Name)
