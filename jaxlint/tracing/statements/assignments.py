"""Assignments, expression statements, return, del, global, nonlocal."""

from __future__ import annotations

import _ast

from jaxlint.tracing.expressions.mutation import set_item
from jaxlint.tracing.expressions.targets import assign, forget
from jaxlint.tracing.keys.uses import note_return
from jaxlint.tracing.operations.arithmetic import binary
from jaxlint.tracing.operations.references import check_level, replace_content
from jaxlint.tracing.pytrees.frozen import check_grown
from jaxlint.tracing.questions.guards import note_answer
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.running.execute import EXECUTORS
from jaxlint.tracing.statements.updates import note_dropped
from jaxlint.tracing.values.value import NONE, Array, Reference, Sequence, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.values.value import Scope


def expression(frame: Frame, node: _ast.Expr) -> bool:
    called = node.value
    if isinstance(called, _ast.Constant):
        return True
    evaluate(frame, called)
    if isinstance(called, _ast.Call):
        note_dropped(frame, called)
    return True


def assignment(frame: Frame, node: _ast.Assign) -> bool:
    value = evaluate(frame, node.value)
    for target in node.targets:
        assign(frame, target, value)
        if type(target) is _ast.Name:
            note_answer(frame, target.id, node.value, value)
    return True


def annotated(frame: Frame, node: _ast.AnnAssign) -> bool:
    if node.value is not None:
        value = evaluate(frame, node.value)
        assign(frame, node.target, value)
        if isinstance(node.target, _ast.Name):
            note_answer(frame, node.target.id, node.value, value)
    return True


def augmented(frame: Frame, node: _ast.AugAssign) -> bool:
    """``x += v`` rebinds a name to ``x + v``; on an item of a JAX array it is a write."""
    target = node.target
    if isinstance(target, _ast.Subscript):
        base = evaluate(frame, target.value)
        if isinstance(base, (Traced, Array)):
            set_item(frame, target, base, evaluate(frame, node.value), "augmented")
            return True
    before, other = evaluate(frame, target), evaluate(frame, node.value)
    if isinstance(other, Sequence) and other.type == "list":
        check_grown(frame, node, target, before, "")
    value = binary(frame, node, type(node.op), before, other, target, node.value)
    if isinstance(before, Reference) and before.is_variable:
        check_level(frame, target, before)
        replace_content(frame, before, value)  # ``v += 1`` leaves the Variable where it is
        return True
    assign(frame, target, value)
    return True


def returned(frame: Frame, node: _ast.Return) -> bool:
    frame.results.append(NONE if node.value is None else evaluate(frame, node.value))
    note_return(frame)
    return False


def deleted(frame: Frame, node: _ast.Delete) -> bool:
    for target in node.targets:
        forget(frame, target)
    return True


def declared_global(frame: Frame, node: _ast.Global) -> bool:
    home: Scope = frame
    while home.closure is not None:
        home = home.closure
    frame.nonlocals.update(dict.fromkeys(node.names, home))  # type: ignore[arg-type]
    return True


def declared_nonlocal(frame: Frame, node: _ast.Nonlocal) -> bool:
    for name in node.names:
        home = frame.closure
        while home is not None and (home.is_class or name not in home.variables):
            home = home.closure
        if home is not None:
            frame.nonlocals[name] = home  # type: ignore[assignment]
    return True


EXECUTORS.update(
    {
        _ast.Expr: expression,
        _ast.Assign: assignment,
        _ast.AnnAssign: annotated,
        _ast.AugAssign: augmented,
        _ast.Return: returned,
        _ast.Delete: deleted,
        _ast.Global: declared_global,
        _ast.Nonlocal: declared_nonlocal,
    }
)
