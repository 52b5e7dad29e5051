"""How many calls a test is away from a trace, by the text alone: most tests of large projects never start one."""

from __future__ import annotations

from jaxlint.knowledge.interest import interest_of
from jaxlint.knowledge.testing import BEFORE
from jaxlint.tracing.running.environment import ModuleFrames
from jaxlint.tracing.values.hierarchy import class_member
from jaxlint.tracing.values.value import Function, Transformed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.knowledge.interest import Interest
    from jaxlint.tracing.evidence.suite import Test
    from jaxlint.tracing.running.interpreter import Interpreter
    from jaxlint.tracing.values.value import Value

_FARTHEST = 2  # calls between a test and what starts a trace
_IMPLICIT = ("__init__", "__post_init__", "__call__", "__new__", "setup")  # what the name of a class may run


class Reach:
    """Functions of the project by the names that calls use; any function of that name may be the one."""

    def __init__(self, interpreter: Interpreter) -> None:
        self._interpreter = interpreter
        self._named: dict[str, list[Function]] = {}
        self._tracing = {"variant"}  # names of what is traced when it is called
        for functions in interpreter.whole.defined.values():
            for function in functions.values():
                self._add(function.name, function)
        for cls in interpreter.whole.classes.values():
            for name in _IMPLICIT:
                self._add(cls.node.name, class_member(cls, name))
            self._add_tracing(cls.attributes)
        for frame in interpreter.part(ModuleFrames).values():
            self._add_tracing(frame.variables)

    def nearest_first(self, tests: list[Test]) -> list[Test]:
        """The tests that may lead to a trace, those that start one themselves before the others."""
        ranked = [(self._distance(test), test) for test in tests]
        return [test for calls in range(_FARTHEST + 1) for distance, test in ranked if distance == calls]

    def _distance(self, test: Test) -> int | None:
        prepared = [] if test.cls is None else [class_member(test.cls, name) for name in BEFORE]
        level = [test.function, *(one for one in prepared if isinstance(one, Function))]
        words: set[str] = set()
        for calls in range(_FARTHEST + 1):
            if any(map(self._starts, level)):
                return calls
            new = {word for function in level for word in self._interest(function).words(function.node)} - words
            if not self._tracing.isdisjoint(new):
                return calls
            words |= new
            level = [function for word in new for function in self._named.get(word, ())]
        return None

    def _starts(self, function: Function) -> bool:
        return self._interest(function).traces(function.node)

    def _interest(self, function: Function) -> Interest:
        return interest_of(function.module)

    def _add(self, name: str, value: Value | None) -> None:
        if isinstance(value, Function):
            self._named.setdefault(name, []).append(value)

    def _add_tracing(self, variables: dict[str, Value]) -> None:
        self._tracing.update(name for name, value in variables.items() if isinstance(value, Transformed))
