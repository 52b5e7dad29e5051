"""Running a def or lambda on abstract arguments, and remembering what came out."""

from __future__ import annotations

import _ast

from jaxlint.knowledge.interest import interest_of
from jaxlint.syntax.binders import own_nodes
from jaxlint.syntax.once import once_a_scope
from jaxlint.tracing.calls.fitting import fits, refused_call
from jaxlint.tracing.calls.invocation import Arguments
from jaxlint.tracing.compiled.retraces import Retraces
from jaxlint.tracing.compiled.traces import passed_by
from jaxlint.tracing.events.refusals import EVERYTHING, Refused, attempt
from jaxlint.tracing.functions.outcomes import Outcome, attributes_written, replayed
from jaxlint.tracing.functions.passing import Recall, with_origins
from jaxlint.tracing.functions.runs import Run, Runs, changed_by
from jaxlint.tracing.functions.summaries import Summaries, forget_contents, forget_what_is_set
from jaxlint.tracing.keys.constant_keys import made_of_constants
from jaxlint.tracing.keys.uses import after_call, draw_again, drawn_since, inherited, places_of_keys
from jaxlint.tracing.objects.declared import declared_result, with_declared
from jaxlint.tracing.running.environment import Frame
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.running.execute import execute_block
from jaxlint.tracing.running.interpreter import CALL_DEPTH, EAGER_DEPTH, GaveUp
from jaxlint.tracing.values.argument_evidence import Evidence
from jaxlint.tracing.values.aval import Aval
from jaxlint.tracing.values.heap import Heap
from jaxlint.tracing.values.hierarchy import says_abstract
from jaxlint.tracing.values.joining import another, join_all
from jaxlint.tracing.values.kinds import Kinds
from jaxlint.tracing.values.stage import ABSTRACT, EAGER, VMAP
from jaxlint.tracing.values.value import (
    NONE,
    UNKNOWN,
    Array,
    Const,
    Function,
    Generator,
    Instance,
    Mapping,
    Sequence,
    Several,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.graft import Edited
    from jaxlint.tracing.running.context import Context
    from jaxlint.tracing.running.interpreter import Interpreter
    from jaxlint.tracing.shares.share import Share
    from jaxlint.tracing.values.origin import Origin

_SHORT_DEPTH = 2  # so deep down, a short helper is run anyway
_RECURSION = 3  # times that one function may be under way


def call_function(
    frame: Frame,
    node: _ast.AST,
    function: Function,
    arguments: Arguments,
    context: str | None = None,
    staging: Origin | None = None,
    step: bool = True,
) -> Value:
    """The result of a call; what happens inside is noted on the way.

    ``context`` and ``staging`` None: the caller's go on.  ``step``: note the call in the origin of what it passes.
    """
    interpreter = frame.interpreter
    context = context or frame.context.stage
    interpreter.share.met.add(function.node)
    if frame.context.depth >= CALL_DEPTH:
        interpreter.give_up(function.module, getattr(function.node, "name", "lambda"), "too many calls inside calls")
        return UNKNOWN
    if context == EAGER and interpreter.tests_of is None:
        interpreter.share.part(Retraces).called(frame, node, function.node)
    receiver = arguments.positional[0] if arguments.positional else None  # of a method
    quiet = (
        context == EAGER and frame.context.depth >= EAGER_DEPTH and not _is_worth_running(frame, function, arguments)
    )
    if quiet and frame.context.depth >= interpreter.eager_depth:
        forget_what_is_set(frame, function, receiver)
        passed_by(interpreter)
        if _is_generator(function.node):
            return Generator(UNKNOWN, frame.context.handlers, "")
        return declared_result(frame, function, UNKNOWN, receiver)
    if not fits(function, arguments):
        return refused_call(frame)
    interpreter.share.visited.add(function.node)
    interpreter.share.reads.setdefault(function.module)
    bound = with_declared(frame, function, bind_parameters(function, arguments))
    if context == ABSTRACT:
        interpreter.share.staged.add(function.node)
    if context in (ABSTRACT, VMAP):
        interpreter.note_traced(function.node)
    backwards = frame.context.reversing != ()
    condition = frame.condition
    sure = (frame.context.handlers, condition.doubt, condition.optional, condition.supposed != ())
    level = frame.level if context == ABSTRACT else None  # of the trace that what is staged in it belongs to
    quiet = quiet or frame.context.quiet
    if interpreter.entry.active.get(function.node, 0) >= _RECURSION:
        return declared_result(frame, function, UNKNOWN, receiver)  # the outer calls tell
    staging = staging or frame.context.staging
    summaries = interpreter.share.part(Summaries)
    if summaries.asked is not None:
        summaries.asked.append((function.node, list(bound.values())))
    given = Kinds()
    kinds = tuple([given.of(one) for one in bound.values()]), given.captured(function), tuple(given.pattern)
    constants = tuple(made_of_constants(interpreter, given.keys))  # draws are reported there
    kind = function.node, (context, level, backwards, quiet), kinds, constants
    outcomes = summaries.that_answer(kind, given.details, sure, interpreter.journal)
    if outcomes:
        recall = Recall((frame, node, function), bound, staging, step)
        result = _answered(frame, node, function, arguments, bound, outcomes, given, recall)
        return declared_result(frame, function, result, receiver)
    handlers = EVERYTHING if _fails_on_purpose(function.node) else frame.context.handlers
    around = frame.context
    calls = (*around.calls, (frame.module, frame.function, node))
    inside = around.but(calls=calls, stage=context, staging=staging, handlers=handlers, quiet=quiet)
    inner = _frame_of_call(frame, node, function, arguments, inside, bound, step)
    interpreter.see(function.node.args, Const(backwards), inner.context)
    result = _run_and_remember(frame, node, function, inner, Outcome(given, sure, inner), kind)
    return declared_result(frame, function, result, receiver)


def _answered(
    frame: Frame, node: _ast.AST, function: Function, arguments: Arguments, bound: dict[str, Value],
    outcomes: tuple[Outcome, ...], given: Kinds, recall: Recall,
) -> Value:  # fmt: skip
    """The result of a call that comes to what others came to, with all that it does beside that."""
    last = outcomes[-1]
    frame.interpreter.counts.reports += any(not one.is_silent for one in outcomes)
    if last.refused is not None:
        raise Refused(last.refused)
    frame.context.lose_derivatives()  # what it met on the way is not met again
    for place, contents in last.shown:
        if all(place in dict(one.shown) for one in outcomes):
            given.objects[place].show_as(contents)
    for where, rows, taken in last.drawn or ():
        if not all((where, rows) in [drawn[:2] for drawn in one.drawn or ()] for one in outcomes):
            continue
        if isinstance(where, str):
            key, written = bound[where], arguments.node_of(where, parameter_names(function))
        else:
            key, written = Array(Aval("k", ()), key_id=given.keys[where]), None
        draw_again(frame, node, key, written, rows, taken)
    if any(one.writes for one in outcomes):
        for value in bound.values():
            forget_contents(value)
    return replayed(outcomes, given, recall, frame.context.trace, frame.condition.branches)


def _run_and_remember(
    frame: Frame, node: _ast.AST, function: Function, inner: Frame, outcome: Outcome, kind: object
) -> Value:
    interpreter, summaries = frame.interpreter, frame.interpreter.share.part(Summaries)
    journal = interpreter.journal
    begun = journal.reads, journal.version
    draws, consumed, place = interpreter.counts.draws, interpreter.consumed, Heap.mark()
    keys = places_of_keys(inner, outcome.given.keys)
    placed, reports = interpreter.counts.placed, interpreter.counts.reports
    values, met = list(inner.variables.values()), enumerate(outcome.given.objects)
    unproved = [(at, one) for at, one in met if type(one) is Evidence and not one.is_array]
    try:
        result = _run(frame, node, function, inner)
    except Refused as refused:
        outcome.refused = refused.refusal
        outcome.is_silent = reports == interpreter.counts.reports
        summaries.note(kind, outcome, begun, journal)
        raise
    wrote = Heap.written_since(place, inner.born)
    outcome.written = attributes_written(outcome.given.objects, Heap.log[place:], inner.born)
    if placed != interpreter.counts.placed or begun[1] != journal.version or outcome.written is None:
        return result  # what it leaves in such an object can't be remembered
    is_drawn = draws != interpreter.counts.draws
    outcome.drawn = drawn_since(frame, consumed, keys, node, inner.born) if is_drawn else []
    outcome.is_silent = reports == interpreter.counts.reports
    outcome.writes = not all(isinstance(one, Instance) for one in wrote)
    if outcome.drawn is None:
        return result
    outcome.shown = [(at, one.contents) for at, one in unproved if one.is_array]
    if outcome.keep(result, values, inner.context.trace):
        summaries.note(kind, outcome, begun, journal)
    return result


def _frame_of_call(
    frame: Frame,
    node: _ast.AST,
    function: Function,
    arguments: Arguments,
    context: Context,
    bound: dict[str, Value],
    step: bool,
) -> Frame:
    condition = frame.condition.but(questions=0) if frame.condition.questions else frame.condition
    interpreter, closure = frame.interpreter, function.closure
    inner = Frame(interpreter, function.module, function.node, closure, context, condition, frame.level)
    inner.owner = function.owner
    inner.variables = with_origins(frame, node, function, bound) if step else bound
    inner.bindings = inherited(frame, parameter_names(function), arguments, bound)
    return inner


def _run(frame: Frame, node: _ast.AST, function: Function, inner: Frame) -> Value:
    """The body's result, with the call among those under way."""
    interpreter = frame.interpreter
    running = interpreter.entry.active.get(function.node, 0)
    interpreter.entry.active[function.node] = running + 1
    if not isinstance(function.node, _ast.Lambda):
        interpreter.begin_one()
    interpreter.share.part(Runs).setdefault(function.node, []).append(Run(inner, function.node))
    try:
        return run_body(inner, function.node)
    except (GaveUp, RecursionError):
        raise
    except Exception as error:
        interpreter.met(error, frame.module, node)
        if not interpreter.failures.has_place(error):
            raise
        interpreter.failures.keep(error, frame.module.path)
        return UNKNOWN  # for the caller, whose findings stay
    finally:
        inner.over = True
        interpreter.entry.active[function.node] = running


def _fails_on_purpose(node: _ast.AST) -> bool:
    """``@pytest.mark.xfail``, ``@unittest.expectedFailure``."""
    for decorator in getattr(node, "decorator_list", ()):
        target = decorator.func if isinstance(decorator, _ast.Call) else decorator
        if (getattr(target, "attr", None) or getattr(target, "id", None)) in ("xfail", "expectedFailure"):
            return True
    return False


def _is_worth_running(frame: Frame, function: Function, arguments: Arguments) -> bool:
    """Eager code deep down: what starts a trace, uses keys or hands out JAX, what makes functions, short helpers.

    And where a JAX array is passed, and the file writes items to something.
    """
    node = function.node
    if function.module in frame.interpreter.models.values():
        return True
    interest = interest_of(function.module)
    if frame.context.depth < _SHORT_DEPTH:
        is_made = isinstance(node, _ast.Lambda) or any(type(one) is _ast.FunctionDef for one in node.body)
        if is_made or interest.is_short(node):
            return True
    arrays = [one for one in arguments.values() if isinstance(one, Array) and one.sure and not one.numpy]
    if arrays and interest.writes_items:
        return True
    return interest.holds(node) or interest.imports(node)


def changed(interpreter: Interpreter, edited: Edited, shares: list[Share]) -> set[Share]:
    """The shares that come to something else since an edit of functions which they have met."""
    return changed_by(interpreter, edited, shares, run_body)


def run_body(frame: Frame, node: _ast.AST) -> Value:
    if isinstance(node, _ast.Lambda):
        return evaluate(frame, node.body)
    falls_through, refused = attempt(frame, lambda: execute_block(frame, node.body))  # type: ignore[attr-defined]
    if refused is not None and not frame.results and not frame.yields:
        raise refused  # else it may have returned before
    if frame.thrown and not falls_through and not frame.results and not frame.yields:
        raise Refused(frame.thrown[-1][0])  # whichever branch is taken
    after_call(frame, falls_through is True)
    if isinstance(node, _ast.AsyncFunctionDef):
        return UNKNOWN
    if frame.yields:
        suspended = frame.yields[-1][1]
        return Generator(join_all([value for value, _ in frame.yields]), suspended.handlers, suspended.stage)
    if falls_through:
        frame.results.append(UNKNOWN if says_abstract(node) else NONE)  # a class out of view may give something
    if not frame.results and frame.raised and not frame.overridable and not _is_generator(node):
        raise Refused(frame.raised)  # whichever way it takes: what follows the call does not run
    result = join_all(frame.results)
    return Several(result.values, result.chosen, elsewhere=True) if isinstance(result, Several) else result


@once_a_scope
def _is_generator(node: _ast.AST) -> bool:
    found = any(isinstance(one, (_ast.Yield, _ast.YieldFrom)) for one in own_nodes(node))
    return found and not isinstance(node, _ast.AsyncFunctionDef)


def bind_parameters(function: Function, arguments: Arguments) -> dict[str, Value]:
    """Parameter name -> value; UNKNOWN for what an unknown ``*args`` may have filled."""
    spec = function.node.args
    names = parameter_names(function)
    missing = NONE if arguments.complete else UNKNOWN
    bound: dict[str, Value] = {}
    for index, name in enumerate(names):
        if index < len(arguments.positional):
            bound[name] = arguments.positional[index]
        elif name in arguments.keywords:
            bound[name] = arguments.keywords[name]
        else:
            from_end = len(names) - index
            has_default = from_end <= len(function.defaults)
            known = has_default and arguments.complete
            missed = UNKNOWN if has_default else another(arguments.rest)
            bound[name] = function.defaults[-from_end] if known else missed
    if spec.vararg is not None:
        rest = arguments.positional[len(names) :]
        bound[spec.vararg.arg] = Sequence("tuple", rest if arguments.complete else None, another(arguments.rest))
    for parameter, default in zip(spec.kwonlyargs, function.kw_defaults, strict=True):
        value = arguments.keywords.get(parameter.arg)
        if value is None:
            value = default if default is not None and missing is NONE else UNKNOWN
        bound[parameter.arg] = value
    if spec.kwarg is not None:
        own = {*names, *(parameter.arg for parameter in spec.kwonlyargs)}
        extra: dict[object, Value] = {name: value for name, value in arguments.keywords.items() if name not in own}
        others = UNKNOWN if extra else another(arguments.rest)  # what is known by name is not like the rest
        bound[spec.kwarg.arg] = Mapping(extra if arguments.complete else None, others)
    return bound


def parameter_names(function: Function) -> list[str]:
    """Those that take positional arguments."""
    spec = function.node.args
    return [parameter.arg for parameter in (*spec.posonlyargs, *spec.args)]
