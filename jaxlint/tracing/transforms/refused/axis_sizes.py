"""Are there axes to map over, or to scan, and are they of one size?

Measured on JAX 0.10.2: vmap, scan, map and associative_scan refuse axes of two sizes, one of 1 beside another, too, and
leaves without such an axis.  Only sizes that are known for certain count.
"""

from __future__ import annotations

import _ast

from jaxlint.record import Record
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.applied.settings import in_axis
from jaxlint.tracing.applied.signature import positional_names, titled
from jaxlint.tracing.events.transforms import AxisMismatch
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.values.aval import Dim, are_unequal, written_shape
from jaxlint.tracing.values.joining import named_leaves, scalar_aval
from jaxlint.tracing.values.shapes import constant_int
from jaxlint.tracing.values.value import UNKNOWN, Array, Const, Sequence, Traced, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.values.aval import Shape


_STRICT = ("jax.vmap", "jax.pmap")
_OF_ARRAYS = ("flax.nnx.vmap", "flax.nnx.pmap", "equinox.filter_vmap", "equinox.filter_pmap")  # not Python's numbers
_QUESTIONS = ("ndim", "shape", "isscalar", "size", "len")


_ONE_KEY = (Dim(),)
_RAW = 2  # numbers of a raw key


class _Axis(Record):
    """``shape``: of the leaf that it is an axis of; ``what``: the leaf, as JAX's messages name it."""

    what: str
    shape: tuple[int | Dim, ...]
    axis: int

    @property
    def size(self) -> int | Dim | None:
        rank = len(self.shape)
        return self.shape[self.axis] if -rank <= self.axis < rank else None

    @property
    def is_one_key(self) -> bool:
        """A typed key has no axis, a raw one an axis of two numbers."""
        return self.shape == _ONE_KEY


def check_mapped(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> None:
    """The arguments of a function under vmap."""
    settings, transform = transformed.kwargs, transformed.transform
    if transform not in _STRICT + _OF_ARRAYS or not arguments.complete:
        return
    if "**" in settings or "static_broadcasted_argnums" in settings:
        return
    count, names = len(arguments.positional), positional_names(transformed.func) or []
    found: list[_Axis] = []
    for position, value in enumerate(arguments.positional):
        axis = in_axis(settings.get("in_axes"), position, count)
        if type(axis) is int and (transform in _STRICT or isinstance(value, (Traced, Array))):
            found += _axes(value, axis, names[position] if position < len(names) else f"argument {position}")
    for name, value in arguments.keywords.items() if transform in _STRICT else ():
        found += _axes(value, 0, name)
    size = constant_int(settings.get("axis_size"))
    whole = f"`{transform.removeprefix('jax.')}` of {titled(transformed.func)}"
    _check(frame, node, whole, found, None if size is None else ("`axis_size`", size))


def check_scanned(frame: Frame, node: _ast.AST, name: str, rows: Value, length: Value | None = None) -> None:
    """What a scan takes one by one."""
    size = constant_int(length)
    given = None if size is None or isinstance(getattr(length, "value", None), bool) else ("`length`", size)
    whole = f"`{name.removeprefix('jax.')}`"
    nothing = isinstance(rows, Const) and rows.value is None
    if nothing and name.endswith("scan") and (length is None or length is rows):
        _note(frame, node, f"{whole} requires `xs` or `length`")
    _check(frame, node, whole, list(_axes(rows, 0, "xs")), given)


def _axes(value: Value, axis: int, what: str) -> Iterator[_Axis]:
    if isinstance(value, Sequence) and value.items is None:
        return  # that there are numbers in it, an annotation says, and not who passes it
    for name, leaf in named_leaves(value, what):
        shape = _shape(leaf, axis)
        if isinstance(shape, tuple):
            yield _Axis(f"`{name}`", shape, axis)


def _shape(leaf: Value, axis: int) -> Shape | None:
    if isinstance(leaf, Array) or (isinstance(leaf, Traced) and leaf.is_immutable):
        if leaf.aval.kind == "k":  # a raw key has an axis more than a typed one, behind those of several keys
            return (leaf.aval.shape or _ONE_KEY) if axis == 0 else None
        return leaf.aval.shape
    if isinstance(leaf, Const) and isinstance(leaf.value, (int, float, complex)) and scalar_aval(leaf) is not None:
        return ()
    return None


def _check(frame: Frame, node: _ast.AST, whole: str, axes: list[_Axis], given: tuple[str, int] | None) -> None:
    one_key = next((one for one in axes if one.is_one_key), None)
    axes = [one for one in axes if not one.is_one_key]
    if one_key is not None and any(isinstance(one.size, int) and one.size != _RAW for one in axes):
        _note(frame, node, f"{whole} maps axis 0 of {one_key.what}, which is a single key")
        return
    for one in axes:
        if one.size is None:
            shape = f"{written_shape(one.shape)}"
            _note(frame, node, f"{whole} maps axis {one.axis} of {one.what}, which has shape {shape}")
            return
    first = axes[0] if axes else None
    for one in axes:
        if given is not None and are_unequal(given[1], one.size):  # type: ignore[arg-type]
            _note(frame, node, f"{whole} got {given[0]} {given[1]}, but a mapped axis has size {_described(one)}")
            return
        if are_unequal(first.size, one.size):  # type: ignore[union-attr, arg-type]
            known = all(isinstance(each.size, int) for each in (first, one))  # type: ignore[union-attr]
            text = "inconsistent sizes: {} and {}" if known else "unequal sizes of {} and {}"
            _note(frame, node, f"{whole} got {text.format(_described(first), _described(one))}")
            return


def _asks_for_axes(function: _ast.AST | None) -> bool:
    """``if x.ndim == 0: return ...``: whether what follows is run is a question of how many axes there are."""
    tests = [one.test for one in walk(function) if isinstance(one, (_ast.If, _ast.IfExp))] if function else []
    words = {getattr(part, "attr", None) or getattr(part, "id", None) for test in tests for part in walk(test)}
    return not words.isdisjoint(_QUESTIONS)


def _described(one: _Axis | None) -> str:
    if one is None:
        return ""
    axis = f"axis {one.axis} of {one.what}"
    return f"{one.size} ({axis})" if isinstance(one.size, int) else axis


def _note(frame: Frame, node: _ast.AST, says: str) -> None:
    if not _asks_for_axes(frame.function):
        report(frame, AxisMismatch, node, UNKNOWN, says=says)
