"""What code runs inside of: the calls, transforms, handlers and settings around it."""

from __future__ import annotations

from jaxlint.knowledge.transforms import WITHOUT_JIT
from jaxlint.record import Frozen
from jaxlint.tracing.values.stage import EAGER

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.syntax.module import Module
    from jaxlint.tracing.events.event import Place
    from jaxlint.tracing.values.origin import Origin
    from jaxlint.tracing.values.trace import Trace
    from jaxlint.tracing.values.value import Waiting

    Flattened = list[tuple[Module, _ast.AST | None, _ast.AST] | None]


class Context(Frozen):
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

    stage: str = EAGER
    calls: tuple[Place, ...] = ()
    trace: Trace | None = None
    staging: Origin | None = None
    axes: frozenset[str] | None = None
    handlers: frozenset[str] = frozenset()
    quiet: bool = False
    differentiated: int = 0
    differentiating: int = 0
    reversing: tuple[Waiting | None, ...] = ()
    flattened: Flattened | None = None
    is_computed: bool = True
    has_alternatives: bool = False
    is_jitted: bool = True
    loads: bool = False

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

    def flatten(self, place: Place | None) -> None:
        """A value that has a derivative leads to one that has none; None: on purpose, or it is not known."""
        if self.flattened is not None and self.flattened[-1:] != [None]:
            self.flattened.append(place)

    def lose_derivatives(self) -> None:
        """From here on, values may have a derivative that nobody knows of, or none on purpose."""
        if self.differentiating:
            self.flatten(None)
