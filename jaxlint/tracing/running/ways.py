"""The only place where the state of a body is forked: each way on starts from the same state, and all are joined."""

from __future__ import annotations

from jaxlint.tracing.events.refusals import ENDED, attempt
from jaxlint.tracing.running.state import State, joined
from jaxlint.tracing.values.answers import NONE, STRONG, WEAK
from jaxlint.tracing.values.joining import join_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable
    from typing import TypeVar

    from jaxlint.tracing.events.refusals import Refused
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.values.journal import After
    from jaxlint.tracing.values.value import Value

    Result = TypeVar("Result")


class Ways:
    """The ways on from one place (``node``), of which one is taken; ``forgotten``: it was known once which.

    ``asks`` False: no question of the program decides.

    A way that is refused, or gives False, does not come back.  ``results``: what those that do have given;
    ``refusals``: of the others.
    """

    __slots__ = (
        "_after", "_before", "_condition", "_count", "_doubts", "_forgotten", "_frame", "_home", "_node", "_returned",
        "_written", "refusals", "results",
    )  # fmt: skip

    def __init__(self, frame: Frame, node: _ast.AST, asks: bool = True, forgotten: bool = False) -> None:
        self._frame = frame
        self._node = node
        self._home = frame.module if asks else None
        self._forgotten = forgotten
        self._before = frame.state
        self._condition = frame.condition
        self._returned = len(frame.results)
        self._after: State | None = None
        self._doubts: list[int] = []
        self._count = 0
        self._written: list[After] = []  # by those that wrote to objects
        self.results: list[object] = []
        self.refusals: list[Refused] = []

    def take(
        self,
        arm: int,
        run: Callable[[], Result],
        is_open: bool = False,
        doubt: int = NONE,
        suppose: Callable[[int], None] | None = None,
        meant: _ast.AST | None = None,
    ) -> Result | None:
        """What one of them gives; ``is_open``: no tracer leaves the question so; ``doubt``: that it is ever taken.

        ``suppose``: told of the arm before it is run; ``meant``: the definition that it calls, of several.
        """
        frame, journal = self._frame, self._frame.interpreter.journal
        frame.restore(self._before)
        frame.condition = self._condition.behind(self._node, arm, self._home, is_open, doubt, meant)
        if suppose is not None:
            suppose(arm)
        journal.fork()
        self._count += 1
        try:
            result, refused = attempt(frame, run)
        finally:
            written = journal.leave()
        if written:
            self._written.append(written)
        if refused is not None:
            frame.thrown.append((refused.refusal, frame.state))
            self.refusals.append(refused)
        elif result is not False:
            self._after = joined(self._after, frame.state)
            self._doubts.append(frame.condition.doubt)
            self.results.append(result)
        return result

    def close(self) -> bool:
        """The state is what all that come back leave; False where none does."""
        frame, state = self._frame, self._after or self._before
        frame.variables, frame.bindings, frame.interpreter.consumed = state.variables, state.bindings, state.consumed
        if self._written:
            frame.interpreter.journal.join(self._written, len(self._written) == self._count)
        frame.condition = self._condition.doubted(self._stays())
        return self._after is not None

    def _stays(self) -> int:
        """What a way that returned has asked holds for the rest; one that raised was there for what is refused."""
        if self._forgotten and len(self.results) == self._count:
            return NONE
        doubt = min(self._doubts, default=NONE)
        stays = doubt if doubt == STRONG or len(self._frame.results) > self._returned else NONE
        ended = any(ENDED in refused.refusal for refused in self.refusals)
        return max(stays, WEAK) if ended else stays  # a test is skipped on some values, and these may be such

    def value(self) -> Value:
        """What comes out, of expressions; what each of them refuses is refused."""
        if not self.close() and self.refusals:
            raise self.refusals[0]
        return join_all(self.results)  # type: ignore[arg-type]
