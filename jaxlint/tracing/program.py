"""A traced program: what the rules may ask."""

from __future__ import annotations

import os

import jaxlint.tracing.handlers  # noqa: F401  fills the tables
from jaxlint.diagnostic import internal_error
from jaxlint.tracing.api_names.name_events import name_events
from jaxlint.tracing.calls.modules import run_added
from jaxlint.tracing.compiled.retraces import Retraces
from jaxlint.tracing.compiled.stale import Stale
from jaxlint.tracing.compiled.traces import FilledOutside
from jaxlint.tracing.functions.functions import changed
from jaxlint.tracing.running.interpreter import Interpreter
from jaxlint.tracing.running.kept import Kept, Turns, prepare
from jaxlint.tracing.running.reports import Withheld
from jaxlint.tracing.running.room import make_room
from jaxlint.tracing.running.tracers import Tracers
from jaxlint.tracing.starts.roots import run_tests, take_turn, trace_module
from jaxlint.tracing.starts.unreached import run_rest
from jaxlint.tracing.transforms.refused.axis_names import axes_bound
from jaxlint.tracing.values.heap import Heap
from jaxlint.tracing.values.value import Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable, Collection, Iterable

    from jaxlint.diagnostic import Problem
    from jaxlint.project.project import Project
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.events.event import Event
    from jaxlint.tracing.shares.share import Share

    Progress = Callable[[str, int, int], None]


class Program:
    """``gave_up``: (where, why) of entries whose budget was spent; ``traced``: defs and lambdas that JAX traces.

    ``problems``: errors of the tracer, each of which cost a function.
    """

    def __init__(self, interpreter: Interpreter, events: list[Event], problems: list[Problem]) -> None:
        self.project = interpreter.project
        self.events = events
        given_up = dict.fromkeys((_place(module, where), why) for module, where, why in interpreter.whole.gave_up)
        self.gave_up = list(given_up)
        self.steps = interpreter.steps  # statements that were run
        self.traced = interpreter.whole.traced
        self.problems = problems
        self.recorded = interpreter.whole.recorded
        self._turns = interpreter.part(Turns)
        self._bodies = dict(interpreter.bodies)
        self._leading: dict[_ast.AST, set[str]] | None = None  # once somebody asks

    def failed_in(self, path: str) -> bool:
        """True where an error of the tracer keeps it from knowing all of a file's values."""
        return any(problem.path == path for problem in self.problems)

    def running(self, functions: set[_ast.AST]) -> set[str]:
        """The paths of the files whose code leads to one of these defs and lambdas."""
        if self._leading is None:
            self._leading = _leading(self._turns, self._bodies)
        return set().union(*(self._leading.get(one, ()) for one in functions))

    def value(self, node: _ast.AST) -> Value | None:
        """What an expression holds, over all contexts; None where nobody came by."""
        return self.recorded.get(node)


_OF_ARRAYS = ("truth-test", "rows-iterated")
_UNTRACED = ("donated-reuse",)  # nothing where what is around is traced by somebody in view


def _leading(turns: Turns, bodies: dict[Module, Share]) -> dict[_ast.AST, set[str]]:
    """By def and lambda, the paths of the files whose code leads there, or reads what an import that did has made."""
    found: dict[_ast.AST, set[str]] = {}
    readers: dict[Module, set[str]] = {}
    importing: dict[Module, set[Module]] = {}
    for module, shares in turns.items():
        for share in shares:
            for node in share.met:
                found.setdefault(node, set()).add(module.path)
            for read in share.reads:
                readers.setdefault(read, set()).add(module.path)
    for module, body in bodies.items():
        for read in body.reads:
            importing.setdefault(read, set()).add(module)
    for module, body in bodies.items():
        above = [module] if body.met else []
        for one in above:
            above += importing.get(one, set()).difference(above)
        for node in body.met:
            found.setdefault(node, set()).update(*(readers.get(one, ()) for one in above))
    return found


def _place(module: Module, where: str | _ast.AST) -> str:
    return f"{module.path}: {where if isinstance(where, str) else module.line_name(where)}"


def _is_proved(event: Event) -> bool:
    """``if params:`` asks a dict, ``params[0] = 1`` writes to a list, unless the body shows that it is an array."""
    value = event.value
    if not isinstance(value, Traced):
        return True
    doubt = value.origin.root().doubt
    if doubt is not None and not doubt.is_array:
        return False
    if event.kind == "mutation":
        return value.is_immutable and not (value.evidence is not None and _may_be_variable(event))
    needs_proof = event.kind in _OF_ARRAYS or (value.evidence is not None and value.evidence.may_be_key)
    return value.is_array or not needs_proof


