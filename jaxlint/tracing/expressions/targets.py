"""Assignment to names, tuples, attributes and items."""

from __future__ import annotations

import _ast

from jaxlint.tracing.compiled.traces import written
from jaxlint.tracing.expressions.mutation import set_attribute, set_item
from jaxlint.tracing.operations.iteration import unpack
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.values.value import UNKNOWN, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame


def assign(frame: Frame, target: _ast.expr, value: Value) -> None:
    frame.interpreter.see(target, value, frame.context)
    if type(target) is _ast.Name:
        home = frame.nonlocals.get(target.id) if frame.nonlocals else None
        if home is not None:
            written(
                frame,
                target,
                home,
                target.id,
                value,
                not home.over and frame.condition.branches <= home.condition.branches,
            )
        frame.bind(target.id, value)
    elif type(target) is _ast.Tuple or type(target) is _ast.List:
        star = next((i for i, item in enumerate(target.elts) if isinstance(item, _ast.Starred)), None)
        parts = unpack(frame, target, value, len(target.elts), star)
        for item, part in zip(target.elts, parts, strict=True):
            assign(frame, item.value if isinstance(item, _ast.Starred) else item, part)
    elif type(target) is _ast.Attribute:
        set_attribute(frame, target, evaluate(frame, target.value), target.attr, value)
    elif type(target) is _ast.Subscript:
        set_item(frame, target, evaluate(frame, target.value), value)


def forget(frame: Frame, target: _ast.expr) -> None:
    """``del target``."""
    if isinstance(target, _ast.Name):
        frame.variables.pop(target.id, None)
    elif isinstance(target, _ast.Subscript):
        evaluate(frame, target.value)
        set_item(frame, target, UNKNOWN, UNKNOWN)
