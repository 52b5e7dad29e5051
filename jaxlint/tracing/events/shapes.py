"""Arrays whose shape or contents are not what the code asks for."""

from __future__ import annotations

from jaxlint.tracing.events.event import AGREED, REACHED, Event
from jaxlint.tracing.events.raised import MASK, MISFIT, PLAIN, SLICE, TRUTH

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.values.value import Value


class IntegerOverflow(Event, kind="integer-overflow"):
    """``node`` computes whole numbers of 32 bits, of which ``largest`` in size is too large."""

    largest: int


class WideDtype(Event, kind="wide-dtype", in_tests=False):
    """``wanted``, a dtype of 64 bits, is asked for by name, and nothing in view enables them: JAX gives ``given``."""

    given: str
    wanted: str


class DataDependentShape(Event, kind="data-dependent-shape", raises=TRUTH):
    """The result of ``node`` (a call) has a shape that depends on data; ``rescue``: parameters that would bound it."""

    callee: str
    rescue: tuple[str, ...]


class Padded(Event, kind="padded", needs=REACHED, apart=("room",)):
    """``node``: a call of ``callee`` ("jax.numpy.nonzero") with ``size=`` and no ``fill_value``; ``selected``: the node
    of the array whose elements it looks for.

    ``room``: for all elements of that array, so that there is padding wherever not all of them count.
    """

    callee: str
    room: bool
    selected: _ast.expr
    size: _ast.expr


class WindowMoved(Event, kind="window-moved", needs=REACHED, apart=("axis",)):
    """``callee`` ("jax.lax.dynamic_slice") is given a ``start`` from which a window reaches beyond ``axis``.

    ``beyond``: how far, where it is a number; ``begins``: the negative number that it starts at instead.
    """

    axis: int
    begins: int | None
    beyond: int | None
    callee: str
    start: _ast.expr


class OutOfBounds(Event, kind="out-of-bounds", needs=REACHED):
    """``index`` leaves the axis that ``callee`` (``[]``, ``.at[]``, "jax.ops.segment_sum") asks, by ``beyond`` places.

    ``beyond`` is negative where it lies before the first element.
    ``counted``: at the end of a loop, or for some elements, and not each time.
    """

    beyond: int
    counted: bool
    callee: str
    index: _ast.expr


class MaskIndex(Event, kind="mask-index", raises=MASK):
    """A traced boolean mask as index.  ``node``: the Subscript; ``base``: what is indexed; ``value``: the mask;
    ``axis``: its position; ``use``: read, store (``x[m] = v``), augmented (``x[m] += v``) or at (``x.at[m]``)."""

    axis: int | None
    base: Value
    mask: _ast.AST
    use: str


class SliceBound(Event, kind="slice-bound", raises=SLICE):
    """``node``: the Subscript; ``bound``: the ast of the slice bound that is traced; ``base``: what is sliced."""

    base: Value
    bound: _ast.AST
    slice: _ast.Slice


class WrongUnpacking(Event, kind="unpacking-mismatch", needs=AGREED, raises=MISFIT, conditional=True):
    """The rows of an array are ``count``, and ``wanted`` (``2 names``, ``at least 2 names``) is what they are for.

    ``count`` None: it has no axis, and so no rows.  Of the results of a call, ``node`` is that.
    """

    count: int | None
    wanted: str


class Mutation(Event, kind="mutation", raises=PLAIN):
    """A JAX array is written in place.  ``node``, ``target``: the Subscript; ``use``: store or augmented.
    Method calls (``x.sort()``) have the Call as node and target None."""

    target: _ast.Subscript | None
    use: str


class UpdateDropped(Event, kind="update-dropped", needs=REACHED):
    """``x.at[i].set(v)`` as a statement: what it gives is dropped.  ``node``: the call; ``base``: what is updated."""

    base: _ast.AST
