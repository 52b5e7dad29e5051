"""One run of a body under a transform, that tracers belong to."""

from __future__ import annotations

from jaxlint.tracing.context import ABSTRACT, EAGER, GRAD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.origin import Origin


class Trace:
    """One run of a body.  ``stages``: each operation in it is traced, and JAX may know the result of another run.

    ``since``: what is older was there before it; None where it is not known which objects are its own.
    ``given``: the ids of what the caller handed over, as it is outside.
    ``again``: the same body was run before, so that JAX may not run it now.
    ``leaked``: its tracers that older objects still held when it ended.
    """

    __slots__ = (
        "again", "around", "depth", "differentiates", "ended", "entry", "given", "leaked", "origin", "since", "stages",
    )  # fmt: skip

    def __init__(self, around: Trace | None, context: str, origin: Origin, entry: int) -> None:
        self.around = around
        self.origin = origin
        self.depth: int = 0 if around is None else around.depth + 1
        self.stages = context in (ABSTRACT, EAGER)  # what runs outside of a differentiation has a place of its own
        self.differentiates = context == GRAD
        self.entry = entry
        self.since: int | None = None
        self.given: set[int] = set()
        self.again = False
        self.ended = False
        self.leaked: set[object] = set()
