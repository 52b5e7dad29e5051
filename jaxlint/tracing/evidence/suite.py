"""The tests of a module, each with the cases that it is run on."""

from __future__ import annotations

import os

from jaxlint.knowledge.testing import BEFORE, ENDING_METHODS, ENDS, NOT_RUN, PATCHES, PATCHING_FIXTURES
from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.calls.modules import module_frame
from jaxlint.tracing.events.refusals import attempt
from jaxlint.tracing.evidence.fixtures import Fixtures, Made
from jaxlint.tracing.evidence.marks import mark_in
from jaxlint.tracing.evidence.tables import Row, distinct, rows_of, tables_of
from jaxlint.tracing.evidence.variants import VARIANT, variant_of
from jaxlint.tracing.functions.functions import parameter_names
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.values.hierarchy import class_member
from jaxlint.tracing.values.value import UNKNOWN, ClassValue, Function, Instance, Library, Mark, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from jaxlint.syntax.module import Module
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.running.interpreter import Interpreter

_MOST_CASES = 32  # of one test: each value of each table once, as far as that goes
_DEEPEST = 4  # bases of bases


class Test:
    """One test function, or method of a test class (``cls``: the class that is run, be the method a base's)."""

    __slots__ = ("_cases", "cls", "function", "marks", "module")

    def __init__(self, module: Module, function: Function, cls: ClassValue | None, marks: tuple[Mark, ...]) -> None:
        self.module = module
        self.function = function
        self.cls = cls
        self.marks = (*function.marks, *marks)
        self._cases: list[Case] | None = None

    def case(self, interpreter: Interpreter, number: int) -> Case | None:
        """What the test is run on that many cases later; None where it has no more."""
        if self._cases is None:
            self._cases = self._all_cases(interpreter)
        return self._cases[number] if number < len(self._cases) else None

    def _all_cases(self, interpreter: Interpreter) -> list[Case]:
        """One after the other: no value in two tables meets all of the other's."""
        if any(mark.name in NOT_RUN for mark in self.marks):
            return []
        fixtures = Fixtures(interpreter, self.module, self.cls)
        names = [name for name in parameter_names(self.function) if self.cls is None or name != "self"]
        tables = tables_of(self.marks, names)
        given = {name for table in tables for row in table for name in row.indirect}
        of_fixtures = fixtures.tables([*names, *fixtures.automatic()])
        tables += [table for name, table in of_fixtures.items() if name not in given]
        tables = [distinct(table) for table in tables]
        count = min(max([len(table) for table in tables], default=1), _MOST_CASES)
        return [Case(self, fixtures, [table[at % len(table)] for table in tables]) for at in range(count)]


class Case:
    """A test with one row of each of its tables."""

    __slots__ = ("_fixtures", "_rows", "_test")

    def __init__(self, test: Test, fixtures: Fixtures, rows: list[Row]) -> None:
        self._test = test
        self._fixtures = fixtures
        self._rows = rows

    def run(self, frame: Frame) -> None:
        """Prepare the object that the test is a method of, and its arguments, and call it."""
        test = self._test
        params = {name: value for row in self._rows for name, value in row.indirect.items()}
        receiver = None if test.cls is None else Instance(test.cls, {})
        made = Made(frame, self._fixtures, params, receiver)
        if receiver is not None:
            self._prepare(frame, receiver, made)
        names = parameter_names(test.function)
        values: list[Value] = [receiver] if receiver is not None and names[:1] == ["self"] else []
        values += [value for row in self._rows for value in row.positional]
        keywords = {name: value for row in self._rows for name, value in row.named.items() if name in self._all_names()}
        for name in names[len(values) :]:
            if name not in keywords:
                keywords[name] = made.value(name)
        call_value(frame, test.function.node, test.function, Arguments(values, keywords))

    def _all_names(self) -> set[str]:
        spec = self._test.function.node.args
        names = {parameter.arg for parameter in (*spec.args, *spec.kwonlyargs)}
        return names if spec.kwarg is None else names | {name for row in self._rows for name in row.named}

    def _prepare(self, frame: Frame, receiver: Instance, made: Made) -> None:
        given: dict[str, Value] = {name: Library(ENDS[0]) for name in ENDING_METHODS}
        given[VARIANT] = variant_of(self._test.marks)
        members = {name: value for name, value in given.items() if class_member(receiver.cls, name) is None}
        receiver.attributes.update(members)
        for name in self._fixtures.automatic():
            made.value(name)
        for name in BEFORE:
            method = class_member(receiver.cls, name)
            if isinstance(method, Function):
                first = parameter_names(method)[:1]
                rest: list[Value] = [UNKNOWN] * (len(parameter_names(method)) - len(first))
                call_value(frame, method.node, method, Arguments([receiver, *rest] if first else []))