def _may_be_variable(event: Event) -> bool:
    """What arithmetic and calls prove to be an array may be a Variable that stands for one, where such are in use."""
    origin = event.value.origin  # type: ignore[attr-defined]
    return any("nnx" in module.source.code.text for module in (event.module, origin.root().module))


def run(interpreter: Interpreter, paths: list[str], progress: Progress | None = None) -> None:
    """Trace these files, and what they call, with an interpreter of one's own.

    ``progress``: told of each file, and again with each entry; what it raises ends the run.
    """
    modules = interpreter.project.modules
    present = [modules[path] for path in paths if path in modules]
    make_room()
    prepare(interpreter, changed)
    run_added(interpreter)
    Heap.begin(interpreter.journal.keep)
    for number, module in enumerate(present, 1):
        if progress is not None:
            interpreter.progress = _at(progress, module.path, number, len(present))
            interpreter.progress()
        take_turn(interpreter, "module", module, trace_module, interpreter, module)
    run_tests(interpreter, present)
    run_rest(interpreter, present)
    interpreter.journal.restore()  # the last entry, too, may be asked about when this run is over
    for path in paths:
        interpreter.project.seek(path, *interpreter.part(Kept).words)


def _at(progress: Progress, path: str, number: int, of: int) -> Callable[[], None]:
    return lambda: progress(path, number, of)


def known_of(project: Project, paths: list[str], progress: Progress | None = None) -> Share:
    """What running these files, and what they call, comes to: ``recorded.get`` of an expression is what it holds."""
    interpreter = _tracer(project)
    run(interpreter, paths, progress)
    return interpreter.whole


def withheld(share: Share) -> dict[_ast.AST, str]:
    """Why nothing is reported of what was seen at a node."""
    told = {event.node for event in _events(share)}
    return {node: why for node, why in share.part(Withheld).items() if node not in told}


def _tracer(project: Project) -> Interpreter:
    """The one that has run the project before, where there is one."""
    tracers = project.around.memory.part(Tracers)
    if project.target_jax not in tracers:
        tracers[project.target_jax] = Interpreter(project)
    tracers[project.target_jax].project = project
    return tracers[project.target_jax]


def _events(whole: Share) -> list[Event]:
    """What was noted, as far as no other file says otherwise."""
    outside = whole.part(FilledOutside).functions
    noted = whole.noted.settled(_is_proved)
    noted = [event for event in noted if event.kind not in _UNTRACED or event.function not in whole.staged]
    noted = [event for event in noted if getattr(event, "cached", None) not in outside]
    bound = axes_bound(one for applied in whole.pending.values() for one in applied)
    noted = [event for event in noted if not event.point.supposed or getattr(event, "axis", None) not in bound]
    return [*noted, *whole.part(Retraces).events(whole.traced), *whole.part(Stale).events(whole.staged)]


def _advice(interpreter: Interpreter) -> list[Event]:
    """On what works, and could be quicker; nobody who does not ask for it pays for the import."""
    from jaxlint.tracing.compiled.captured import captured
    from jaxlint.tracing.slow import slow_code

    applied = [one for some in interpreter.whole.pending.values() for one in some]
    constants = captured(applied, interpreter.whole.staged)
    return [*slow_code(interpreter), *(one for one in constants if one.module.path in interpreter.project.modules)]


def in_order(paths: Iterable[str]) -> list[str]:
    """The same order from whatever directory the files are named."""
    return sorted(paths, key=os.path.abspath)


def trace(
    project: Project, advice: bool = True, asked: Collection[str] | None = None, progress: Progress | None = None
) -> Program:
    """Run abstractly, in the order of their paths, the modules that were added; only the project's files are reported.

    ``asked``: the files whose names are looked at; None: all that are run.
    """
    interpreter = _tracer(project)
    run(interpreter, in_order(project.run), progress)
    modules = project.modules
    events = [event for event in _events(interpreter.whole) if event.module.path in modules]
    if advice:
        events += _advice(interpreter)
    problems = interpreter.whole.failures.problems
    for path in in_order(project.run if asked is None else asked):
        if path not in modules:
            continue
        try:
            events += name_events(project, modules[path], advice)
        except Exception as error:
            problems.append(internal_error(path, "the search for old names", error))
    return Program(interpreter, events, problems)
