"""What the fields of a class were seen to hold, whichever object it was: functions and objects, to be called."""

from __future__ import annotations

from jaxlint.tracing.calls.several import definition, one_of
from jaxlint.tracing.objects.heirs import some_object
from jaxlint.tracing.shares.share import OUTLASTING
from jaxlint.tracing.values.hierarchy import common_base, order
from jaxlint.tracing.values.joining import CALLABLES, alternatives
from jaxlint.tracing.values.value import UNKNOWN, Instance, Reference, Several, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.running.interpreter import Interpreter

_MOST = 12  # of one field


class _Held(dict["tuple[Value, str]", "dict[object, Value]"]):
    """What fields were set to, by definition."""

    def add(self, other: _Held) -> None:
        for field, values in other.items():
            self.setdefault(field, {}).update(values)

    def beside(self) -> _Held:
        """The same, for what does not happen."""
        return _Held({field: dict(values) for field, values in self.items()})


OUTLASTING.add(_Held)


def note_held(frame: Frame, instance: Instance, name: str, value: Value) -> None:
    """A field was set."""
    if isinstance(value, Reference) or not isinstance(value, (*CALLABLES, Instance)):
        return
    held = frame.interpreter.share.part(_Held).setdefault((instance.cls, name), {})
    for one in alternatives(value):
        key = one.cls if isinstance(one, Instance) else definition(one)
        if key is not None and len(held) <= _MOST:
            held[key] = one


def held_by(frame: Frame, value: Instance, name: str) -> Value:
    """Of an object that was not seen being made: any of what others of its class hold; UNKNOWN where it is too much."""
    classes = dict.fromkeys([*(value.members or ()), *order(value.cls)])
    found: dict[object, Value] = {}
    for cls in classes:
        if frame.interpreter.ask(_held_before, (cls, name)):
            found.update(frame.interpreter.before.part(_Held)[cls, name])
        found.update(frame.interpreter.share.part(_Held).get((cls, name), {}))
    if not found or len(found) > _MOST:
        return UNKNOWN
    objects = [one for one in found.values() if isinstance(one, Instance)]
    if not objects:
        values = one_of(list(found.values()))
        return values if values is UNKNOWN or isinstance(values, Several) else Several([values])  # others may be unseen
    return _any_of(frame, objects) if len(objects) == len(found) else UNKNOWN


def _held_before(interpreter: Interpreter, field: tuple[Value, str]) -> tuple[object, ...]:
    """The definitions alone."""
    return tuple(interpreter.before.part(_Held).get(field, ()))


def _any_of(frame: Frame, objects: list[Instance]) -> Value:
    """An object of the classes of these; what they hold themselves is no matter of it."""
    members = tuple(dict.fromkeys(one for value in objects for one in value.members or (value.cls,)))
    common = common_base(members)
    return UNKNOWN if common is None else some_object(frame.interpreter, common, members)