def tests_of(interpreter: Interpreter, module: Module) -> list[Test]:
    """The tests of a module that tell of what they call."""
    return [test for test in every_test_of(interpreter, module) if not _patches(test)]


def every_test_of(interpreter: Interpreter, module: Module) -> list[Test]:
    """All tests of a module in the order of its text: functions, and methods of test classes, inherited ones too."""
    frame = module_frame(interpreter, module)
    general = tuple(_marks(frame.variables.get("pytestmark")))
    found = []
    for name, value in list(frame.variables.items()):
        if isinstance(value, Function) and value.module is module and name.startswith("test"):
            if _is_test_file(module) or value.marks:
                found.append(Test(module, value, None, general))
        elif isinstance(value, ClassValue) and value.module is module and is_test_class(value):
            marks = (*general, *_marks(class_member(value, "pytestmark")), *_class_marks(frame, value))
            found += [Test(module, one, value, marks) for one in _methods(value).values()]
    return found


def is_test_class(cls: ClassValue) -> bool:
    return _is_case(cls) or (cls.node.name.startswith("Test") and _is_test_file(cls.module))


def _is_case(cls: Value, depth: int = _DEEPEST) -> bool:
    """A unittest.TestCase, by whatever library; where a base is not in view, its name says so."""
    if isinstance(cls, Library):
        return cls.name.endswith("TestCase")
    if not isinstance(cls, ClassValue) or depth == 0:
        return False
    names = [getattr(base, "attr", None) or getattr(base, "id", None) or "" for base in cls.node.bases]
    return any(name.endswith("TestCase") for name in names) or any(_is_case(base, depth - 1) for base in cls.bases)


def _is_test_file(module: Module) -> bool:
    name = os.path.basename(module.path)
    return name.startswith("test") or name.endswith(("_test.py", "_tests.py"))


def _methods(cls: ClassValue, depth: int = _DEEPEST) -> dict[str, Function]:
    found: dict[str, Function] = {}
    for base in reversed(cls.bases) if depth else ():
        if isinstance(base, ClassValue):
            found.update(_methods(base, depth - 1))
    for name, value in cls.attributes.items():
        if name.startswith("test") and isinstance(value, Function):
            found[name] = value
    return found


def _patches(test: Test) -> bool:
    """What such a test calls may be another thing than what stands in the code."""
    names = parameter_names(test.function)
    return any(mark.name.startswith(PATCHES) for mark in test.marks) or not PATCHING_FIXTURES.isdisjoint(names)


def _class_marks(frame: Frame, cls: ClassValue) -> Iterator[Mark]:
    for decorator in cls.node.decorator_list:
        yield from _marks(attempt(frame, lambda decorator=decorator: evaluate(frame, decorator))[0])  # type: ignore[misc]


def _marks(value: Value | None) -> Iterator[Mark]:
    """``pytestmark = pytest.mark.slow``, or a list of such."""
    for one in rows_of(value) or [value or UNKNOWN]:
        found = mark_in(one)
        if found is not None:
            yield found
