"""What running the code of one file comes to, and what that rests on."""

from __future__ import annotations

from jaxlint.tracing.shares.failures import Failures
from jaxlint.tracing.shares.noted import Noted
from jaxlint.tracing.shares.recorded import Recorded

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable
    from typing import Any, TypeAlias, TypeVar

    from jaxlint.syntax.module import Module
    from jaxlint.tracing.shares.recorded import Seen
    from jaxlint.tracing.values.value import ClassValue, Function, Transformed

    Part = TypeVar("Part")
    Question: TypeAlias = Callable[[Any, Any], object]  # of the interpreter, about something

LASTING: set[type] = set()  # kinds of parts of the interpreter that are kept from one run to the next
OUTLASTING: set[type] = set()  # and of a share, when it has run


class Share:
    """Of the body of a module, of what its text starts beside, of its tests, or of what nobody reached of it.

    ``met``: defs and lambdas that calls led to, ``visited``: those that were run, ``staged``: under an abstract trace,
    ``traced``: or under vmap.
    ``defined``: the last function of each def statement that was run, by module; ``classes``: the same of classes.
    ``pending``: transforms applied, by module, ``called``: those that somebody called; ``started``: marks of those that
    nobody called, and that were run all the same.
    ``new``: how much of what was traced and noted no file before has met.
    ``dispatched``: how often a function was run as one of several.
    ``reads``: the modules whose code or names it asked for, and what their bodies came to; ``asked``: what it asked
    of the files before, and was answered; ``of_body``: it is what a module's body came to, whoever imports it first,
    and asks nothing of them.
    """

    __slots__ = (
        "_parts", "asked", "called", "classes", "defined", "dispatched", "failures", "gave_up", "met", "new",
        "noted", "of_body", "pending", "reads", "recorded", "staged", "started", "traced", "visited",
    )  # fmt: skip

    def __init__(self, of_body: bool = False) -> None:
        self.of_body = of_body
        self.noted = Noted()
        self.defined: dict[Module, dict[_ast.AST, Function]] = {}
        self.classes: dict[_ast.AST, ClassValue] = {}
        self.met: set[_ast.AST] = set()
        self.visited: set[_ast.AST] = set()
        self.staged: set[_ast.AST] = set()
        self.traced: set[_ast.AST] = set()
        self.pending: dict[Module, list[Transformed]] = {}
        self.called: set[Transformed] = set()
        self.started: set[object] = set()
        self.dispatched: dict[object, int] = {}
        self.new = 0
        self.gave_up: dict[tuple[Module, str | _ast.AST, str], None] = {}  # (where, in which part of it, why)
        self.failures = Failures()
        self.reads: dict[Module, Share | None] = {}
        self.asked: dict[tuple[Question, object], object] = {}
        self.recorded = Recorded([])
        self._parts: dict[type, object] = {}

    def part(self, kind: type[Part]) -> Part:
        """What one analysis keeps; it begins empty, when it is first asked for."""
        found = self._parts.get(kind)
        if found is None:
            found = self._parts[kind] = kind()
        return found  # type: ignore[return-value]

    def keep(self, part: object) -> None:
        """What an analysis goes on from."""
        self._parts[type(part)] = part

    def forget(self, *kinds: type) -> None:
        for kind in kinds:
            self._parts.pop(kind, None)

    def close(self, seen: Seen) -> None:
        """It has run: what an analysis has no use for together with others is let go."""
        self.recorded = Recorded(seen)
        self._parts = {kind: part for kind, part in self._parts.items() if hasattr(kind, "add") or kind in OUTLASTING}

    def add(self, other: Share) -> None:
        """Both together, the other one as the later; of analyses, what these ``add``."""
        self.noted.add(other.noted)
        for module, functions in other.defined.items():
            self.defined.setdefault(module, {}).update(functions)
        for module, applied in other.pending.items():
            self.pending.setdefault(module, []).extend(applied)
        self.classes.update(other.classes)
        self.visited |= other.visited
        self.staged |= other.staged
        self.traced |= other.traced
        self.called |= other.called
        self.started |= other.started
        for definition, times in other.dispatched.items():
            self.dispatched[definition] = self.dispatched.get(definition, 0) + times
        self.gave_up.update(other.gave_up)
        self.failures.add(other.failures)
        self.recorded.add(other.recorded)
        for kind, part in other._parts.items():
            if hasattr(kind, "add"):
                self.part(kind).add(part)
