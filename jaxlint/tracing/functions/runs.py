"""The bodies that were run, and what each was given.

After an edit, a body is run once more in the state that it began in, as it was and as it is now.  Where both runs come
to the same, in all cases, nobody who called it has to know.
"""

from __future__ import annotations

from jaxlint.tracing.events.refusals import Refused
from jaxlint.tracing.functions.alike import are_alike
from jaxlint.tracing.functions.summaries import Summaries
from jaxlint.tracing.running.entry import Counts, Entry
from jaxlint.tracing.running.environment import Frame
from jaxlint.tracing.running.interpreter import ROOT_BODIES, GaveUp
from jaxlint.tracing.shares.recorded import only_of
from jaxlint.tracing.shares.share import OUTLASTING, Share
from jaxlint.tracing.values.heap import Heap

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable, Iterable
    from typing import Any, Self

    from jaxlint.syntax.graft import Edited
    from jaxlint.tracing.running.interpreter import Interpreter
    from jaxlint.tracing.shares.recorded import Seen
    from jaxlint.tracing.values.heap import Log
    from jaxlint.tracing.values.value import Scope, Value

    Body = Callable[[Frame, _ast.AST], Value]


class Run:
    """One run of a body: what it was given, and inside of what.

    ``around``: the names of bodies around it that were under way; ``at``: where it begins in the ``log``.
    """

    __slots__ = (
        "around", "at", "bindings", "closure", "condition", "consumed", "context", "given", "level", "log", "module",
        "node", "owner", "tests_of",
    )  # fmt: skip

    def __init__(self, frame: Frame, node: _ast.AST) -> None:
        self.node, self.module, self.closure = node, frame.module, frame.closure
        self.context, self.condition, self.level, self.owner = frame.context, frame.condition, frame.level, frame.owner
        self.given, self.bindings = dict(frame.variables), dict(frame.bindings)
        self.consumed, self.tests_of = frame.interpreter.consumed, frame.interpreter.tests_of
        self.around = [(one, dict(one.variables), dict(one.bindings)) for one in _under_way(frame.closure)]
        self.log, self.at = Heap.log, Heap.mark()

    def frame(self, interpreter: Interpreter) -> Frame:
        """As it was when the body began."""
        context = self.context if self.context.flattened is None else self.context.but(flattened=[])
        frame = Frame(interpreter, self.module, self.node, self.closure, context, self.condition, self.level)
        frame.owner, frame.variables, frame.bindings = self.owner, dict(self.given), dict(self.bindings)
        return frame


class Runs(dict["_ast.AST", "list[Run]"]):
    """Those of one share, by the function."""


OUTLASTING.add(Runs)


def _under_way(scope: Scope | None) -> Iterable[Scope]:
    while scope is not None and scope.function is not None:
        if not scope.over:
            yield scope
        scope = scope.closure


def changed_by(interpreter: Interpreter, edited: Edited, shares: list[Share], run_body: Body) -> set[Share]:
    """Those that come to something else since an edit of functions which they have met."""
    if None in edited.bodies.values():
        return set(shares)
    changed = {one for one in shares if one.failures.problems}
    seen: dict[tuple[Share, _ast.AST], Seen] = {}
    runs = [(run, one) for one in shares for node in edited.bodies for run in one.part(Runs).get(node, ())]
    for log in {id(run.log): run.log for run, _ in runs}.values():
        begun = sorted([(run, one) for run, one in runs if run.log is log], key=lambda one: -one[0].at)
        with _Past(interpreter, log, begun[-1][0].at) as past:
            for run, share in begun:
                past.go_to(run.at)
                if share not in changed:
                    found = _seen_alike(interpreter, edited, run, share, run_body)
                    seen.setdefault((share, run.node), []).extend(found or ())
                    changed |= {share} if found is None else set()
    for (share, function), found in seen.items():
        if share not in changed:
            share.recorded.learn(function, found)
    return changed


class _Past:
    """What objects held at places of a log, from the end to the beginning; after it, they hold what they do today."""

    def __init__(self, interpreter: Interpreter, log: Log, first: int) -> None:
        self._journal, self._log = interpreter.journal, log
        self._journal.restore()
        self._at = len(log)
        self._now = {id(one): (one, one.contents) for one, _ in log[first:]}

    def __enter__(self) -> Self:
        for one, _ in self._now.values():
            if hasattr(one, "born"):
                self._journal.keep(one)  # what modules hold is not what they were imported with
        return self

    def go_to(self, place: int) -> None:
        for one, contents in reversed(self._log[place : self._at]):
            one.put_back(contents)
        self._at = place

    def __exit__(self, *_: object) -> None:
        for one, contents in self._now.values():
            one.put_back(contents)
        self._journal.restore()


def _seen_alike(interpreter: Interpreter, edited: Edited, run: Run, share: Share, run_body: Body) -> Seen | None:
    """What a run of the body sees of what was written into it; None where it does not come to the same as before."""
    since = Heap.tick()
    outcome = lambda: _outcome(interpreter, run, share, run_body)  # noqa: E731
    try:
        edited.exchange(run.node)
        try:
            before = interpreter.apart(outcome)
        finally:
            edited.exchange(run.node)
        after = interpreter.apart(outcome)
        if before is None or after is None or not are_alike(before[:-1], after[:-1], since):
            return None
    except Exception:  # of the tracer: whoever runs it again will be told
        return None
    return only_of(after[-1], edited.written(run.node))


def _outcome(interpreter: Interpreter, run: Run, share: Share, run_body: Body) -> tuple[Any, ...] | None:
    """What a run comes to, and what it has seen; None where it does not end in time."""
    frame = run.frame(interpreter)
    interpreter.share, interpreter.seen = Share(share.of_body), []
    for kind in OUTLASTING:
        if hasattr(kind, "beside"):
            interpreter.share.keep(share.part(kind).beside())
    interpreter.entry, interpreter.consumed, interpreter.tests_of = Entry(), run.consumed, run.tests_of
    for function in (run.node, *[function for _, function, _ in run.context.calls if function is not None]):
        interpreter.entry.active[function] = interpreter.entry.active.get(function, 0) + 1
    interpreter.counts = Counts()
    interpreter.allow(ROOT_BODIES)
    log = Heap.begin_log()
    left = [(scope, scope.variables, scope.bindings, scope.over) for scope, _, _ in run.around]
    for scope, variables, bindings in run.around:
        scope.variables, scope.bindings, scope.over = dict(variables), dict(bindings), False
    try:
        result: object = run_body(frame, run.node)
    except Refused as refused:
        result = refused.refusal
    except GaveUp:
        return None
    finally:
        changes, Heap.log = Heap.log, log
        names = [(scope.variables, scope.bindings) for scope, _, _ in run.around]
        older = {id(one): one for one, _ in changes if getattr(one, "born", 0) < frame.born}
        written = [(one, one.contents) for one in older.values()]
        for one, contents in reversed(changes):
            one.put_back(contents)
        for scope, variables, bindings, over in left:
            scope.variables, scope.bindings, scope.over = variables, bindings, over
    made = interpreter.share
    calls = made.part(Summaries).asked
    made.forget(Summaries, Runs)
    uses, flattened = interpreter.consumed, frame.context.flattened
    return result, calls, names, written, uses, flattened, made, interpreter.bodies_run, interpreter.seen
