"""pytest's fixtures: found as pytest finds them, and made for one test."""

from __future__ import annotations

import os

from jaxlint.knowledge.testing import FIXTURES
from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.calls.models import modelled
from jaxlint.tracing.calls.modules import member, module_frame
from jaxlint.tracing.evidence.tables import Row, rows_of, values_of
from jaxlint.tracing.functions.functions import parameter_names
from jaxlint.tracing.values.hierarchy import class_member
from jaxlint.tracing.values.value import (
    UNKNOWN,
    ClassValue,
    Const,
    Function,
    Generator,
    Imported,
    Instance,
    Mark,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.evidence.tables import Table
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.running.interpreter import Interpreter

_DEEPEST = 6  # fixtures of fixtures


class Fixtures:
    """Those that the tests of one module see, or of one class in it."""

    __slots__ = ("_cls", "_frames", "_interpreter")

    def __init__(self, interpreter: Interpreter, module: Module, cls: ClassValue | None) -> None:
        self._interpreter = interpreter
        self._cls = cls
        self._frames = [module_frame(interpreter, one) for one in (module, *_conftests(interpreter, module))]

    def find(self, name: str) -> Function | None:
        """The nearest one of this name."""
        found = None if self._cls is None else class_member(self._cls, name)
        if isinstance(found, Function) and _mark(found) is not None:
            return found
        for frame in self._frames:
            found = self._bound(frame, name)
            if found is not None:
                return found
        return None

    def _bound(self, frame: Frame, name: str) -> Function | None:
        for bound, value in frame.variables.items():
            if isinstance(value, Imported) and bound == name and value.attribute is not None:
                value = member(self._interpreter, value.module, value.attribute) or UNKNOWN
            mark = _mark(value)
            if mark is None:
                continue
            said = mark.keywords.get("name")
            if (said.value if isinstance(said, Const) else bound) == name:
                return value  # type: ignore[return-value]
        return None

    def tables(self, names: list[str], depth: int = _DEEPEST) -> dict[str, Table]:
        """The dimensions that ``params=`` of these fixtures, and of those that they ask for, open."""
        found: dict[str, Table] = {}
        for name in names:
            fixture = self.find(name) if depth else None
            if fixture is None:
                continue
            mark = _mark(fixture)
            params = rows_of(mark.keywords.get("params")) if mark is not None else []
            rows = [values for values in (values_of(param, 1) for param in params) if values is not None]
            if rows:
                found[name] = [Row(indirect={name: values[0]}) for values in rows]
            found.update(self.tables(parameter_names(fixture), depth - 1))
        return found

    def automatic(self) -> list[str]:
        """Of the class itself, those that run before each of its tests."""
        if self._cls is None:
            return []
        members = [(name, _mark(value)) for name, value in self._cls.attributes.items()]
        return [name for name, mark in members if mark is not None and "autouse" in mark.keywords]


class Made:
    """The fixtures of one test, each made once.  ``params``: what ``request.param`` is, by fixture."""

    __slots__ = ("_fixtures", "_frame", "_made", "_params", "_self")

    def __init__(self, frame: Frame, fixtures: Fixtures, params: dict[str, Value], self_: Instance | None) -> None:
        self._frame = frame
        self._fixtures = fixtures
        self._params = params
        self._self = self_
        self._made: dict[str, Value] = {}

    def value(self, name: str, depth: int = _DEEPEST) -> Value:
        known = self._made.get(name)
        if known is None:
            self._made[name] = UNKNOWN  # while it is being made
            known = self._made[name] = self._make(name, depth)
        return known

    def _make(self, name: str, depth: int) -> Value:
        fixture = self._fixtures.find(name) if depth else None
        if fixture is None:
            return UNKNOWN
        arguments: dict[str, Value] = {}
        for parameter in parameter_names(fixture):
            if parameter == "self" and self._self is not None and fixture.owner is not None:
                arguments[parameter] = self._self
            elif parameter == "request":
                arguments[parameter] = self._request(name)
            else:
                arguments[parameter] = self.value(parameter, depth - 1)
        made = call_value(self._frame, fixture.node, fixture, Arguments([], arguments))
        return made.element if isinstance(made, Generator) else made

    def _request(self, name: str) -> Value:
        """What a fixture is handed as ``request``."""
        cls = modelled(self._frame.interpreter, "pytest.FixtureRequest")
        if not isinstance(cls, ClassValue):
            return UNKNOWN
        return Instance(cls, {"param": self._params.get(name, UNKNOWN)})


def _mark(value: Value) -> Mark | None:
    """What makes a function a fixture."""
    marks = value.marks if isinstance(value, Function) else ()
    return next((one for one in marks if one.name in FIXTURES), None)


def _conftests(interpreter: Interpreter, module: Module) -> list[Module]:
    """conftest.py beside the module and in the folders above it, as far as they are in view."""
    found, folder = [], os.path.dirname(module.path)
    while True:
        one = interpreter.project.at(os.path.join(folder, "conftest.py"))
        if one is not None and one is not module:
            found.append(one)
        above = os.path.dirname(folder)
        if above == folder:
            return found
        folder = above
