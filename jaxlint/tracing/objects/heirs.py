"""Which classes an object may be of, where no more than a base class of it is known."""

from __future__ import annotations

from jaxlint.tracing.calls.modules import module_frame
from jaxlint.tracing.objects.protocols import satisfying
from jaxlint.tracing.values.hierarchy import MOST, class_member, is_abstract, is_protocol
from jaxlint.tracing.values.value import ClassValue, Function, Instance, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.interpreter import Interpreter, Recalled


class _Heirs:
    """``by_base``: paths and names of classes, by the text of their bases; ``known``: what was looked at."""

    __slots__ = ("by_base", "known")

    def __init__(self) -> None:
        self.by_base: dict[str, list[tuple[str, str]]] | None = None
        self.known: dict[ClassValue, Recalled[tuple[tuple[ClassValue, ...], bool]]] = {}


def heirs(interpreter: Interpreter, cls: ClassValue) -> tuple[ClassValue, ...]:
    """The classes that an object of this class may be of: itself and those below, but for abstract ones.

    What tests define is no matter of other code.
    """
    known = interpreter.part(_Heirs).known
    found, complete = interpreter.recall(known, cls, lambda: _heirs(interpreter, cls), ((cls,), False))
    if not complete:
        known.pop(cls, None)
    return found


def _heirs(interpreter: Interpreter, cls: ClassValue) -> tuple[tuple[ClassValue, ...], bool]:
    """False where one of them is still being made."""
    found, complete = [cls], True
    if is_protocol(cls):
        found += satisfying(interpreter, cls, MOST)
    if interpreter.project.modules.get(cls.module.path) is cls.module:
        for one in found:
            below, all_there = _below(interpreter, one)
            complete = complete and all_there
            found += [other for other in below if other not in found]
    return tuple(one for one in found if not is_abstract(one)) or (cls,), complete


def _below(interpreter: Interpreter, cls: ClassValue) -> tuple[list[ClassValue], bool]:
    """The classes right below one; False where one of them is still being made."""
    found, complete = [], True
    for path, name in interpreter.ask(_right_below, cls.node.name):
        module = interpreter.project.at(path)
        if module is None or (module.is_test and not cls.module.is_test):
            continue
        value = module_frame(interpreter, module).variables.get(name)
        if value is None:
            complete = False
        elif isinstance(value, ClassValue) and any(base is cls for base in value.bases):
            found.append(value)
    return found, complete


def _right_below(interpreter: Interpreter, name: str) -> list[tuple[str, str]]:
    """The classes right below one of a name: their files' paths, and their names."""
    part = interpreter.part(_Heirs)
    if part.by_base is None:
        part.by_base = {}
        for path, one in interpreter.project.class_lines():
            for base in one.bases:
                part.by_base.setdefault(base, []).append((path, one.name))
    return part.by_base.get(name, [])


def some_object(interpreter: Interpreter, cls: ClassValue, of: tuple[ClassValue, ...] | None = None) -> Instance:
    """An object of a class or of one below it; nothing is known of what it holds."""
    members = heirs(interpreter, cls) if of is None else of
    return Instance(members[0] if len(members) == 1 else cls, {}, members=members)


def receiver_of(interpreter: Interpreter, function: Function) -> Instance:
    """What ``self`` may be in a method: an object of a class that has this one and no other of the name."""
    owner = function.owner
    assert owner is not None
    found = heirs(interpreter, owner)
    mine = tuple(one for one in found if _runs(class_member(one, function.name), function))
    return some_object(interpreter, owner, mine or found)


def _runs(found: Value | None, function: Function) -> bool:
    while found is not None and not isinstance(found, Function):
        found = getattr(found, "func", None)
    return isinstance(found, Function) and found.node is function.node
