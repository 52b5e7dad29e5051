"""for and while, to a fixed point; break and continue."""

from __future__ import annotations

import _ast

from jaxlint.tracing.events.refusals import attempt
from jaxlint.tracing.expressions.targets import assign
from jaxlint.tracing.keys.uses import in_turn
from jaxlint.tracing.operations.facts import rows_iterated
from jaxlint.tracing.operations.iteration import has_rows, iterate
from jaxlint.tracing.questions.asking import ask, truth_of
from jaxlint.tracing.questions.questions import Question, either
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.running.execute import EXECUTORS, execute_block
from jaxlint.tracing.running.state import State, joined, same_variables
from jaxlint.tracing.values.joining import join_all
from jaxlint.tracing.values.value import UNKNOWN, Container, Mapping, Sequence, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.tracing.running.environment import Frame

_UNROLLED = 8  # elements of a known sequence that are followed one by one
_ROUNDS = 4  # until a loop's variables are widened


def for_statement(frame: Frame, node: _ast.For) -> bool:
    value = evaluate(frame, node.iter)
    items, element = iterate(frame, node.iter, value)
    if type(value) is Traced:
        rows_iterated(frame, node.iter, value)
    if items is not None and len(items) <= _UNROLLED:
        return _unrolled(frame, node, items)
    if items is not None:
        element = join_all(items)

    def turn() -> bool:
        assign(frame, node.target, element)
        return execute_block(frame, node.body)

    return _repeated(frame, node, turn, surely=has_rows(value))


def _unrolled(frame: Frame, node: _ast.For, items: list[Value]) -> bool:
    """The loop over a short known sequence, turn by turn; no branch: list.append stays exact."""
    exits: list[State] = []
    entry = frame.state
    stages: list[State | None] = []

    def body(item: Value) -> bool:
        assign(frame, node.target, item)
        frame.interpreter.begin_one()
        frame.loops.append([])
        return _one_turn(frame, lambda: execute_block(frame, node.body), surely=not exits)

    for number, item in enumerate(items):
        frame.restore(entry if number == 0 else stages[-1])  # type: ignore[arg-type]
        alive = in_turn(frame, number, lambda item=item: body(item))  # type: ignore[misc]
        stages.append(_after_turn(frame, alive, exits))
        if stages[-1] is None:
            break
    _record(frame, node, entry, stages)
    return _finished(frame, node, (stages or [entry])[-1], exits)


def _after_turn(frame: Frame, alive: bool, broken: list[State]) -> State | None:
    """What holds where the next turn begins; ``broken`` gets what holds at each break."""
    after = frame.state if alive else None
    for is_break, state in frame.loops.pop():
        if is_break:
            broken.append(state)
        else:
            after = joined(after, state)
    return after


def _finished(
    frame: Frame, node: _ast.For | _ast.AsyncFor | _ast.While, runs_out: State | None, exits: list[State]
) -> bool:
    """After a loop: else where it ``runs_out``, and what each break left beside that."""
    after: State | None = None
    if runs_out is not None:
        frame.restore(runs_out)
        after = frame.state if execute_block(frame, node.orelse) else None
    for state in exits:
        after = joined(after, state)
    if after is not None:
        frame.restore(after)
    return after is not None


def while_statement(frame: Frame, node: _ast.While) -> bool:
    one = ask(frame, node.test)
    known = truth_of(frame, one, node, "while")
    if known is False:
        return execute_block(frame, node.orelse)

    def turn() -> bool:
        alive = execute_block(frame, node.body)
        if alive:
            truth_of(frame, ask(frame, node.test), node, "while")
        return alive

    forever = isinstance(node.test, _ast.Constant) and bool(node.test.value)
    if known:
        return _repeated(frame, node, turn, surely=True, forever=forever)
    question = Question(frame, one)
    return either(
        frame, node, question, lambda: _repeated(frame, node, turn, True), lambda: execute_block(frame, node.orelse)
    ).close()


