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
from jaxlint.tracing.functions.passing import Recall, origins, with_origins
from jaxlint.tracing.functions.runs import Run, Runs, changed_by
from jaxlint.tracing.functions.summaries import Kept, Summaries, can_be_kept, forget_contents, forget_what_is_set
from jaxlint.tracing.keys.uses import after_call, consume_again, consumed_since, held_keys, inherited
from jaxlint.tracing.objects.declared import declared_result, with_declared
from jaxlint.tracing.running.environment import Frame
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.running.execute import execute_block
from jaxlint.tracing.running.interpreter import CALL_DEPTH, EAGER_DEPTH, GaveUp
from jaxlint.tracing.values.argument_evidence import Evidence
from jaxlint.tracing.values.heap import Heap
from jaxlint.tracing.values.hierarchy import says_abstract
from jaxlint.tracing.values.holding import prove_array
from jaxlint.tracing.values.joining import another, join_all, leaves
from jaxlint.tracing.values.kinds import closed_over
from jaxlint.tracing.values.stage import ABSTRACT, EAGER, VMAP
from jaxlint.tracing.values.value import (
    NONE,
    UNKNOWN,
    Array,
    Const,
    Function,
    Generator,
    Instance,
    Library,
    Mapping,
    Sequence,
    Several,
    Static,
    Traced,
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
_PLAIN = frozenset([Array, Const, Static, Function, Library, type(UNKNOWN)])  # values without a tracer inside


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
    if (quiet and frame.context.depth >= interpreter.eager_depth) or (
        context == EAGER and interpreter.is_exhausted(function.node)
    ):
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
    caught = (frame.context.handlers, condition.doubt, condition.optional, condition.supposed != ())
    level = frame.level if context == ABSTRACT else None  # of the trace that what is staged in it belongs to
    mode = context, level, caught, frame.context.differentiated, backwards, quiet or frame.context.quiet
    signature = (function.node, function.closure, mode, _signature(function, bound))
    if interpreter.entry.active.get(function.node, 0) >= _RECURSION:
        return declared_result(frame, function, UNKNOWN, receiver)  # the outer calls tell
    staging = staging or frame.context.staging
    summaries = interpreter.share.part(Summaries)
    if summaries.asked is not None:
        summaries.asked.append((function.node, list(bound.values())))
    recall = Recall((frame, node, function), bound, staging, step)
    result = _exactly(frame, signature, recall)
    if result is not None:
        return declared_result(frame, function, result, receiver)
    kind = summaries.kind(function, (context, level, caught, backwards), bound)
    if kind is not None and summaries.is_known(summaries.place(kind, interpreter.journal)):
        result = _roughly(frame, node, function, arguments, bound, kind, recall)
        return declared_result(frame, function, result, receiver)
    handlers = EVERYTHING if _fails_on_purpose(function.node) else frame.context.handlers
    around = frame.context
    calls, quiet = (*around.calls, (frame.module, frame.function, node)), quiet or around.quiet
    inside = around.but(calls=calls, stage=context, staging=staging, handlers=handlers, quiet=quiet)
    inner = _frame_of_call(frame, node, function, arguments, inside, bound, step)
    interpreter.see(function.node.args, Const(backwards), inner.context)
    result = _run_and_remember(frame, node, function, inner, signature, kind)
    return declared_result(frame, function, result, receiver)


def _exactly(frame: Frame, signature: object, recall: Recall) -> Value | None:
    """The result of an equal call; None where there was none.  Raises what that one raised."""
    summaries = frame.interpreter.share.part(Summaries)
    place = summaries.place(signature, frame.interpreter.journal)
    if place in summaries.refused:
        raise Refused(summaries.refused[place])
    result = summaries.exact.get(place)
    if result is not None:
        frame.context.lose_derivatives()  # what it met on the way is not met again
    if isinstance(result, Kept):
        return result.again(frame.condition.branches, recall, frame.context.trace)
    return result


def _roughly(
    frame: Frame, node: _ast.AST, function: Function, arguments: Arguments, bound: dict[str, Value], kind: object,
    recall: Recall,
) -> Value:  # fmt: skip
    """The result of calls on values of one kind, with all that such a call does beside that."""
    summaries = frame.interpreter.share.part(Summaries)
    rough = summaries.place(kind, frame.interpreter.journal)
    frame.context.lose_derivatives()
    for name in summaries.shown.get(rough, ()):
        prove_array(bound[name])
    for name, taken in summaries.drawn.get(rough, {}).items():
        consume_again(frame, node, bound[name], arguments.node_of(name, parameter_names(function)), taken)
    if rough in summaries.writing:
        for value in bound.values():
            forget_contents(value)
    return summaries.rough(rough, recall)


def _run_and_remember(
    frame: Frame, node: _ast.AST, function: Function, inner: Frame, signature: object, kind: object
) -> Value:
    interpreter, summaries = frame.interpreter, frame.interpreter.share.part(Summaries)
    journal = interpreter.journal
    begun = journal.reads, journal.version
    draws, keys, place = interpreter.counts.draws, held_keys(inner), Heap.mark()
    given, placed = dict(inner.variables), interpreter.counts.placed
    unproved = [name for name, value in given.items() if isinstance(value, Traced) and not value.is_array]
    try:
        result = _run(frame, node, function, inner)
    except Refused as refused:
        summaries.refused[summaries.placed(signature, begun, journal)] = refused.refusal
        raise
    wrote = Heap.written_since(place, inner.born)
    # Keys are consumed: a call that takes, makes or uses one can't be answered from memory.
    if draws == interpreter.counts.draws and not wrote and not _holds_key([*given.values(), result]):
        _remember(interpreter, summaries.placed(signature, begun, journal), result, inner, list(given.values()))
    wrote_object = any(hasattr(one, "attributes") for one in wrote)
    if kind is not None and placed == interpreter.counts.placed and not wrote_object and begun[1] == journal.version:
        rough = summaries.placed(kind, begun, journal)
        summaries.note(rough, result, origins(list(given.values()), inner.context.staging))
        summaries.shown[rough] = [name for name in unproved if given[name].is_array]  # type: ignore[attr-defined]
        if wrote:
            summaries.writing.add(rough)
        if draws != interpreter.counts.draws:
            summaries.drawn[rough] = consumed_since(frame, keys, node)
    return result


def _remember(interpreter: Interpreter, signature: object, result: Value, inner: Frame, given: list[Value]) -> None:
    if can_be_kept(result, inner.born):
        is_anew = isinstance(result, Traced) or getattr(result, "born", -1) >= inner.born
        context = inner.context
        kept = Kept(result, inner.born, given, context.staging, context.trace) if is_anew else result
        interpreter.share.part(Summaries).exact[signature] = kept


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
    bodies, found = interpreter.bodies_run, interpreter.found()
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
        if inner.context.stage == EAGER:
            interpreter.charge(function.node, bodies, found)
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


def _signature(function: Function, bound: dict[str, Value]) -> object:
    """What the call depends on: its arguments, and what the functions around it hold just now."""
    values = [*bound.values(), *closed_over(function)]
    doubts = [one for value in values if type(value) not in _PLAIN for one in _doubts(value)]
    return tuple([value.key() for value in values]), tuple(doubts)


def _doubts(value: Value) -> list[Evidence]:
    """What is still to be shown of the arguments: shown of one call's, it says nothing of another's."""
    if type(value) is Traced:
        return [] if value.is_array else [value.evidence]  # type: ignore[list-item]
    inner = list(value.attributes.values()) if isinstance(value, Instance) else [value]
    found = [leaf.evidence for item in inner for leaf in leaves(item) if type(leaf) is Traced]
    return [one for one in found if one is not None and not one.is_array]


def _holds_key(values: list[Value]) -> bool:
    for value in values:
        kind = type(value)
        if kind is Traced or kind is Array:
            if value.key_id is not None:  # type: ignore[attr-defined]
                return True
        elif (kind is Sequence or kind is Mapping or kind is Generator) and any(map(_is_key, leaves(value))):
            return True
    return False


def _is_key(value: Value) -> bool:
    return isinstance(value, (Traced, Array)) and value.key_id is not None
