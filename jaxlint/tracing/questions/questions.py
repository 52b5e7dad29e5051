"""Questions that stay open: what is known where each is answered, and both answers side by side."""

from __future__ import annotations

from jaxlint.tracing.questions.doubts import doubts_after
from jaxlint.tracing.questions.guards import guarded_names
from jaxlint.tracing.questions.narrowing import narrow
from jaxlint.tracing.running.ways import Ways
from jaxlint.tracing.values.answers import FORGOTTEN, NO_DOUBT
from jaxlint.tracing.values.value import UNKNOWN, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable
    from typing import TypeVar

    from jaxlint.tracing.questions.asking import Asked
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.values.answers import Doubt

    Result = TypeVar("Result")


class Question:
    """One that stays open, and what is known where it is answered; ``doubts``: how likely each answer is."""

    __slots__ = ("_frame", "_guarded", "_test", "doubts", "is_open")

    def __init__(self, frame: Frame, asked: Asked, doubts: Doubt = NO_DOUBT) -> None:
        self._frame = frame
        self._test = asked.test
        self._guarded = guarded_names(frame, asked.test)
        self.doubts = doubts if doubts is not NO_DOUBT else doubts_after(frame, asked)
        self.is_open = not isinstance(asked.value, Traced)

    def suppose(self, arm: int) -> None:
        """What runs now runs where the answer is yes (0), or no (1)."""
        narrow(self._frame, self._test, arm == 0)
        for name in self._guarded:
            self._frame.variables[name] = UNKNOWN


def either(
    frame: Frame, node: _ast.AST, question: Question, yes: Callable[[], Result], no: Callable[[], Result]
) -> Ways:
    """Both answers side by side; the caller closes what comes out."""
    ways, doubts = Ways(frame, node, forgotten=question.doubts is FORGOTTEN), question.doubts
    ways.take(0, yes, question.is_open, doubts.true, question.suppose)
    ways.take(1, no, question.is_open, doubts.false, question.suppose)
    return ways
