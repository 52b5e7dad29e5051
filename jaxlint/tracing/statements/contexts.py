"""with: what it binds, what it catches, and the context that its body runs in."""

from __future__ import annotations

import _ast

from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.events.refusals import EVERYTHING, attempt, expects_error
from jaxlint.tracing.expressions.targets import assign
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.operations.facts import known_truth
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.running.execute import EXECUTORS, execute_block
from jaxlint.tracing.running.state import joined
from jaxlint.tracing.statements.exceptions import exceptions_in
from jaxlint.tracing.values.hierarchy import class_member
from jaxlint.tracing.values.stage import EAGER
from jaxlint.tracing.values.value import UNKNOWN, Function, Generator, Instance, Library, Partial, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.running.state import State

    Thrown = list[tuple[frozenset[str], State]]

_MANAGER = "with:contextmanager"
_NOTHING = "with:nullcontext"


def with_statement(frame: Frame, node: _ast.With) -> bool:
    thrown, frame.thrown, added = frame.thrown, [], set[str]()

    def run() -> bool:
        around = frame.context.handlers
        for item in node.items:
            value = evaluate(frame, item.context_expr)
            _inside(frame, handlers=frame.context.handlers | _swallowed(frame, item.context_expr))
            opened = _enter(frame, item.context_expr, value)
            if item.optional_vars is not None:
                assign(frame, item.optional_vars, opened)
        added.update(frame.context.handlers - around)
        return execute_block(frame, node.body)

    alive, refused = attempt(frame, lambda: frame.inside(frame.context, run))
    mine, frame.thrown = frame.thrown, thrown
    if refused is not None and added.isdisjoint(refused.refusal):
        raise refused
    return _left(frame, alive is True or refused is not None, mine, added)


def _left(frame: Frame, alive: bool, thrown: Thrown, added: set[str]) -> bool:
    """After the body: what its branches raised is swallowed here, or goes on to a try around."""
    for refusal, state in thrown:
        if added.isdisjoint(refusal):
            frame.thrown.append((refusal, state))
        else:
            frame.restore(joined(frame.state, state) if alive else state)  # type: ignore[arg-type]
            alive = True
    return alive


def _swallowed(frame: Frame, node: _ast.expr) -> frozenset[str]:
    """What ``suppress(...)`` and a test that expects an error let pass."""
    if not isinstance(node, _ast.Call):
        return frozenset()
    if expects_error(node):
        return EVERYTHING
    if (getattr(node.func, "attr", None) or getattr(node.func, "id", None)) != "suppress":
        return frozenset()
    return frozenset[str]().union(*(exceptions_in(frame, argument) for argument in node.args))


def _enter(frame: Frame, node: _ast.expr, manager: Value) -> Value:
    """What ``as`` binds; the frame is set for the body."""
    if isinstance(manager, Library) and manager.name.endswith(("ensure_compile_time_eval", "eval_context")):
        _inside(frame, stage=EAGER)
    if isinstance(manager, Library) and manager.name.endswith(".disable_jit"):
        _inside(frame, is_jitted=False)
    if isinstance(manager, Partial) and isinstance(manager.func, Library) and manager.args:
        held = manager.args[0]
        if manager.func.name == _NOTHING:
            return held
        if manager.func.name == _MANAGER and isinstance(held, Generator):
            stage = EAGER if held.context == EAGER else frame.context.stage
            _inside(frame, handlers=frame.context.handlers | held.catching, stage=stage)
            return held.element
    return _entered(frame, node, manager) if isinstance(manager, Instance) else UNKNOWN


def _entered(frame: Frame, node: _ast.expr, manager: Instance) -> Value:
    """``__enter__`` of a class in view; an ``__exit__`` that may say True swallows what the body raises."""
    enter, leave = class_member(manager.cls, "__enter__"), class_member(manager.cls, "__exit__")
    opened = call_value(frame, node, enter, Arguments([manager])) if isinstance(enter, Function) else UNKNOWN
    if isinstance(leave, Function):
        swallows = call_value(frame, node, leave, Arguments([manager, UNKNOWN, UNKNOWN, UNKNOWN]))
        if swallows is UNKNOWN or known_truth(swallows) is not False:
            _inside(frame, handlers=EVERYTHING)
    return opened


def _inside(frame: Frame, **changes: object) -> None:
    """The rest of the statement runs in another context."""
    frame.context = frame.context.but(**changes)


def manager_maker(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``@contextmanager`` on a generator function."""
    return Partial(Library("contextlib:made"), arguments.positional[:1], {})


def made_manager(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    made = call_value(frame, node, arguments.positional[0], arguments.after(1))
    return Partial(Library(_MANAGER), [made], {}) if isinstance(made, Generator) else UNKNOWN


def decorating(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``@timed("step")``: a manager around every call of the function."""
    held, *given = arguments.positional
    transparent = (
        isinstance(held, Generator) and held.catching <= frame.context.handlers and held.context == frame.context.stage
    )
    return given[0] if transparent and len(given) == 1 else UNKNOWN


def null_manager(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    return Partial(Library(_NOTHING), [arguments.get(0, "enter_result") or UNKNOWN], {})


FUNCTIONS["contextlib.contextmanager"] = manager_maker
FUNCTIONS["contextlib:made"] = made_manager
FUNCTIONS[_MANAGER] = decorating
FUNCTIONS["contextlib.nullcontext"] = null_manager
EXECUTORS.update({_ast.With: with_statement, _ast.AsyncWith: with_statement})
