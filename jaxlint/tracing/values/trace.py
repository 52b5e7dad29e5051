"""One run of a body under a transform, that tracers belong to."""

from __future__ import annotations

from jaxlint.tracing.values.stage import ABSTRACT, EAGER, GRAD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from jaxlint.tracing.values.heap import Contents
    from jaxlint.tracing.values.origin import Origin


class Trace:
    """One run of a body.  ``stages``: each operation in it is traced, and JAX may know the result of another run.

    ``forward``: it differentiates in forward mode, as jvp and jacfwd do.
    ``calls``: how many were under way outside of it.
    ``selected``: the elements of a batch take different ways here, so that it is computed for all of them.
    ``since``: what is older was there before it; None where it is not known which objects are its own.
    ``given``: the ids of what the caller handed over, as it is outside.
    ``handed``: the variables of what the body is given, by their ids; ``updated``: those that it has written to.
    ``again``: the same body was run before, so that JAX may not run it now.
    ``leaked``: its tracers that older objects still held when it ended.
    ``reused``: in which later "call" or "iteration" JAX uses what Python computed in it; "": in none.
    """

    __slots__ = (
        "again", "around", "calls", "depth", "differentiates", "ended", "entry", "forward", "given", "handed", "leaked",
        "origin", "reused", "selected", "since", "stages", "updated",
    )  # fmt: skip

    def __init__(self, around: Trace | None, context: str, origin: Origin, entry: int, calls: int) -> None:
        self.around = around
        self.origin = origin
        self.depth: int = 0 if around is None else around.depth + 1
        self.stages = context in (ABSTRACT, EAGER)  # what runs outside of a differentiation has a place of its own
        self.differentiates = context == GRAD
        self.forward = False
        self.calls = calls
        self.entry = entry
        self.since: int | None = None
        self.given: set[int] = set()
        self.handed: set[int] = set()
        self.updated: tuple[Any, ...] = ()  # references, which this module may not import
        self.again = False
        self.ended = False
        self.reused = ""
        self.selected: bool = around is not None and around.selected
        self.leaked: frozenset[object] = frozenset()

    @property
    def contents(self) -> Contents:
        return self.ended, self.given, self.leaked, self.updated

    def put_back(self, contents: Contents) -> None:
        self.ended, self.given, self.leaked, self.updated = contents

    def without_derivative(self) -> Trace | None:
        """Of what has no derivative, no differentiation makes a tracer: the trace around it does; None: unknown."""
        trace: Trace | None = self
        while trace is not None and trace.differentiates:
            trace = trace.around
        return trace if trace is not None and trace.stages else None
