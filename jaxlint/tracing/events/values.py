"""What Python asks of a traced value, and what JAX takes for no array."""

from __future__ import annotations

from jaxlint.tracing.events.event import Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast


class TruthTest(Event):
    """bool() of a traced array.  ``construct``: if, elif, while, ternary, and, or, not, chain, in, assert,
    comprehension, match, or the name of a builtin (bool, min, max, any, all, sorted ...).
    ``owner``: the If, While, IfExp, BoolOp, UnaryOp, Compare, Call ... that asks; ``node``: what is asked."""

    construct: str
    owner: _ast.AST
    kind = "truth-test"


class AmbiguousTruth(Event):
    """bool() of a concrete array of ``count`` elements, which NumPy and JAX refuse."""

    count: int
    kind = "ambiguous-truth"
    conditional = True
    by_origin = False


class Concretized(Event):
    """A traced array is turned into a Python number.  ``how``: item, tolist, tobytes, int, float, complex,
    index, hex, round, range, format, hash, list-index, repeat, or a dotted name such as math.sqrt."""

    how: str
    kind = "concretized"

    @property
    def conditional(self) -> bool:  # type: ignore[override]
        """No array has a hash, but what is an array here may be something else."""
        return not hasattr(self.value, "origin")


class GradientCut(Event):
    """A number that has a derivative is handed to Python under grad alone, which knows it; ``how``: int, item."""

    how: str
    kind = "gradient-cut"


class FloatSize(Event):
    """A float is given for ``parameter`` of ``callee``, which is a size; ``callee`` "": it is a bound of a slice."""

    callee: str
    parameter: str
    kind = "float-size"
    conditional = True
    by_origin = False


class StaticParameter(Event):
    """``node`` is the argument; the table says that ``parameter`` of ``callee`` must be static."""

    call: _ast.AST
    callee: str
    parameter: str
    kind = "static-parameter"


class DtypeMismatch(Event):
    """``callee``, a function that promotes nothing, is given numbers that it does not take; ``says``: which."""

    callee: str
    says: str
    kind = "dtype-mismatch"


class NoArray(Event):
    """``value`` (``node``) stands where ``callee`` takes an array for ``parameter``; ``callee`` "": it is an index.

    ``given``: list, tuple, None, string, float: what it is, or what a list that ``callee`` takes holds.
    """

    callee: str
    given: str
    parameter: str
    kind = "no-array"
    by_origin = False

    @property
    def conditional(self) -> bool:  # type: ignore[override]
        """A list that is written where it is used is one in any case."""
        return hasattr(self.value, "aval") or hasattr(self.value, "content")


class RowsIterated(Event):
    """Python goes through the rows of a traced array (``node``), and unrolls the loop; ``count``: their number."""

    count: int | None
    kind = "rows-iterated"


class LoopLength(Event):
    """lax.scan (``node``) over a length that is traced; ``argument``: the ast of the length, or of arange's stop."""

    argument: _ast.AST
    call: _ast.AST
    kind = "loop-length"


class NumpyCall(Event):
    """``callee`` ("numpy.sin") is given a tracer that it can't take, as ``argument`` where that is known."""

    argument: _ast.AST | None
    callee: str
    kind = "numpy-call"


class SilentlyFalse(Event):
    """``callee`` ("numpy.array_equal") is given a tracer, takes the error for an answer, and says False."""

    callee: str
    kind = "silently-false"


class AttributeLacking(Event):
    """A tracer is asked for an ``attribute`` that only arrays have; ``node``: the attribute, without a call of it."""

    attribute: str
    kind = "attribute-lacking"


class NoSuchAttribute(Event):
    """An array, or a tracer, is asked for an ``attribute`` that neither has, as NumPy's or another library's have."""

    attribute: str
    kind = "no-such-attribute"
    conditional = True


class BitwiseOnFloat(Event):
    """``operator`` (``&``) works on the bits of whole numbers and bools, and is given a ``dtype`` that has none."""

    dtype: str
    operator: str
    kind = "bitwise-on-float"
    conditional = True
