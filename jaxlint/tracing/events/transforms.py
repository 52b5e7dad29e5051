"""What transforms, loops and branches do not take, or compile again."""

from __future__ import annotations

from jaxlint.tracing.events.event import AGREED, REACHED, Event
from jaxlint.tracing.events.raised import HASH, JAX_TYPE, MISFIT, NAME, STRUCTURE

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.events.event import Mark
    from jaxlint.tracing.values.origin import Origin
    from jaxlint.tracing.values.value import Transformed


class Unhashable(Event, kind="unhashable", needs=AGREED, raises=HASH):
    """``node`` is the argument for ``parameter`` of ``callee``, which ``declared`` (``static_argnames``) makes static.

    ``written`` False: it is no part of the call, as ``self`` is none; ``node`` then is the call.
    ``part``: what of it has no hash, in words; ``related``: where it is made static.
    """

    callee: str
    declared: str
    parameter: str
    part: str
    related: tuple[Origin, ...]
    written: bool


class InvalidArgument(Event, kind="invalid-argument", needs=AGREED, raises=JAX_TYPE):
    """``part``: what of the argument for ``parameter`` of ``callee`` is no JAX type, in words.

    ``receiver``: it is the object that the method is called on; ``node`` then is the transform, else the argument, or
    the call where it is not ``written`` there.  ``by``: what traces it, ``transformed`` where it was applied before.
    """

    by: str
    callee: str
    parameter: str
    part: str
    receiver: bool
    related: tuple[Origin, ...]
    transformed: Transformed | None
    written: bool


class BadSpecification(Event, kind="bad-specification", needs=AGREED, raises=MISFIT, apart=("keyword", "given")):
    """``keyword`` (``static_argnames``, ``in_axes``) does not fit the function, or its call; ``says``: in which way.

    ``given``: the name that no parameter has, and ``taken`` those that there are; ``related``: the transform, where a
    call of what it gave is wrong.
    """

    given: str
    keyword: str
    related: tuple[Origin, ...]
    says: str
    taken: tuple[str, ...]


AFTERWARDS, TWICE, HELD, DELETE = "afterwards", "twice", "held twice", "deleted"


class DonatedReuse(Event, kind="donated-reuse", needs=REACHED):
    """The array that ``donated`` holds was donated to ``callee``, and is asked for at ``node`` under some name.

    ``certain``: JAX raises, and nothing in view speaks against it; ``given``: the donating call.
    """

    callee: str
    certain: bool
    donated: _ast.AST
    given: _ast.AST
    how: str
    related: tuple[Origin, ...]


class StructureMismatch(Event, kind="structure-mismatch", needs=AGREED, raises=STRUCTURE):
    """What goes into a loop and comes out of its body, or comes out of branches, differs; ``says``: in what.

    Or what a custom rule gives does not fit its function; ``related``: where it gives that.
    ``compared``: carried, branches; ``differs``: structure, shapes, dtypes; both empty for another part than is asked.
    ``at``: a node at which it is said once, instead of its own.
    """

    at: _ast.AST | None
    compared: str
    differs: str
    related: tuple[Origin, ...]
    says: str

    @property
    def mark(self) -> Mark:
        return self.kind, self.at or self.node, self.says if self.at else None


class CallMismatch(Event, kind="call-mismatch", needs=AGREED, raises=MISFIT, conditional=True):
    """A transform, loop or branch does not take what it is given, or calls a function that does not; ``says``: how.

    ``values``: the expressions that stand where ``cond`` asks for functions, for a call that has nothing else wrong.
    """

    says: str
    values: tuple[_ast.AST, ...]


class InvalidResult(Event, kind="invalid-result", needs=AGREED, raises=JAX_TYPE, conditional=True):
    """What ``callee`` gives under ``by`` is no JAX type; ``part``: what of it, in words; ``related``: its return."""

    by: str
    callee: str
    part: str
    related: tuple[Origin, ...]

    @property
    def mark(self) -> Mark:
        """Once, wherever the function is called."""
        return self.kind, self.related[0].node if self.related else self.node, self.part


class AxisMismatch(Event, kind="axis-mismatch", needs=AGREED, raises=MISFIT, conditional=True):
    """What is mapped over, or scanned, has no such axis, or axes of several sizes; ``says``: which."""

    says: str


class Retraced(Event, kind="retraced", needs=REACHED):
    """A loop in view makes JAX trace and compile again in each of its iterations.

    ``made`` True: ``node`` jits another function each time; ``says`` what that is, in words; ``callee``: ``jax.jit``.
    ``made`` False: ``node`` is an argument of the jitted ``callee``; ``says``: in what it varies; ``static``: in its
    value, which jit keeps static, and not in its shape.
    ``iterations``: how many, where the text says so; ``arrays``: names of those that the function takes from around it;
    ``calls``: how many lead from the loop to here; ``related``: where.
    """

    arrays: tuple[str, ...]
    callee: str
    calls: int
    made: bool
    related: tuple[Origin, ...]
    says: str
    static: bool
    iterations: int | None


class StaleRead(Event, kind="stale-read"):
    """``node`` calls a jitted function that was ``compiled`` by an earlier call, with what a name held then.

    ``binding``: where it is set anew in between; ``related``: that, and where the function reads it.
    """

    binding: _ast.AST
    compiled: _ast.AST
    related: tuple[Origin, ...]


class CapturedConstant(Event, kind="captured-constant"):
    """A jitted function, ``callee``, reads a large array from around it (``node``); ``bytes``: how large it is."""

    bytes: int
    callee: str


class UnboundAxis(Event, kind="unbound-axis-name", needs=AGREED, raises=NAME, conditional=True, by_origin=False):
    """``callee`` (``jax.lax.psum``) goes along ``axis``, a name that nothing around it binds; ``bound``: what is."""

    axis: str
    bound: tuple[str, ...]
    callee: str


class TreeMismatch(Event, kind="pytree-mismatch", needs=AGREED, raises=MISFIT, conditional=True, by_origin=False):
    """The trees that ``callee`` goes through side by side are not alike: ``says`` in which way."""

    callee: str
    says: str


class UnflattenedByConstructor(Event, kind="unflattened-by-constructor", needs=REACHED, by_origin=False):
    """JAX puts an ``owner`` together by its constructor, which ``does`` something to leaves: ``related``."""

    does: str
    owner: str
    related: tuple[Origin, ...]


class StaticArray(Event, kind="static-array-field", needs=REACHED, by_origin=False):
    """The array that ``field`` of class ``owner`` holds, which is no leaf, ``made`` somewhere; ``node`` declares it."""

    field: str
    owner: str
    made: Origin

    @property
    def related(self) -> tuple[Origin, ...]:
        return (self.made,)
