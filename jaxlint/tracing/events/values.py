"""What Python asks of a traced value, and what JAX takes for no array."""

from __future__ import annotations

from jaxlint.knowledge.libraries.array_classes import NOT_OF_TRACERS
from jaxlint.tracing.events.event import AGREED, CERTAIN, REACHED, Event
from jaxlint.tracing.events.raised import (
    ARRAY,
    ATTRIBUTE,
    CLASSES,
    HASH,
    INTEGER,
    JAX_TYPE,
    NUMBER,
    PARAMETER,
    PLAIN,
    STRUCTURE,
    TRUTH,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast


_REFUSALS = {
    "index": INTEGER,
    "range": INTEGER,
    "list-index": INTEGER,
    "repeat": INTEGER,
    "hex": INTEGER,
    "format": PLAIN,
    "hash": PLAIN,
}


class TruthTest(Event, kind="truth-test", raises=TRUTH, asks=True):
    """bool() of a traced array.  ``construct``: if, elif, while, ternary, and, or, not, chain, in, assert,
    comprehension, match, or the name of a builtin (bool, min, max, any, all, sorted ...).
    ``owner``: the If, While, IfExp, BoolOp, UnaryOp, Compare, Call ... that asks; ``node``: what is asked."""

    construct: str
    owner: _ast.AST


class AmbiguousTruth(Event, kind="ambiguous-truth", raises=HASH, conditional=True, by_origin=False):
    """bool() of a concrete array of ``count`` elements, which NumPy and JAX refuse."""

    count: int


class Concretized(Event, kind="concretized", asks=True, apart=("how",)):
    """A traced array is turned into a Python number.  ``how``: item, tolist, tobytes, int, float, complex,
    index, hex, round, range, format, hash, list-index, repeat, or a dotted name such as math.sqrt."""

    how: str

    @property
    def needs(self) -> str:  # type: ignore[override]
        """One of several callables may be passed a sequence that is meant for another."""
        return AGREED if self.how in ("repeat", "list-index") else CERTAIN

    @property
    def raises(self) -> frozenset[str]:  # type: ignore[override]
        """int() and float() of a number that grad still knows go another way than hash and format."""
        return _REFUSALS.get(self.how, NUMBER)

    @property
    def conditional(self) -> bool:  # type: ignore[override]
        """No array has a hash, but what is an array here may be something else."""
        return not hasattr(self.value, "origin")


class GradientCut(Event, kind="gradient-cut", asks=True):
    """A number that has a derivative is handed to Python under grad alone, which knows it; ``how``: int, item."""

    how: str


class FloatSize(Event, kind="float-size", needs=AGREED, raises=PLAIN, conditional=True, by_origin=False):
    """A float is given for ``parameter`` of ``callee``, which is a size; ``callee`` "": it is a bound of a slice."""

    callee: str
    parameter: str


class StaticParameter(Event, kind="static-parameter"):
    """``node`` is the argument; the table says that ``parameter`` of ``callee`` must be static."""

    call: _ast.AST
    callee: str
    parameter: str
    raises: frozenset[str]  # type: ignore[misc]


class DtypeMismatch(Event, kind="dtype-mismatch", needs=AGREED, raises=STRUCTURE):
    """``callee``, a function that promotes nothing, is given numbers that it does not take; ``says``: which."""

    callee: str
    says: str


class NoArray(Event, kind="no-array", needs=AGREED, raises=JAX_TYPE, by_origin=False):
    """``value`` (``node``) stands where ``callee`` takes an array for ``parameter``; ``callee`` "": it is an index.

    ``given``: list, tuple, None, string, float: what it is, or what a list that ``callee`` takes holds.
    """

    callee: str
    given: str
    parameter: str

    @property
    def conditional(self) -> bool:  # type: ignore[override]
        """A list that is written where it is used is one in any case."""
        return hasattr(self.value, "aval") or hasattr(self.value, "content")


class RowsIterated(Event, kind="rows-iterated", needs=REACHED):
    """Python goes through the rows of a traced array (``node``), and unrolls the loop; ``count``: their number."""

    count: int | None


class LoopLength(Event, kind="loop-length", raises=PARAMETER):
    """lax.scan (``node``) over a length that is traced; ``argument``: the ast of the length, or of arange's stop."""

    argument: _ast.AST
    call: _ast.AST


class NumpyCall(Event, kind="numpy-call", raises=ARRAY, asks=True):
    """``callee`` ("numpy.sin") is given a tracer that it can't take, as ``argument`` where that is known."""

    argument: _ast.AST | None
    callee: str


class SilentlyFalse(Event, kind="silently-false", asks=True):
    """``callee`` ("numpy.array_equal") is given a tracer, takes the error for an answer, and says False."""

    callee: str


class AttributeLacking(Event, kind="attribute-lacking", asks=True):
    """A tracer is asked for an ``attribute`` that only arrays have; ``node``: the attribute, without a call of it."""

    attribute: str

    @property
    def raises(self) -> frozenset[str]:  # type: ignore[override]
        """Not all such attributes are refused alike."""
        return CLASSES[NOT_OF_TRACERS[self.attribute]]


class NoSuchAttribute(Event, kind="no-such-attribute", needs=AGREED, raises=ATTRIBUTE, asks=True, conditional=True):
    """An array, or a tracer, is asked for an ``attribute`` that neither has, as NumPy's or another library's have."""

    attribute: str


class BitwiseOnFloat(Event, kind="bitwise-on-float", needs=AGREED, raises=PLAIN, conditional=True):
    """``operator`` (``&``) works on the bits of whole numbers and bools, and is given a ``dtype`` that has none."""

    dtype: str
    operator: str
