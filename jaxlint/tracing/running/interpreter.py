"""The abstract tracer itself: one run over one project, its budget, its memory, its events."""

from __future__ import annotations

from jaxlint.tracing.keys.consumed import NOTHING
from jaxlint.tracing.keys.key_id import KeyId
from jaxlint.tracing.running.entry import Counts, Entry
from jaxlint.tracing.shares.share import LASTING, Share
from jaxlint.tracing.values.journal import Journal
from jaxlint.tracing.values.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable
    from typing import TypeVar

    from jaxlint.project.project import Project
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.events.event import Event, Mark, Place
    from jaxlint.tracing.running.context import Context
    from jaxlint.tracing.shares.failures import Failures
    from jaxlint.tracing.shares.recorded import Seen
    from jaxlint.tracing.shares.share import Question

    Part = TypeVar("Part")
    About = TypeVar("About")
    Answer = TypeVar("Answer")
    Recalled = tuple[Answer, dict[Module, "Share | None"], dict[tuple[Question, object], object]]

CALL_DEPTH = 200  # calls inside calls; beyond, a call's result is UNKNOWN
EAGER_DEPTH = 1  # calls inside calls; deeper down, eager code is chosen by its text
TEST_DEPTH = 4  # the same below a test, which says what its calls are about
# Budgets count the bodies of defs that are run, and each iteration of a loop as one: what else stands in a body, its
# text bounds, and an edit of it does not move the place at which a budget is spent.
ROOT_BODIES = 3_000  # that one entry may run, helpers included
TEST_BODIES = 160  # and one case of a test, which may build a whole model before it traces
SPENT = "budget spent"
_ROOM_OF_TRACED = 8  # more of them, for each function that is traced for the first time
_ROOM_OF_ONE = 300  # more of them, for each callable that is met as one of several
_MOST_RUNS, _OFTEN = 12, "often"  # of one callable, as one of several, in one context


_OF_A_RUN = ("bodies_run", "consumed", "counts", "entry", "room", "seen", "share", "steps", "tests_of")


class GaveUp(Exception):
    """The budget of one entry is spent."""


