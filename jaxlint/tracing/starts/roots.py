"""Where tracing starts: the module itself, functions worth running, transforms that nobody in view calls."""

from __future__ import annotations

from jaxlint.knowledge.interest import any_between, interest_of
from jaxlint.knowledge.transforms import DECORATOR
from jaxlint.tracing.calls.invocation import Arguments
from jaxlint.tracing.calls.modules import concerns_jax, module_frame, run_started
from jaxlint.tracing.compiled.traces import Leaks
from jaxlint.tracing.events.refusals import Refused
from jaxlint.tracing.evidence.reach import Reach
from jaxlint.tracing.evidence.suite import every_test_of, tests_of
from jaxlint.tracing.functions.functions import call_function
from jaxlint.tracing.libraries.python.functional import Remembered
from jaxlint.tracing.objects.heirs import receiver_of
from jaxlint.tracing.running.entry import Entry
from jaxlint.tracing.running.environment import Frame
from jaxlint.tracing.running.interpreter import (
    EAGER_DEPTH,
    ROOT_BODIES,
    SPENT,
    TEST_BODIES,
    TEST_DEPTH,
    GaveUp,
    Interpreter,
)
from jaxlint.tracing.running.kept import Kept, Turns
from jaxlint.tracing.starts.assumed import assumed
from jaxlint.tracing.starts.public_api import promised
from jaxlint.tracing.transforms.generic import run_generic
from jaxlint.tracing.values.answers import flag
from jaxlint.tracing.values.value import UNKNOWN, ClassValue, Function, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable

    from jaxlint.syntax.module import Module

    Definition = _ast.FunctionDef | _ast.AsyncFunctionDef | _ast.Lambda


# What the tests of one module may cost, in bodies: so much, some for every twenty lines of its code, and more for each
# thing that they lead to.
_TEST_ROOM, _LINES_OF_A_BODY, _ROOM_OF_FOUND = 80, 20, 10
_BARREN = 1  # a case in which nothing is traced is the last of its test, but for the first


def trace_module(interpreter: Interpreter, module: Module) -> None:
    """Run one module: its body, what happens where it is started, then what neither reaches."""
    if not concerns_jax(interpreter, module):
        return
    interpreter.journal.restore()
    frame = module_frame(interpreter, module)
    before = dict(frame.variables), dict(frame.bindings)
    try:
        guarded(interpreter, module, "module", run_started, frame)
        _run_rest(interpreter, frame)
    finally:
        frame.variables, frame.bindings = before  # others see what an import has left


def _run_rest(interpreter: Interpreter, frame: Frame) -> None:
    """Functions that may hold a hazard, or lead to one, and that were not run yet."""
    module = frame.module
    interest = interest_of(module)
    definitions = _definitions(frame, module)
    tracing = [name for name, value in frame.variables.items() if _is_transformed(value)]
    tracing += [_called_as(one) for one in definitions if interest.starts(one.node)]
    calls = interest.calling(tracing)
    tests = {test.function.node for test in every_test_of(interpreter, module)}  # their turn comes, or they patch
    for function in definitions:
        node = function.node
        if not interpreter.is_visited(node) and node not in tests and (interest.holds(node) or _calls(node, calls)):
            guarded(interpreter, module, function.name, run_eagerly, frame, function)
    definitions = _definitions(frame, module)
    left = ROOT_BODIES + len(module.source.code.lines)  # one for each line, beside one full entry
    for transformed in (*assumed(interpreter, module, definitions), *promised(interpreter, module, definitions)):
        if left <= 0:
            interpreter.give_up(module, "what is taken to be traced", SPENT)
            break
        room = min(ROOT_BODIES, left)
        guarded(interpreter, module, transformed.transform, run_generic, interpreter, transformed, room=room)
        left -= interpreter.bodies_run


def run_tests(interpreter: Interpreter, modules: list[Module]) -> None:
    """What the tests of these modules tell beyond what their code says by itself."""
    interpreter.eager_depth = TEST_DEPTH
    for module in modules:
        take_turn(interpreter, "tests", module, trace_tests, interpreter, module)
    interpreter.eager_depth, interpreter.tests_of = EAGER_DEPTH, None


def take_turn(
    interpreter: Interpreter, what: str, module: Module, run: Callable[..., object], *arguments: object
) -> None:
    """Run what a file starts, as a share of its own; an error of the tracer costs this one."""
    turns = interpreter.part(Turns).setdefault(module, [])
    place = what, len(turns)  # what waits may be run several times
    known = interpreter.part(Kept).of(interpreter, place, module)
    turns.append(known or interpreter.share)
    if known is not None:
        interpreter.take(known)
        return
    share = interpreter.share
    share.reads[module] = None
    try:
        run(*arguments)
    except GaveUp:
        interpreter.give_up(module, what, SPENT)
    except Refused:
        pass  # nobody is there to catch it
    except Exception as error:
        interpreter.failures.keep(error, module.path)
    interpreter.finish()
    interpreter.part(Kept).keep(place, module, share)


