"""try and raise."""

from __future__ import annotations

import _ast
import builtins

from jaxlint.tracing.events.refusals import PERHAPS, Refused, attempt
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.running.execute import EXECUTORS, execute_block
from jaxlint.tracing.running.state import State, join_variables, joined
from jaxlint.tracing.running.ways import Ways
from jaxlint.tracing.values.value import UNKNOWN, ClassValue, Library, Sequence, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame

_CATCH_IMPORT = frozenset(["ImportError", "ModuleNotFoundError"])


def try_statement(frame: Frame, node: _ast.Try) -> bool:
    caught = [_caught(frame, handler) for handler in node.handlers]
    names = frozenset[str]().union(*caught)
    before = frame.state
    frame.restore(before)
    count, thrown, frame.thrown = frame.interpreter.counts.refusals, frame.thrown, []
    alive, refusal = _body(frame, node, names)
    goes_well = alive and count == frame.interpreter.counts.refusals
    if alive:
        alive = execute_block(frame, node.orelse)
    left = frame.state
    entry = left.variables if refusal is not None else join_variables(before.variables, left.variables)
    for _, state in frame.thrown:
        entry = join_variables(entry, state.variables)
    frame.thrown, after = thrown, left if alive else None
    caught_here = State(entry, before.bindings, before.consumed)  # how far the body came is not known
    ready = _ready(caught, refusal)
    if refusal is not None or not names or names - _CATCH_IMPORT:
        handled = _handlers(frame, node, ready, caught_here, after)
        after = _likelier(after, handled) if goes_well and after is not None and handled is not None else handled
    frame.restore(after or caught_here)
    if node.finalbody and not execute_block(frame, node.finalbody):
        return False
    if refusal is not None and not ready:
        raise Refused(refusal)
    return after is not None


def _body(frame: Frame, node: _ast.Try, names: frozenset[str]) -> tuple[bool, frozenset[str] | None]:
    """Does the body come to its end; what it raises for certain."""
    ready = frame.context.but(handlers=frame.context.handlers | names)
    alive, refused = attempt(frame, lambda: frame.inside(ready, lambda: execute_block(frame, node.body)))
    return alive is True, None if refused is None else refused.refusal


def _ready(caught: list[frozenset[str]], refusal: frozenset[str] | None) -> list[int]:
    """The handlers that may run: of what is raised for certain, those before the first that catches it for certain."""
    ready: list[int] = []
    for arm, names in enumerate(caught):
        certain = refusal is not None and not names.isdisjoint(refusal)
        if refusal is None or certain or PERHAPS in names:
            ready.append(arm)
        if certain:
            break
    return ready


def _likelier(body: State, both: State) -> State:
    """The handlers are for the rare case: where their values and the body's don't agree, the body's count."""
    held, variables = body.variables, both.variables
    agreed = {name: held[name] if value is UNKNOWN and name in held else value for name, value in variables.items()}
    return State(agreed, both.bindings, both.consumed)


def _handlers(frame: Frame, node: _ast.Try, ready: list[int], entry: State, after: State | None) -> State | None:
    """What is known after each handler, joined with what is known ``after`` the body."""
    frame.restore(entry)
    ways = Ways(frame, node)

    def run(handler: _ast.ExceptHandler) -> bool:
        if handler.name:
            frame.bind(handler.name, UNKNOWN)
        return execute_block(frame, handler.body)

    for arm in ready:
        ways.take(arm + 1, lambda arm=arm: run(node.handlers[arm]))  # type: ignore[misc]
    return joined(after, frame.state if ways.close() else None)


def _caught(frame: Frame, handler: _ast.ExceptHandler) -> frozenset[str]:
    if _raises_again(handler.body):
        return frozenset()
    return frozenset(["BaseException"]) if handler.type is None else exceptions_in(frame, handler.type)


def _raises_again(body: list[_ast.stmt]) -> bool:
    """Notes of the failure, then ``raise``: nothing is caught."""
    *before, last = body
    return isinstance(last, _ast.Raise) and last.exc is None and all(isinstance(one, _ast.Expr) for one in before)


def exceptions_in(frame: Frame, node: _ast.expr) -> frozenset[str]:
    """The names of the exceptions that an expression after ``except`` stands for, be they in a tuple or elsewhere."""
    if isinstance(node, _ast.Tuple):
        return frozenset[str]().union(*(exceptions_in(frame, item) for item in node.elts))
    named = _names(evaluate(frame, node.value if isinstance(node, _ast.Starred) else node))
    word = getattr(node, "attr", None) or getattr(node, "id", None)
    return named | {str(word)} if PERHAPS in named and word is not None else named


def _names(value: Value) -> frozenset[str]:
    if isinstance(value, Library):
        return frozenset([value.name.rpartition(".")[2]])
    if isinstance(value, ClassValue):
        return frozenset([value.node.name])
    if isinstance(value, Sequence) and value.items is not None:
        return frozenset[str]().union(*map(_names, value.items))
    return frozenset([PERHAPS])


def raised(frame: Frame, node: _ast.Raise) -> bool:
    if node.exc is not None:
        evaluate(frame, node.exc)
        called = getattr(node.exc, "func", node.exc)
        frame.overridable = frame.overridable or getattr(called, "id", None) == "NotImplementedError"
        known = _with_bases(evaluate(frame, called))
        frame.raised = known if not frame.raised else frame.raised & known
        frame.overridable = frame.overridable or not known
    return False


def _with_bases(cls: Value) -> frozenset[str]:
    """The names of a class of exceptions and of its bases; none where a base is not in view."""
    if isinstance(cls, ClassValue):
        above = [_with_bases(base) for base in cls.bases]
        return frozenset([cls.node.name]).union(*above) if above and all(above) else frozenset()
    found = getattr(builtins, cls.name.removeprefix("builtins."), None) if isinstance(cls, Library) else None
    if not isinstance(found, type) or not issubclass(found, BaseException):
        return frozenset()
    return frozenset([one.__name__ for one in found.__mro__[:-1]])


EXECUTORS.update({_ast.Try: try_statement, _ast.TryStar: try_statement, _ast.Raise: raised})