class Interpreter:
    """State shared by all frames of one run."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.share = Share()  # of the file whose code is run
        self.whole = Share()  # of the files before it
        self.bodies: dict[Module, Share] = {}
        self._merged: set[Share] = set()  # bodies that are known, or being run
        self.added: dict[Module, list[_ast.stmt]] = {}  # to modules since they were run
        self.seen: Seen = []  # what expressions have held, of the share that is run
        self.progress: Callable[[], None] | None = None  # told of each entry; what it raises ends the run
        self._parts: dict[type, object] = {}
        self.journal = Journal()
        self.eager_depth = EAGER_DEPTH
        self.tests_of: str | None = None  # the file whose tests are being run
        self.entry = Entry()
        self.counts = Counts()
        self.consumed = NOTHING  # keys that were consumed on the way here
        self.assuming = False  # some functions are run as if they were jitted
        self.models: dict[str, Module] = {}  # of libraries
        self.steps = 0  # statements that were run
        self.bodies_run = 0  # by the entry that runs
        self.room = ROOT_BODIES  # for these

    def part(self, kind: type[Part]) -> Part:
        """What one analysis keeps of this run; it begins empty, when it is first asked for."""
        found = self._parts.get(kind)
        if found is None:
            found = self._parts[kind] = kind()
        return found  # type: ignore[return-value]

    def keep(self, part: object) -> None:
        """In place of the part of this kind that there was."""
        self._parts[type(part)] = part

    @property
    def failures(self) -> Failures:
        return self.share.failures

    def begin(self) -> None:
        """Of earlier runs, no more is left than what modules are, and what their keys are."""
        self._parts = {kind: part for kind, part in self._parts.items() if kind in LASTING}
        self.share, self.whole, self._merged, self.seen = Share(), Share(), set(), []
        self.steps = self.bodies_run = 0

    def apart(self, run: Callable[[], Answer]) -> Answer:
        """Its result; here, everything is afterwards as if it had not been run."""
        before = {name: getattr(self, name) for name in _OF_A_RUN}
        try:
            return run()
        finally:
            for name, value in before.items():
                setattr(self, name, value)

    def finish(self) -> None:
        """The code of a file was run; what comes next is another's."""
        for module in self.share.reads:
            self.share.reads[module] = self.read(module)
        self.share.close(self.seen)
        self.seen = []
        self.take(self.share)

    def take(self, share: Share) -> None:
        """What the code of a file has come to, now or in an earlier run."""
        self.whole.add(share)
        self.share = Share()

    def begin_body(self, module: Module) -> tuple[Share, Seen]:
        """What is run now is what its module is, for whoever reads it; gives what is gone on with after."""
        around = self.share, self.seen
        self.share, self.seen = Share(of_body=True), []
        self.bodies[module] = self.share
        self._merged.add(self.share)
        return around

    def end_body(self, around: tuple[Share, Seen]) -> None:
        body, seen = self.share, self.seen
        self.share, self.seen = around
        for module in body.reads:
            body.reads[module] = self.read(module)
        body.close(seen)
        self.whole.add(body)

    def read(self, module: Module) -> Share | None:
        """What the body of a module came to is known from here on."""
        body = self.bodies.get(module)
        if body is not None and body not in self._merged:
            self._merged.add(body)
            for other in body.reads:
                self.read(other)
            self.whole.add(body)
        return body

    @property
    def before(self) -> Share:
        """What the files before have come to."""
        return _NOTHING if self.share.of_body else self.whole

    def ask(self, question: Callable[[Interpreter, About], Answer], about: About) -> Answer:
        """Of what other files decide; what is run here holds as long as the answer is the same."""
        answer = question(self, about)
        self.share.asked[question, about] = answer
        return answer

    def recall(
        self, known: dict[About, Recalled[Answer]], about: About, work: Callable[[], Answer], meanwhile: Answer
    ) -> Answer:
        """What is worked out once; whoever asks for it again rests on the same as who asked first."""
        share = self.share
        if about not in known:
            known[about] = meanwhile, {}, {}
            around = share.reads, share.asked
            share.reads, share.asked = {}, {}
            try:
                known[about] = work(), share.reads, share.asked
            finally:
                share.reads, share.asked = around
        answer, reads, asked = known[about]
        share.reads.update(reads)
        share.asked.update(asked)
        return answer

    def is_member(self, name: str) -> bool:
        """Has a class that may be a pytree a method of the name?"""
        return self.ask(_is_member, name)

    def is_visited(self, node: _ast.AST) -> bool:
        """Was the def or lambda run by any file?"""
        return node in self.share.visited or self.ask(_was_visited, node)

    def is_staged(self, node: _ast.AST) -> bool:
        """Under an abstract trace?"""
        return node in self.share.staged or self.ask(_was_staged, node)

    def is_traced(self, node: _ast.AST) -> bool:
        """Under one, or under vmap?"""
        return node in self.share.traced or self.ask(_was_traced, node)

    def met(self, error: Exception, module: Module, node: _ast.AST) -> None:
        """An error passes by a node on its way up."""
        if module not in self.models.values():  # the user has the line that calls it
            self.failures.met(error, module, node)

    def note_traced(self, node: _ast.AST) -> None:
        """The body of a def or lambda is run under a trace, or its result remembered."""
        self.counts.bodies_traced += 1
        if node not in self.share.traced:
            self.share.traced.add(node)
            if not self.ask(_was_traced, node):
                self.share.new += 1
                self.room += _ROOM_OF_TRACED

    def give_up(self, module: Module, where: str | _ast.AST, why: str) -> None:
        """Note what is known in part only, each once; ``where``: a name, or what stands on a line."""
        self.share.gave_up[module, where, why] = None

    def allow(self, bodies: int) -> None:
        """An entry begins: what was spent by the one before is no matter of it."""
        self.bodies_run, self.room = 0, bodies

    def begin_one(self) -> None:
        """A body is run, or another iteration of a loop."""
        self.bodies_run += 1
        if self.bodies_run > self.room:
            raise GaveUp

    def dispatch(self, definition: object) -> bool:
        """One of several callables is called: the first time, the budget grows; False after too many."""
        share = self.share  # the body of a module is the same for all, as far as it was run
        times = share.dispatched[definition] = share.dispatched.get(definition, 0) + 1
        before = _was_dispatched(self, definition) if share.of_body else self.ask(_was_dispatched, definition)
        if times == 1 and not before:
            self.room += _ROOM_OF_ONE
        return times <= _MOST_RUNS and before != _OFTEN

    def note(self, event: Event) -> None:
        """Keep an event of the user's code."""
        self.counts.reports += 1
        if event.module not in self.models.values():
            before = len(self.share.noted.events)
            self.share.noted.note(event)
            if len(self.share.noted.events) > before:
                self.share.new += not self.ask(_was_noted, event.mark)

    def see(self, node: _ast.AST, value: Value, context: Context) -> None:
        """An expression holds a value: what a fix asks about it is known then."""
        self.seen.extend((node, value, context.stage))

    def fresh_key(self, place: Place | None = None) -> object:
        """The identity of a key that is made now."""
        self.counts.keys += 1
        return KeyId(place)


_NOTHING = Share()


def _is_member(interpreter: Interpreter, name: str) -> bool:
    return name in interpreter.project.members


def _was_visited(interpreter: Interpreter, node: _ast.AST) -> bool:
    return node in interpreter.before.visited


def _was_staged(interpreter: Interpreter, node: _ast.AST) -> bool:
    return node in interpreter.before.staged


def _was_traced(interpreter: Interpreter, node: _ast.AST) -> bool:
    return node in interpreter.before.traced


def _was_noted(interpreter: Interpreter, mark: Mark) -> bool:
    return mark in interpreter.before.noted


def _was_dispatched(interpreter: Interpreter, definition: object) -> str:
    times = interpreter.whole.dispatched.get(definition, 0)
    return _OFTEN if times >= _MOST_RUNS else "sometimes" if times else ""
