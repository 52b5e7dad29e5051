"""Why a value is traced: a chain of steps, from the transform to the place where it hurts."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from typing import Any

    from jaxlint.syntax.module import Module
    from jaxlint.tracing.values.argument_evidence import Evidence

    # Values and events, which this module may not import.
    Tracer = Any  # it has an ``origin``, and is ``concrete`` or not
    Pending = Any  # an event that waits for the gradient to be followed back to it


_NONE: frozenset[int] = frozenset()


class Origin:
    """One step.  ``parent`` is the step before it; the first one names the transform.

    ``level``: how deep the transform's body lies inside bodies of vmap and grad (Frame.level).
    ``around``: a tracer of a level further out that the value follows from as well: what the body closes over.
    ``flat``: the derivative is zero on the way.
    ``derived``: the value has a derivative by an argument of the differentiation that is under way; ``pending``: what
    will be noted if that is followed back from the result.
    ``batched``: the vmaps under way that map an argument which the value depends on, by the depth of their traces.
    ``masked``: where the derivative might be infinite, a constant was selected, and no gradient comes through.
    ``doubt`` of the first step: it is only assumed that the argument is an array (assume-traced in the settings).
    """

    __slots__ = (
        "around", "batched", "derived", "doubt", "flat", "level", "masked", "module", "node", "parent", "pending",
        "text",
    )  # fmt: skip

    def __init__(
        self, text: str, module: Module, node: _ast.AST | None, parent: Origin | None = None, level: int = 0
    ) -> None:
        self.text = text
        self.module = module
        self.node = node
        self.parent = parent
        self.doubt: Evidence | None = None
        self.level: int = level if parent is None else parent.level
        self.around: Tracer | None = None if parent is None else parent.around
        self.flat: bool = parent is not None and parent.flat
        self.derived: bool = parent is not None and parent.derived
        self.pending: tuple[Pending, ...] = () if parent is None else parent.pending
        self.batched: frozenset[int] = _NONE if parent is None else parent.batched
        self.masked: bool = parent is not None and parent.masked

    def having(self, around: Tracer | None = None, flat: bool = False, masked: bool = False) -> Origin:
        """The same step of a value that follows from a tracer further out, too, or has no derivative."""
        origin = Origin(self.text, self.module, self.node, self.parent, self.level)
        origin.doubt = self.doubt
        origin.around = around or self.around
        origin.flat = flat or self.flat
        origin.derived = self.derived
        origin.pending = self.pending
        origin.batched = self.batched
        origin.masked = masked or self.masked
        return origin

    def unmasked(self) -> Origin:
        """The same step of a value that follows from others as well."""
        origin = self.having()
        origin.masked = False
        return origin

    def with_batched(self, batched: frozenset[int]) -> Origin:
        """The same step of a value that depends on what these map."""
        if batched == self.batched:
            return self
        origin = self.having()
        origin.batched = batched
        return origin

    def with_derivative(self, derived: bool, pending: tuple[Pending, ...] = ()) -> Origin:
        """The same step of a value that has a derivative, or of one that has none."""
        pending = pending if derived else ()
        if derived == self.derived and pending == self.pending:
            return self
        origin = self.having()
        origin.derived, origin.pending = derived, pending
        return origin

    def key(self) -> object:
        """Equal for origins that a called function can't tell apart."""
        pending = tuple([one.node for one in self.pending]) if self.pending else ()
        return (self.level, self.around is not None, self.flat, self.derived, pending, self.batched, self.masked)

    def root(self) -> Origin:
        step = self
        while step.parent is not None:
            step = step.parent
        return step

    def steps(self) -> list[Origin]:
        """From the transform on."""
        chain: list[Origin] = []
        step: Origin | None = self
        while step is not None:
            chain.append(step)
            step = step.parent
        chain.reverse()
        return chain
