"""Neutral facts met on the way through a traced program.

An event says what happens to which value at which node; whether that is bad is a rule's business.
"""

from __future__ import annotations

from jaxlint.record import Frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from typing import ClassVar, Final

    from jaxlint.syntax.module import Module
    from jaxlint.tracing.values.value import Value

    # Questions, and which of their branches are taken; calls of one of several, and the definition that is meant.
    Supposed = tuple[tuple[Module, _ast.AST, int | _ast.AST], ...]
    Place = tuple[Module, _ast.AST | None, _ast.AST]  # module, function and call
    Mark = tuple[str, _ast.AST | None, object]  # kind, node, and a detail that tells events at one node apart


class Point:
    """Of the program: where something was seen, and under what.

    ``function``: the innermost def or lambda around it (None: module level).  ``stage``: as ``values/stage.py`` has
    them.  ``through``: the calls in traced code that lead to the function, outermost first.  ``supposed``: the branches
    of open questions around, and the answers that lead there.  ``shown_by``: the file of the test that leads here.
    """

    __slots__ = ("function", "module", "shown_by", "stage", "supposed", "through")

    def __init__(
        self,
        module: Module,
        function: _ast.AST | None,
        stage: str = "",
        through: tuple[Place, ...] = (),
        supposed: Supposed = (),
        shown_by: str | None = None,
    ) -> None:
        self.module: Final = module
        self.function: Final = function
        self.stage: Final = stage
        self.through: Final = through
        self.supposed: Final = supposed
        self.shown_by: Final = shown_by

    def at(self, module: Module, function: _ast.AST | None) -> Point:
        """In another place, under the same."""
        return Point(module, function, self.stage, self.through, self.supposed, self.shown_by)


# What an event needs to be reported.
REACHED = "reached"  # the code may run
CERTAIN = "certain"  # it is not known that it may never run, nor that a handler is ready
AGREED = "agreed"  # that, and each of the callables that a call may mean leads there


class Event(Frozen):
    """``needs``: one of the above; ``raises``: the names of the classes of the exception, none where JAX raises none;
    ``asks``: a tracer is asked for what it has not, which one that has leaked refuses in another way; ``in_tests``
    False: a test that leads there may want it so; ``apart``: names of what tells events at one node apart.

    ``node``: to be flagged.  ``value``: in question; its ``origin`` tells why it is traced, which is a reason
    ``by_origin``.  ``conditional``: behind an open question it may not be so, as other values than those in view lead
    there.
    """

    point: Point
    node: _ast.AST
    value: Value
    kind = "event"
    needs = CERTAIN
    raises: ClassVar[frozenset[str]] = frozenset()
    asks = False
    in_tests = True
    apart: ClassVar[tuple[str, ...]] = ()
    by_origin = True
    conditional = False

    def __init_subclass__(cls, **about: object) -> None:
        """The head of a class says what holds for all of its events."""
        super().__init_subclass__()
        for name, value in about.items():
            setattr(cls, name, value)

    @property
    def module(self) -> Module:
        """Of the node."""
        return self.point.module

    @property
    def function(self) -> _ast.AST | None:
        """The innermost def or lambda around the node; None at module level."""
        return self.point.function

    @property
    def mark(self) -> Mark:
        """Of those with the same one, one is kept."""
        return self.kind, self.node, tuple([getattr(self, name) for name in self.apart])
