"""What an isinstance that is asked says of the object on either side: ``if isinstance(x, Solver): x.step(...)``."""

from __future__ import annotations

import _ast

from jaxlint.tracing.objects.declared import object_of_classes
from jaxlint.tracing.objects.instances import descends
from jaxlint.tracing.objects.meanings import meant
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.values.value import UNKNOWN, ClassValue, Instance, Library, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame

_QUESTION = "isinstance"


def narrow(frame: Frame, test: _ast.expr, answer: bool) -> None:
    """Bind the names that a test asks about to what they are where it says ``answer``."""
    if type(test) is _ast.Call and _asks(test):
        asked, classes = test.args
        value = frame.variables.get(asked.id) if isinstance(asked, _ast.Name) else None
        if value is not None and may_be_narrowed(value):
            frame.variables[asked.id] = of_class(frame, value, evaluate(frame, classes), answer)  # type: ignore[attr-defined]
    elif type(test) is _ast.UnaryOp and type(test.op) is _ast.Not:
        narrow(frame, test.operand, not answer)
    elif type(test) is _ast.BoolOp and (type(test.op) is _ast.And) is answer:
        for part in test.values:
            narrow(frame, part, answer)


def _asks(call: _ast.Call) -> bool:
    return getattr(call.func, "id", None) == _QUESTION and len(call.args) == 2


def asks_for_object(frame: Frame, call: _ast.Call) -> bool:
    """``isinstance(x, Solver)`` of what is not known: where a class of the project is asked for, objects of it come."""
    if not _asks(call) or not may_be_narrowed(evaluate(frame, call.args[0])):
        return False
    return all(isinstance(one, ClassValue) for one in _several(evaluate(frame, call.args[1])))


def may_be_narrowed(value: Value) -> bool:
    """It is not known of which class it is."""
    return value is UNKNOWN or (isinstance(value, Instance) and value.members is not None)


def of_class(frame: Frame, value: Value, cls: Value, answer: bool = True) -> Value:
    """A value of which it is known that it is of a class, or of none of several; itself where that says nothing."""
    classes = [one for each in _several(cls) for one in meant(frame, each)]
    if value is UNKNOWN:
        found = object_of_classes(frame, classes) if answer else None
        return value if found is None else found
    assert isinstance(value, Instance)
    assert value.members is not None
    if not all(isinstance(one, (ClassValue, Library)) for one in classes):
        return value
    kept = []
    for member in value.members:
        answers = [descends(member, one) for one in classes]
        known = True if True in answers else None if None in answers else False
        if known is not (not answer):
            kept.append(member)
    if not kept or (len(kept) == len(value.members) and not (value.optional and answer)):
        return value
    cls = kept[0] if len(kept) == 1 else value.cls
    made = Instance(cls, dict(value.attributes), value.open, value.depth, tuple(kept))
    made.optional, made.traced = value.optional and not answer, value.traced
    return made


def _several(cls: Value) -> list[Value]:
    items = getattr(cls, "items", None)
    return items if isinstance(items, list) else [cls]
