"""for and while, to a fixed point; break and continue."""

from __future__ import annotations

import _ast

from jaxlint.tracing.keys.uses import in_turn
from jaxlint.tracing.operations.facts import rows_iterated
from jaxlint.tracing.operations.iteration import has_rows, iterate
from jaxlint.tracing.running.asking import truth_of
from jaxlint.tracing.running.doubts import doubts_after
from jaxlint.tracing.running.environment import Frame, fork, join_variables, same_variables
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.running.execute import EXECUTORS, execute_block
from jaxlint.tracing.running.refusals import Refused, Standing
from jaxlint.tracing.running.targets import assign
from jaxlint.tracing.values.answers import FORGOTTEN, NO_DOUBT
from jaxlint.tracing.values.joining import join_all
from jaxlint.tracing.values.value import UNKNOWN, Mapping, Sequence, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

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
    exits: list[dict[str, Value]] = []
    entry = fork(frame)
    stages: list[dict[str, Value] | None] = []

    def body(item: Value) -> bool:
        assign(frame, node.target, item)
        frame.loops.append([])
        return _one_turn(frame, lambda: execute_block(frame, node.body), surely=not exits)

    for number, item in enumerate(items):
        alive = in_turn(frame, number, lambda item=item: body(item))  # type: ignore[misc]
        after = frame.variables if alive else None
        for is_break, variables in frame.loops.pop():
            if is_break:
                exits.append(variables)
            else:
                after = join_variables(after, variables)
        stages.append(after)
        if after is None:
            break
        frame.variables = dict(after)
    _record(frame, node, entry, stages)
    return _finished(frame, node, None not in stages, exits)


def _finished(
    frame: Frame, node: _ast.For | _ast.AsyncFor | _ast.While, runs_out: bool, exits: list[dict[str, Value]]
) -> bool:
    """After a loop: else where it ``runs_out``, and what each break left beside that."""
    after: dict[str, Value] | None = None
    if runs_out and execute_block(frame, node.orelse):
        after = frame.variables
    for variables in exits:
        after = join_variables(after, variables)
    if after is not None:
        frame.variables = after
    return after is not None


def while_statement(frame: Frame, node: _ast.While) -> bool:
    value = evaluate(frame, node.test)
    known = truth_of(frame, node.test, value, node, "while")
    if known is False:
        return execute_block(frame, node.orelse)
    doubt = doubts_after(frame, node.test, value) if known is None else NO_DOUBT
    doubted = 0 if doubt is FORGOTTEN else doubt.true

    def turn() -> bool:
        frame.condition = frame.condition.doubted(doubted)
        alive = execute_block(frame, node.body)
        if alive:
            truth_of(frame, node.test, evaluate(frame, node.test), node, "while")
        return alive

    forever = isinstance(node.test, _ast.Constant) and bool(node.test.value)
    return _repeated(frame, node, turn, surely=known is True, forever=forever)


def _repeated(
    frame: Frame,
    node: _ast.For | _ast.AsyncFor | _ast.While,
    turn: Callable[[], bool],
    surely: bool,
    forever: bool = False,
) -> bool:
    """``surely``: one turn at least; ``forever``: only break leads out."""
    entry = fork(frame)
    stages: list[dict[str, Value] | None] = []
    broken, ends = _fixed_point(frame, turn, surely, stages)
    _record(frame, node, entry, stages)
    return _finished(frame, node, ends and not forever, broken)


def _record(frame: Frame, node: _ast.AST, entry: dict[str, Value], stages: list[dict[str, Value] | None]) -> None:
    """What names hold before a loop, after its first turn, and after any: all that a fix may ask of a statement."""
    left: dict[str, Value] | None = None
    for one in stages:
        left = join_variables(left, one)
    told: list[Value] = [_names(one) for one in (entry, (stages or [None])[0], left)]
    frame.interpreter.see(node, Sequence("tuple", told), frame.context.stage)


def _names(variables: dict[str, Value] | None) -> Mapping:
    known: dict[object, Value] = {}
    known.update(variables or {})
    return Mapping(known)


def _fixed_point(
    frame: Frame, turn: Callable[[], bool], surely: bool, stages: list[dict[str, Value] | None]
) -> tuple[list[dict[str, Value]], bool]:
    """Repeat until another turn teaches nothing; the variables at each break, and whether a last turn ends.

    ``stages`` gets the variables after each turn.
    """
    before = fork(frame)
    broken: list[dict[str, Value]] = []
    interpreter, condition = frame.interpreter, frame.condition
    for round_number in range(_ROUNDS + surely):
        uses, draws = interpreter.consumed, interpreter.draws
        known = _lengths_known(frame.variables)
        frame.loops.append([])
        certain = surely and round_number == 0  # what it writes into objects, they hold
        frame.condition = condition.but(branches=condition.branches + (not certain))
        alive = in_turn(frame, round_number, lambda certain=certain: _one_turn(frame, turn, certain))  # type: ignore[misc]
        frame.condition = condition
        exits = frame.loops.pop()
        if not alive:
            interpreter.consumed = uses  # no other turn comes after this one
        after: dict[str, Value] | None = frame.variables if alive else None
        for is_break, variables in exits:
            if is_break:
                broken.append(variables)
            else:
                after = join_variables(after, variables)
        stages.append(after)
        if surely and round_number == 0:
            if after is None:
                return broken, False
            frame.variables = dict(after)
            before = after
            continue
        joined = join_variables(before, after) or before
        is_last = same_variables(joined, before) and known == _lengths_known(joined)
        if is_last and (round_number > 0 or draws == interpreter.draws):
            frame.variables = joined
            break
        if round_number == _ROUNDS + surely - 2:
            joined = _widened(before, joined)
        before = joined
        frame.variables = dict(joined)
    return broken, True


def _lengths_known(variables: dict[str, Value]) -> int:
    """Of so many containers; what is added to in a loop has no known length any more."""
    held = [value for value in variables.values() if isinstance(value, (Sequence, Mapping))]
    return sum(one.items is not None for one in held)


def _one_turn(frame: Frame, turn: Callable[[], bool], surely: bool) -> bool:
    """``surely``: it is run; what it raises then, before anything leads out of it, the loop raises."""
    thrown, depth = len(frame.thrown), len(frame.loops)
    variables = frame.variables
    before = Standing(frame)
    try:
        return turn()
    except Refused as refused:
        if surely and not frame.loops[depth - 1] and len(frame.thrown) == thrown:
            frame.loops.pop()
            raise
        before.restore()
        frame.thrown.append((refused.refusal, frame.variables or variables))
        return False


def _widened(before: dict[str, Value], after: dict[str, Value]) -> dict[str, Value]:
    """What still moves after several turns is given up."""
    return {
        name: value if name in before and before[name].key() == value.key() else UNKNOWN
        for name, value in after.items()
    }


def leave(frame: Frame, node: _ast.AST) -> bool:
    """break and continue: what is known here is known after the turn."""
    if frame.loops:
        frame.loops[-1].append((isinstance(node, _ast.Break), fork(frame)))
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