def trace_tests(interpreter: Interpreter, module: Module) -> None:
    """Run the tests of one module, each as if it were the only one: one case of each, then another of each."""
    if not concerns_jax(interpreter, module):
        return
    frame = module_frame(interpreter, module)
    interpreter.tests_of = module.path
    left = _TEST_ROOM + len(module.source.code.lines) // _LINES_OF_A_BODY
    interpreter.allow(TEST_BODIES)  # decorators of classes are called
    tests = {(test.cls, test.function.node): test for test in tests_of(interpreter, module)}
    waiting = [tests[one] for one in interpreter.ask(_nearest_first, module)] if tests else []
    turn = 0
    while waiting:
        fruitful = []
        for test in waiting:
            if left <= 0:
                return
            interpreter.allow(TEST_BODIES)  # the rows of a table may be computed
            case = test.case(interpreter, turn)
            if case is None:
                continue
            traced, found = interpreter.counts.bodies_traced, interpreter.share.new
            guarded(interpreter, module, test.function.name, case.run, frame, room=TEST_BODIES)
            left += (interpreter.share.new - found) * _ROOM_OF_FOUND - interpreter.bodies_run
            if traced != interpreter.counts.bodies_traced or turn < _BARREN:
                fruitful.append(test)
        waiting = fruitful
        turn += 1


class _Reach:
    """None: nobody has asked yet."""

    found: Reach | None = None


def _nearest_first(interpreter: Interpreter, module: Module) -> list[tuple[ClassValue | None, Definition]]:
    """The tests of a module that may lead to a trace, by what all files define."""
    part = interpreter.part(_Reach)
    if part.found is None:
        part.found = Reach(interpreter)
    return [(test.cls, test.function.node) for test in part.found.nearest_first(tests_of(interpreter, module))]


def _called_as(function: Function) -> str:
    """How the text of a call names it: a method after a dot, a constructor by its class."""
    if function.owner is None:
        return function.name
    return function.owner.node.name if function.name == "__init__" else "." + function.name


def _calls(node: _ast.AST, lines: list[int]) -> bool:
    """True where one of the calls stands in the function's body."""
    body = node.body  # type: ignore[attr-defined]
    first = body[0].lineno if isinstance(body, list) else node.lineno  # type: ignore[attr-defined]
    return any_between(lines, first, node.end_lineno or first)  # type: ignore[attr-defined]


def _is_transformed(value: Value) -> bool:
    """A jitted function, or a class with such a method: what a call passes tells of what is traced."""
    if isinstance(value, ClassValue):
        return any(map(_is_traced_function, value.attributes.values()))
    return _is_traced_function(value)


def _is_traced_function(value: Value) -> bool:
    return isinstance(value, Transformed) and value.transform != DECORATOR


def guarded(
    interpreter: Interpreter,
    module: Module,
    name: str,
    run: Callable[..., object],
    *arguments: object,
    room: int = ROOT_BODIES,
) -> None:
    """Run one entry within its budget, on modules as they were imported; an error of the tracer costs that entry."""
    if interpreter.progress is not None:
        interpreter.progress()
    interpreter.journal.restore()
    interpreter.allow(room)
    interpreter.entry = Entry(interpreter.entry.number + 1)
    interpreter.share.part(Leaks).left.clear()
    interpreter.part(Remembered).clear()
    uses = interpreter.consumed
    try:
        run(*arguments)
    except GaveUp:
        interpreter.give_up(module, name, SPENT)
    except Refused:
        pass  # to a try of a caller that is not in view
    except Exception as error:
        interpreter.failures.keep(error, module.path)
    interpreter.consumed = uses  # a key of the module, used in two functions: who knows that both are called


def _definitions(frame: Frame, module: Module) -> list[Function]:
    """Functions and methods of the module that its body bound."""
    found = []
    for value in list(frame.variables.values()):
        if isinstance(value, Function) and value.module is module:
            found.append(value)
        elif isinstance(value, ClassValue) and value.module is module:
            members = value.attributes.values()
            found.extend(member for member in members if isinstance(member, Function) and member.module is module)
    return found


def run_eagerly(frame: Frame, function: Function, receiver: Value | None = None) -> None:
    """Nothing is known of the arguments, but for defaults of flags; self is an object of its class."""
    spec = function.node.args
    names = [*spec.posonlyargs, *spec.args]
    values = [flag(default) or UNKNOWN for default in function.defaults]
    values = [UNKNOWN] * (len(names) - len(values)) + values
    if function.owner is not None and names and names[0].arg in ("self", "cls"):
        by_class = names[0].arg == "cls"
        values[0] = receiver or (function.owner if by_class else receiver_of(frame.interpreter, function))
    named = zip(spec.kwonlyargs, function.kw_defaults, strict=True)
    keywords = {one.arg: flag(default) or UNKNOWN for one, default in named if default is not None}
    call_function(frame, function.node, function, Arguments(values, keywords, complete=False), step=False)
