"""Questions that stay open: what is known where each is answered, and both answers side by side."""

from __future__ import annotations

from jaxlint.tracing.objects.narrowing import narrow
from jaxlint.tracing.running.doubts import doubts_after
from jaxlint.tracing.running.guards import guarded_names
from jaxlint.tracing.running.ways import Ways
from jaxlint.tracing.values.answers import FORGOTTEN, NO_DOUBT
from jaxlint.tracing.values.value import UNKNOWN, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable
    from typing import TypeVar

    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.values.answers import Doubt
    from jaxlint.tracing.values.value import Value

    Result = TypeVar("Result")


class Question:
    """One that stays open, and what is known where it is answered; ``doubts``: how likely each answer is."""

    __slots__ = ("_frame", "_guarded", "_test", "doubts", "is_open")

    def __init__(self, frame: Frame, test: _ast.expr, value: Value, doubts: Doubt = NO_DOUBT) -> None:
        self._frame = frame
        self._test = test
        self._guarded = guarded_names(frame, test)
        self.doubts = doubts if doubts is not NO_DOUBT else doubts_after(frame, test, value)
        self.is_open = not isinstance(value, Traced)

    def suppose(self, answer: bool) -> None:
        """What runs now runs where this is the answer."""
        narrow(self._frame, self._test, answer)
        self._frame.variables.update(dict.fromkeys(self._guarded, UNKNOWN))


def either(
    frame: Frame, node: _ast.AST, question: Question, yes: Callable[[], Result], no: Callable[[], Result]
) -> Ways:
    """Both answers side by side; the caller closes what comes out."""
    ways = Ways(frame, node, forgotten=question.doubts is FORGOTTEN)

    def run(answer: bool) -> Result:
        question.suppose(answer)
        return yes() if answer else no()

    for arm, answer in enumerate((True, False)):
        doubt = question.doubts.true if answer else question.doubts.false
        ways.take(arm, lambda answer=answer: run(answer), question.is_open, doubt)  # type: ignore[misc]
    return ways
