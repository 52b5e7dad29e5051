"""What code runs inside of: the calls, transforms, handlers and settings around it."""

from __future__ import annotations

from jaxlint.knowledge.transforms import WITHOUT_JIT
from jaxlint.tracing.values.stage import EAGER

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from typing import Any, Final

    from jaxlint.syntax.module import Module
    from jaxlint.tracing.events.event import Place
    from jaxlint.tracing.values.origin import Origin
    from jaxlint.tracing.values.trace import Trace
    from jaxlint.tracing.values.value import Waiting

    Flattened = list[tuple[Module, _ast.AST | None, _ast.AST] | None]


class Context:
    """It never changes: a call, a transform, a ``with`` or a ``try`` runs its body in another one.

    ``stage``: as ``values/stage.py`` has them.  ``calls``: under way, outermost first.  ``trace``: the innermost one
    around; ``staging``: why JAX operations on constants are traced.  ``axes``: those that collectives can name; None:
    it is not known which.  ``handlers``: the exceptions that a try around catches, by name.  ``quiet``: eager code that
    is followed for the traces it leads to: nothing else of it is reported.

    ``differentiated``: how many grad, jvp ... are around, with no jit between; ``differentiating``: with those between.
    ``reversing``: grad, vjp ... around: gradients flow backwards through what runs; what waits for the pullback of
    each, None where it is called at once.  ``flattened``: gathers where values that have a derivative lead to some that
    have none; None among these: on purpose, or it is not known.

    ``is_computed``: False where only shapes are asked for.  ``has_alternatives``: one of several callables is called,
    of which the code may mean another.  ``is_jitted``: False in ``with jax.disable_jit()``.  ``loads``: files that
    nobody asked for may be looked into.
    """

    __slots__ = (
        "axes", "calls", "differentiated", "differentiating", "flattened", "handlers", "has_alternatives",
        "is_computed", "is_jitted", "loads", "quiet", "reversing", "stage", "staging", "trace",
    )  # fmt: skip

    def __init__(
        self,
        stage: str = EAGER,
        calls: tuple[Place, ...] = (),
        trace: Trace | None = None,
        staging: Origin | None = None,
        axes: frozenset[str] | None = None,
        handlers: frozenset[str] = frozenset(),
        quiet: bool = False,
        differentiated: int = 0,
        differentiating: int = 0,
        reversing: tuple[Waiting | None, ...] = (),
        flattened: Flattened | None = None,
        is_computed: bool = True,
        has_alternatives: bool = False,
        is_jitted: bool = True,
        loads: bool = False,
    ) -> None:
        self.stage: Final = stage
        self.calls: Final = calls
        self.trace: Final = trace
        self.staging: Final = staging
        self.axes: Final = axes
        self.handlers: Final = handlers
        self.quiet: Final = quiet
        self.differentiated: Final = differentiated
        self.differentiating: Final = differentiating
        self.reversing: Final = reversing
        self.flattened: Final[Flattened] = [] if flattened is None else flattened
        self.is_computed: Final = is_computed
        self.has_alternatives: Final = has_alternatives
        self.is_jitted: Final = is_jitted
        self.loads: Final = loads

    def but(self, **changes: Any) -> Context:  # noqa: ANN401
        """The same but for these."""
        get = changes.get
        return Context(
            get("stage", self.stage),
            get("calls", self.calls),
            get("trace", self.trace),
            get("staging", self.staging),
            get("axes", self.axes),
            get("handlers", self.handlers),
            get("quiet", self.quiet),
            get("differentiated", self.differentiated),
            get("differentiating", self.differentiating),
            get("reversing", self.reversing),
            get("flattened", self.flattened),
            get("is_computed", self.is_computed),
            get("has_alternatives", self.has_alternatives),
            get("is_jitted", self.is_jitted),
            get("loads", self.loads),
        )

    def in_call(
        self, place: Place, stage: str, staging: Origin | None, handlers: frozenset[str], quiet: bool
    ) -> Context:
        """Inside one more call.  Each call makes one, so nothing is looked up by name."""
        return Context(
            stage, (*self.calls, place), self.trace, staging, self.axes, handlers, quiet or self.quiet,
            self.differentiated, self.differentiating, self.reversing, self.flattened,
            self.is_computed, self.has_alternatives, self.is_jitted, self.loads,
        )  # fmt: skip

    @property
    def depth(self) -> int:
        """Of calls."""
        return len(self.calls)

    @property
    def reasons(self) -> list[Origin]:
        """Why operations on constants are traced, outermost first."""
        return [] if self.staging is None else self.staging.steps()

    def is_plain(self, transform: str) -> bool:
        """Does ``jax.disable_jit()`` make a plain call of it?"""
        return not self.is_jitted and transform in WITHOUT_JIT

    def lose_derivatives(self) -> None:
        """From here on, values may have a derivative that nobody knows of, or none on purpose."""
        if self.differentiating and (not self.flattened or self.flattened[-1] is not None):
            self.flattened.append(None)
