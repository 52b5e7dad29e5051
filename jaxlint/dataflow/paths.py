"""The control-flow graph of a function, or of some of its statements."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.accesses import BIND, READ, READS, UNBIND, Access, accesses, header
from jaxlint.syntax.binders import names_bound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_LOOPS = (_ast.For, _ast.AsyncFor, _ast.While)
_TRIES = (_ast.Try, _ast.TryStar)


class Step:
    """Something that is evaluated as one: ``accesses`` in order, then one of the steps in ``next``.

    ``raised``: where it goes on where an exception comes out of it, at any point of the step.
    """

    __slots__ = ("accesses", "next", "raised", "statement")

    def __init__(self, statement: _ast.AST | None, accessed: list[Access], raised: tuple[Step, ...]) -> None:
        self.statement = statement
        self.accesses = accessed
        self.next: list[Step] = []
        self.raised = raised


class Paths:
    """All ways that control may take through statements.

    ``entry``: where they begin; ``exit``: where control comes out at the end; ``left``: where the function is left,
    by return or raise; ``broken`` and ``continued``: where a ``break`` or ``continue`` of a loop around them leads.
    ``heads``: loop -> the step before each iteration; ``begins``: statement -> its first step; ``follows``: statement
    -> the step after it, of a jump the one that it leads to.  ``steps``: all of them, in source order as far as there
    is one.
    """

    __slots__ = (
        "_finally",
        "_handlers",
        "_in_class",
        "_loops",
        "begins",
        "broken",
        "continued",
        "entry",
        "exit",
        "follows",
        "heads",
        "left",
        "steps",
    )

    def __init__(self, body: Sequence[_ast.stmt]) -> None:
        self.steps: list[Step] = []
        self.heads: dict[_ast.AST, Step] = {}
        self.begins: dict[_ast.AST, Step] = {}
        self.follows: dict[_ast.AST, Step] = {}
        self._handlers: tuple[Step, ...] = ()  # where exceptions lead
        self._finally: list[tuple[Step, Step]] = []  # first and last step of what a jump passes on its way out
        self._in_class = False
        self.exit, self.left, self.broken, self.continued = (Step(None, [], ()) for _ in range(4))
        self._loops = [(self.broken, self.continued, 0)]  # (after a break, after a continue, finally around)
        self.entry = self._block(body, self.exit)
        self.steps.reverse()
        self.steps += [self.exit, self.left, self.broken, self.continued]

    def _step(self, statement: _ast.AST, parts: list[_ast.AST], *after: Step) -> Step:
        step = Step(statement, self._accesses(parts), self._handlers)
        step.next.extend(after)
        self.steps.append(step)
        return step

    def _accesses(self, parts: list[_ast.AST]) -> list[Access]:
        """What the body of a class binds is none of the function's names."""
        found = accesses(parts)
        return [access for access in found if access[0] in READS] if self._in_class else found

    def _block(self, body: Sequence[_ast.stmt], after: Step) -> Step:
        """From the last statement to the first: each leads to what follows it."""
        for statement in reversed(body):
            after = self.begins[statement] = self._statement(statement, after)
        return after

    def _statement(self, node: _ast.stmt, after: Step) -> Step:
        self.follows[node] = after
        if isinstance(node, (_ast.Return, _ast.Raise)):
            return self._leave(node, after)
        if isinstance(node, (_ast.Break, _ast.Continue)):
            return self._jump(node)
        if isinstance(node, _ast.If):
            other = self._block(node.orelse, after)
            return self._step(node, header(node), self._block(node.body, after), other)
        if isinstance(node, _LOOPS):
            return self._loop(node, after)
        if isinstance(node, (_ast.With, _ast.AsyncWith)):
            return self._step(node, header(node), self._block(node.body, after))
        if isinstance(node, _TRIES):
            return self._try(node, after)
        if isinstance(node, _ast.Match):
            return self._match(node, after)
        if isinstance(node, _ast.ClassDef):
            return self._class(node, after)
        return self._step(node, [node], after)

    def _leave(self, node: _ast.Return | _ast.Raise, after: Step) -> Step:
        if isinstance(node, _ast.Raise) and self._handlers:
            return self._step(node, [node])
        return self._step(node, [node], self._out())

    def _out(self) -> Step:
        """Where a return leads: what has to be done finally comes first."""
        return self._finally[-1][0] if self._finally else self.left

    def _jump(self, node: _ast.Break | _ast.Continue) -> Step:
        broken, continued, depth = self._loops[-1]
        target = broken if isinstance(node, _ast.Break) else continued
        passed = self._finally[depth:]
        if passed:
            passed[0][1].next.append(target)
            target = passed[-1][0]
        self.follows[node] = target
        return self._step(node, [], target)

    def _loop(self, node: _ast.For | _ast.AsyncFor | _ast.While, after: Step) -> Step:
        out = self._block(node.orelse, after)
        iterates = not isinstance(node, _ast.While)
        head = Step(node, [] if iterates else self._accesses(header(node)), self._handlers)
        self.heads[node] = head
        self._loops.append((after, head, len(self._finally)))
        first = self._block(node.body, head)
        self._loops.pop()
        if iterates:
            first = self._step(node, [node.target], first)  # type: ignore[union-attr]
        head.next.extend([first] if is_endless(node) else [first, out])
        self.steps.append(head)
        return self._step(node, header(node), head) if iterates else head

    def _try(self, node: _ast.Try | _ast.TryStar, after: Step) -> Step:
        """From any step of the body control may go to any handler; whatever happens, the end is passed."""
        around = self._handlers
        if node.finalbody:
            last = self._step(node, [], after, self._out())  # on, out of the function, or, raised again, to a handler
            after = self._block(node.finalbody, last)
            self._finally.append((after, last))
            self._handlers = (*around, after)
        handlers = [self._handler(one, after) for one in reversed(node.handlers)]
        other = self._block(node.orelse, after)
        self._handlers = (*self._handlers, *handlers)
        first = self._block(node.body, other)
        self._handlers = around
        if node.finalbody:
            self._finally.pop()
        return first

    def _class(self, node: _ast.ClassDef, after: Step) -> Step:
        """Its body runs where it stands, and the class keeps what is bound there."""
        last = self._step(node, [node], after)
        around, self._in_class = self._in_class, True
        kept = self._step(node, [], last)
        kept.accesses = [(READ, name, node) for name in names_bound(node.body)]
        first = self._block(node.body, kept)
        self._in_class = around
        return first

    def _handler(self, node: _ast.ExceptHandler, after: Step) -> Step:
        name = None if self._in_class else node.name
        if name is not None:
            after = self._step(node, [], after)
            after.accesses = [(UNBIND, name, node)]
        first = self._step(node, [] if node.type is None else [node.type], self._block(node.body, after))
        if name is not None:
            first.accesses.append((BIND, name, node))
        return first

    def _match(self, node: _ast.Match, after: Step) -> Step:
        """What a pattern binds is bound where it fits."""
        other = after
        for case in reversed(node.cases):
            body = self._block(case.body, after)
            if case.guard is not None:
                body = self._step(case, [case.guard], body, other)
            fits = self._step(case, [case.pattern], body)
            certain = isinstance(case.pattern, _ast.MatchAs) and case.pattern.pattern is None
            other = self._step(case, [], fits) if certain and case.guard is None else self._step(case, [], fits, other)
        return self._step(node, header(node), other)


def is_endless(loop: _ast.AST) -> bool:
    """``while True``: it is entered, and left by a jump alone."""
    return isinstance(loop, _ast.While) and isinstance(loop.test, _ast.Constant) and bool(loop.test.value)