def _repeated(
    frame: Frame,
    node: _ast.For | _ast.AsyncFor | _ast.While,
    turn: Callable[[], bool],
    surely: bool,
    forever: bool = False,
) -> bool:
    """``surely``: one turn at least; ``forever``: only break leads out."""
    entry = frame.state
    stages: list[State | None] = []
    broken: list[State] = []
    end = _fixed_point(frame, turn, surely, stages, broken)
    _record(frame, node, entry, stages)
    return _finished(frame, node, None if forever else end, broken)


def _record(frame: Frame, node: _ast.AST, entry: State, stages: list[State | None]) -> None:
    """What names hold before a loop, after its first turn, and after any: all that a fix may ask of a statement."""
    left: State | None = None
    for one in stages:
        left = joined(left, one)
    told: list[Value] = [_names(one) for one in (entry, (stages or [None])[0], left)]
    frame.interpreter.see(node, Sequence("tuple", told), frame.context)


def _names(state: State | None) -> Mapping:
    known: dict[object, Value] = {}
    known.update({} if state is None else state.variables)
    return Mapping(known)


def _fixed_point(
    frame: Frame, turn: Callable[[], bool], surely: bool, stages: list[State | None], broken: list[State]
) -> State | None:
    """Repeat until another turn teaches nothing; what holds after the last one, None if none comes to its end.

    ``stages`` gets what holds after each turn, ``broken`` at each break.
    """
    before = frame.state
    interpreter, condition = frame.interpreter, frame.condition
    for round_number in range(_ROUNDS + surely):
        frame.restore(before)
        draws, known = interpreter.counts.draws, _lengths_known(before.variables)
        interpreter.begin_one()
        frame.loops.append([])
        certain = surely and round_number == 0  # what it writes into objects, they hold
        frame.condition = condition.but(branches=condition.branches + (not certain))
        alive = in_turn(frame, round_number, lambda certain=certain: _one_turn(frame, turn, certain))  # type: ignore[misc]
        frame.condition = condition
        after = _after_turn(frame, alive, broken)
        stages.append(after)
        if certain:
            if after is None:
                return None
            before = after
            continue
        both = joined(before, after) or before
        is_last = same_variables(both.variables, before.variables) and known == _lengths_known(both.variables)
        if is_last and (round_number > 0 or draws == interpreter.counts.draws):
            return both
        if round_number == _ROUNDS + surely - 2:
            both = State(_widened(before.variables, both.variables), both.bindings, both.consumed)
        before = both
    return before


def _lengths_known(variables: dict[str, Value]) -> int:
    """Of so many containers; what is added to in a loop has no known length any more."""
    held = [value for value in variables.values() if isinstance(value, Container)]
    return sum(one.items is not None for one in held)


def _one_turn(frame: Frame, turn: Callable[[], bool], surely: bool) -> bool:
    """``surely``: it is run; what it raises then, before anything leads out of it, the loop raises."""
    thrown, depth = len(frame.thrown), len(frame.loops)
    alive, refused = attempt(frame, turn)
    if refused is not None and surely and not frame.loops[depth - 1] and len(frame.thrown) == thrown:
        frame.loops.pop()
        raise refused
    if refused is not None:
        frame.thrown.append((refused.refusal, frame.state))
    return alive is True


def _widened(before: dict[str, Value], after: dict[str, Value]) -> dict[str, Value]:
    """What still moves after several turns is given up."""
    return {
        name: value if name in before and before[name].key() == value.key() else UNKNOWN
        for name, value in after.items()
    }


def leave(frame: Frame, node: _ast.AST) -> bool:
    """break and continue: what is known here is known after the turn."""
    if frame.loops:
        frame.loops[-1].append((isinstance(node, _ast.Break), frame.state))
    return False


EXECUTORS.update(
    {
        _ast.For: for_statement,
        _ast.AsyncFor: for_statement,
        _ast.While: while_statement,
        _ast.Break: leave,
        _ast.Continue: leave,
    }
)
