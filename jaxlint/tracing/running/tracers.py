"""The tracers that a process keeps of a project, and what they know while other texts are tried."""

from __future__ import annotations

from jaxlint.tracing.running.interpreter import Interpreter
from jaxlint.tracing.running.kept import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.project.memory import Memory


class Tracers(dict["str | None", Interpreter]):
    """By the JAX that is aimed at."""


class Trial:
    """Other texts, which a project has for a while: what is traced from here on is of them."""

    def __init__(self, memory: Memory) -> None:
        self._changes = memory.begin()
        self._states = [State(one) for one in memory.part(Tracers).values()]

    def exchange(self) -> None:
        """Everything is as it was before; or as it was in the trial, with all that was traced."""
        self._changes.exchange()
        for state in self._states:
            state.exchange()
