"""Names and what they hold while a body runs; forked at branches, joined after them."""

from __future__ import annotations

from jaxlint.tracing.events.event import Point
from jaxlint.tracing.running.condition import Condition
from jaxlint.tracing.running.context import Context
from jaxlint.tracing.running.state import State
from jaxlint.tracing.shares.share import LASTING
from jaxlint.tracing.values.answers import unset
from jaxlint.tracing.values.heap import Heap
from jaxlint.tracing.values.joining import join, static_type
from jaxlint.tracing.values.stage import ABSTRACT, EAGER
from jaxlint.tracing.values.value import UNKNOWN, Const, Scope, Static, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable
    from typing import TypeVar

    from jaxlint.syntax.module import Module
    from jaxlint.tracing.events.event import Event, Place
    from jaxlint.tracing.keys.consumed import Consumed
    from jaxlint.tracing.keys.key_use import Way
    from jaxlint.tracing.running.interpreter import Interpreter

    Result = TypeVar("Result")

NO_CONTEXT, NO_CONDITION = Context(), Condition()
_STRONG = 2  # nothing is noted where no trace comes by


class Frame(Scope):
    """One running body."""

    __slots__ = (
        "condition", "context", "interpreter", "loops", "nonlocals", "open_answers", "overridable", "raised", "results",
        "spent", "suspended", "thrown", "yields",
    )  # fmt: skip

    def __init__(
        self,
        interpreter: Interpreter,
        module: Module,
        function: _ast.AST | None,
        closure: Scope | None,
        context: Context = NO_CONTEXT,
        condition: Condition = NO_CONDITION,
        level: int = 0,
    ) -> None:
        super().__init__(module, function, closure, level)
        self.interpreter = interpreter
        self.context = context
        self.condition = condition
        self.spent: Consumed | None = None  # keys consumed on the ways that returned
        self.results: list[Value] = []
        self.yields: list[tuple[Value, Context]] = []  # what it yields, and inside of what
        self.loops: list[list[tuple[bool, State]]] = []  # (is it a break?, what holds there) of each exit, by loop
        self.nonlocals: dict[str, Frame] = {}
        self.open_answers: dict[str, _ast.expr] = {}  # name -> the question whose answer it holds, not known which
        self.raised: frozenset[str] = frozenset()  # by statements of its own; the names, of bases too
        self.overridable = False  # raises NotImplementedError: what is called may be another class's
        self.thrown: list[tuple[frozenset[str], State]] = []  # refusals of branches, with what held then

    @property
    def level_inside(self) -> int:
        """The level of a transform's body that is run from here."""
        return self.level if self.context.stage == ABSTRACT else self.level + 1

    def nested(self, closure: Scope | None = None) -> Frame:
        """Where a comprehension or a class of this body runs; ``closure``: what it sees."""
        closure = closure or self
        return Frame(self.interpreter, self.module, self.function, closure, self.context, self.condition, self.level)

    @property
    def state(self) -> State:
        """What holds just now."""
        return State(self.variables, self.bindings, self.interpreter.consumed)

    def restore(self, state: State) -> None:
        """Go on from another state; what is changed then is a copy."""
        self.variables, self.bindings = dict(state.variables), dict(state.bindings)
        self.interpreter.consumed = state.consumed

    def inside(self, context: Context, run: Callable[[], Result], condition: Condition | None = None) -> Result:
        """Run something in another context, and under another condition, which holds for it alone."""
        before = self.context, self.condition
        self.context, self.condition = context, condition or self.condition
        try:
            return run()
        finally:
            self.context = before[0]
            if condition is not None:
                self.condition = before[1]

    def probe(self, run: Callable[[], Result], is_told: bool = True) -> Result:
        """What it gives, where nothing is computed: no key is consumed.  ``is_told`` False: and nothing is noted."""
        interpreter = self.interpreter
        uses, noted, seen = interpreter.consumed, interpreter.share.noted.standing(), len(interpreter.seen)
        try:
            return run()
        finally:
            interpreter.consumed = uses
            if not is_told:
                interpreter.share.noted.forget_since(noted)
                del interpreter.seen[seen:]

    @property
    def way(self) -> Way:
        """The calls, branches and loops around what runs now."""
        return self.context.calls, self.condition.arms, self.condition.turns

    def note(self, event: Event) -> None:
        """Keep an event, unless nothing is traced where it happens: a tracer that has leaked is another fault."""
        context = self.context
        leaked = context.staging is None and context.stage == EAGER and isinstance(event.value, Traced)
        quiet = context.quiet and context.stage == EAGER
        if not leaked and not quiet and self.condition.doubt < _STRONG:
            self.interpreter.note(event)

    @property
    def point(self) -> Point:
        """Here, and now."""
        context = self.context
        supposed, test = self.condition.supposed, self.interpreter.tests_of
        return Point(self.module, self.function, context.stage, self.traced_calls(), supposed, test)

    def traced_calls(self) -> tuple[Place, ...]:
        """Those under way in traced code, outermost first."""
        trace = self.context.trace
        while trace is not None and trace.around is not None:
            trace = trace.around
        return () if trace is None else self.context.calls[trace.calls + 1 :]

    def _leaks_to(self, frame: Scope, value: Value) -> bool:
        """A tracer for a variable of the code that is under way around its trace: there it is afterwards."""
        if not isinstance(value, Traced) or value.trace is None or value.trace.since is None:
            return False
        return frame.born < value.trace.since

    def bind(self, name: str, value: Value) -> None:
        frame = self.nonlocals.get(name) if self.nonlocals else None
        if name in (frame or self).bindings:
            (frame or self).bindings[name] = None
        if frame is None:
            self.variables[name] = value
        else:
            # Where the other frame waits for this one, that is now; else at an unknown time: what it held still counts.
            Heap.write(frame)
            before = frame.variables.get(name)
            waits = frame.function is not None or self._leaks_to(frame, value)
            certain = waits and not frame.over and self.condition.branches <= frame.condition.branches
            if before is not None and not certain:
                value = set_meanwhile(before, value) if frame.function is None else join(before, value)
            frame.variables[name] = value


class ModuleFrames(dict["Module", Frame]):
    """The modules that were run, or are being run."""


LASTING.add(ModuleFrames)


def set_meanwhile(before: Value, value: Value) -> Value:
    """What a module or a class holds for a name that a function sets, too, it is not known when."""
    return _flag(before, value) or join(before, value)


def _flag(before: Value, value: Value) -> Value | None:
    """A module's flag after a function has set it to something, it is not known what: it may be as it was."""
    if value is not UNKNOWN and static_type(value) != "bool":
        return None
    if isinstance(before, Const) and isinstance(before.value, bool) and not isinstance(value, Const):
        return unset(before.value)
    return before if isinstance(before, Static) and before.type == "bool" and before.dim is not None else None
