"""A traced program: what the rules may ask."""

from __future__ import annotations

from jaxlint.tracing import expressions, libraries, statements, transforms
from jaxlint.tracing.interpreter import Interpreter
from jaxlint.tracing.roots import trace_module
from jaxlint.tracing.value import Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable

    from jaxlint.project.project import Project
    from jaxlint.tracing.event import Event

ROOMS = (expressions, statements, transforms, libraries)  # their import fills the tables


class Program:
    """``gave_up``: (where, why) of entries whose budget was spent."""

    def __init__(self, project: Project, events: list[Event], gave_up: list[tuple[str, str]]) -> None:
        self.project = project
        self.events = events
        self.gave_up = gave_up

    def values(self) -> Callable[[_ast.AST], Value | None]:
        """What each expression holds, over all contexts.  Traces once more: only files with findings ask."""
        interpreter = Interpreter(self.project, recording=True)
        paths = {event.module.path for event in self.events}
        for path, module in self.project.modules.items():
            if path in paths:
                trace_module(interpreter, module)
        return interpreter.recorded.get


def _is_proved(event: Event) -> bool:
    """``if params:`` asks a dict or a tuple, unless something in the body showed that it is an array."""
    return event.kind != "truth-test" or not isinstance(event.value, Traced) or event.value.is_array


def trace(project: Project) -> Program:
    """Run every module abstractly, in the order of their paths."""
    events: list[Event] = []
    gave_up: list[tuple[str, str]] = []
    for path in sorted(project.modules):
        interpreter = Interpreter(project)
        trace_module(interpreter, project.modules[path])
        events.extend(event for event in interpreter.events if _is_proved(event))
        gave_up.extend(interpreter.gave_up)
    return Program(project, events, gave_up)
