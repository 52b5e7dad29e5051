"""What traced code reads from the host, does to it, or leaves there; and what is slow."""

from __future__ import annotations

from jaxlint.tracing.events.event import AGREED, CERTAIN, REACHED, Event
from jaxlint.tracing.events.raised import CALLBACK, FOREIGN, MISFIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.values.origin import Origin

HOST_SYNC, UNTIMED, GROWN, BOTH_BRANCHES, UNROLLED = "host sync", "untimed", "grown", "both branches", "unrolled"


class Slow(Event, kind="slow"):
    """Code that works, and costs more than it has to.

    ``how``: HOST_SYNC, ``node`` waits for the device in each iteration of a loop; UNTIMED, ``node`` reads the clock
    before ``other``, the call of a jitted function, is done; GROWN, ``node`` copies an array in each iteration;
    BOTH_BRANCHES, ``node``, a cond, becomes a select under the vmap ``other``; UNROLLED, ``node``, a loop, is unrolled
    ``times`` times.
    """

    how: str
    other: _ast.AST | None
    times: int | None


RESULT, UNDER_VMAP, DROPPED = "result", "under vmap", "dropped"


class EffectMisused(Event, kind="effect-misused"):
    """A call of the host, or a write to a Ref, is not as JAX needs it; ``what``: one of the above; ``says``: how."""

    says: str
    what: str

    @property
    def needs(self) -> str:  # type: ignore[override]
        """What is dropped is so in any case."""
        return CERTAIN if self.what == DROPPED else AGREED

    @property
    def raises(self) -> frozenset[str]:  # type: ignore[override]
        """By vmap, or by the runtime."""
        return {UNDER_VMAP: MISFIT, RESULT: CALLBACK}.get(self.what, frozenset())


class HostRandom(Event, kind="host-random"):
    """``callee`` ("numpy.random.normal", "random.random") runs once, while tracing; ``related``: why that is so."""

    callee: str
    related: list[Origin]


class HostRead(Event, kind="host-read"):
    """``callee`` ("time.time", "uuid.uuid4") is asked once, while tracing.

    ``again``: what the value is used in once more, "call" or "iteration"; ``related``: what is traced there.
    """

    again: str
    callee: str
    related: list[Origin]


class HostEffect(Event, kind="host-effect", needs=REACHED):
    """``callee``: print, breakpoint, pdb.set_trace, logging.info ...; ``node``: the call.
    ``value`` is the first traced argument, or UNKNOWN where none is traced."""

    callee: str


class Fate:
    """Of what is kept.  ``certain``: what reads it there gets this one; ``used``: where that is done afterwards.

    ``expected``: that it raises, or that none is there; ``replaced``: another value takes its place before.
    """

    __slots__ = ("certain", "expected", "replaced", "used")

    def __init__(self, certain: bool) -> None:
        self.certain = certain
        self.expected = False
        self.replaced = False
        self.used: list[Origin] = []


class TracerKept(Event, kind="tracer-stored", needs=REACHED):
    """The tracer ``value`` is written (``node``: the target, or the call) into what outlives its trace, and stays.

    ``under``: the body whose trace it is; ``fate``: what becomes of it; ``constant``: it is made of nothing that is
    passed; ``cached``: the function that remembers what it gave, where ``node`` is a call of one; ``captured``: not it,
    but a function that reads it is written there.
    """

    cached: _ast.AST | None
    captured: bool
    constant: bool
    fate: Fate
    under: Origin

    @property
    def related(self) -> tuple[Origin, ...]:
        is_known = self.under.node is self.value.origin.root().node  # type: ignore[attr-defined]
        return tuple(self.fate.used) if is_known else (self.under, *self.fate.used)


class ForeignWrite(Event, kind="foreign-write", needs=AGREED, raises=FOREIGN):
    """A Variable of flax.nnx is written in a trace in which it was not made, nor handed to (``node``: the target)."""

    under: Origin | None

    @property
    def related(self) -> tuple[Origin, ...]:
        return () if self.under is None else (self.under,)
