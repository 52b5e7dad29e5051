"""vmap and its kin: each mapped argument loses an axis."""

from __future__ import annotations

from jaxlint.tracing.applied.lift import lift, map_leaves, surface
from jaxlint.tracing.applied.settings import _entry, in_axis, origin_of, parameter_name
from jaxlint.tracing.calls.invocation import Arguments
from jaxlint.tracing.transforms.application import run_under
from jaxlint.tracing.transforms.handing_back import hand_back
from jaxlint.tracing.transforms.refused.invalid_results import check_result
from jaxlint.tracing.transforms.refused.specifications import check_returned
from jaxlint.tracing.values.aval import AnyShape, Aval, unknown_aval
from jaxlint.tracing.values.holding import rebuilt
from jaxlint.tracing.values.joining import abreast, leaves
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.shapes import with_axis, with_leading, without_leading
from jaxlint.tracing.values.stage import VMAP
from jaxlint.tracing.values.value import (
    UNKNOWN,
    Array,
    Const,
    Container,
    Instance,
    Sequence,
    Traced,
    Transformed,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable

    from jaxlint.tracing.running.environment import Frame


def mapped(value: Value, axis: object, origin: Origin, python: bool = True) -> Value:
    """One row of a mapped argument."""
    if axis is None:
        return value
    if isinstance(axis, (Container, Instance)):
        return _mapped_parts(value, axis, origin, python)
    if axis == "?" and not isinstance(value, (Traced, Instance)):
        return UNKNOWN

    def row(item: Value) -> Value:
        if axis == "?":
            return _of_unknown_shape(lift(item, origin, False, python)) if isinstance(item, Traced) else UNKNOWN
        if isinstance(item, (Traced, Array)):
            aval = without_leading(item.aval) if axis == 0 else Aval(item.aval.kind, unknown_aval().shape)
            key_id = (item.key_id, "mapped") if item.key_id is not None else None
            evidence = item.evidence if isinstance(item, Traced) else None
            source = item.origin if isinstance(item, Traced) else origin
            source = source.with_batched(source.batched | origin.batched)
            return Traced(aval, source, False, False, evidence, key_id)
        return lift(item, origin, False, python)

    return map_leaves(value, row)


def _of_unknown_shape(value: Value) -> Value:
    """It may have lost an axis."""
    if not isinstance(value, Traced):
        return value
    aval = Aval(value.aval.kind, unknown_aval().shape, value.aval.dtype)
    return Traced(aval, value.origin, value.concrete, value.staged, value.evidence, value.key_id)


def _mapped_parts(value: Value, axes: Container | Instance, origin: Origin, python: bool) -> Value:
    """``in_axes=({"w": 0, "n": None},)``: each part by its own entry."""
    if isinstance(value, Container) and isinstance(axes, Container) and value.rows is not None:
        entries = [entry for (entry,) in abreast(value, [axes])]
        rows = zip(value.rows, entries, strict=True)
        return value.like([mapped(item, _entry(entry), origin, python) for item, entry in rows])
    if isinstance(value, Instance) and isinstance(axes, Instance) and value.cls is axes.cls:
        own = axes.attributes
        return rebuilt(value, lambda name, item: mapped(item, _entry(own.get(name, UNKNOWN)), origin, python))
    found = {item.value if isinstance(item, Const) else "?" for item in leaves(axes)}
    return mapped(value, found.pop() if len(found) == 1 else "?", origin, python)


def laid_out(frame: Frame, result: Value, inputs: list[Value], axes: Value | None, python: bool) -> Value:
    """What comes out of the rows, with an axis more where ``out_axes`` says."""
    tuples = [value for value in (result, axes) if isinstance(value, Sequence) and value.type in ("tuple", "list")]
    if len(tuples) == 2 and result is not axes:
        items, entries = tuples[0].items, tuples[1].items
        if items is not None and entries is not None and len(items) == len(entries):
            parts = zip(items, entries, strict=True)
            return Sequence(tuples[0].type, [laid_out(frame, item, inputs, entry, python) for item, entry in parts])
    return surface(frame, result, inputs, _gained(axes), python=python)


def _gained(axes: Value | None) -> Callable[[Aval], Aval]:
    """What becomes of the aval of one row."""
    if axes is None:
        return with_leading
    place = axes.value if isinstance(axes, Const) else "?"
    if isinstance(place, int):
        return lambda aval: with_axis(aval, place)
    return lambda aval: aval if place is None else Aval(aval.kind, AnyShape(), aval.dtype)


def seen_by_devices(frame: Frame, transformed: Transformed, lifted: Arguments, static: set[int]) -> Arguments:
    """The arguments under pmap: one row of what is not ``static``."""
    axes, count = transformed.kwargs.get("in_axes"), len(lifted.positional)

    def row(value: Value, axis: object, name: str) -> Value:
        return mapped(value, axis, origin_of(frame, transformed, name))

    values = [
        value if i in static else row(value, in_axis(axes, i, count), parameter_name(transformed, i))
        for i, value in enumerate(lifted.positional)
    ]
    keywords = {name: row(value, 0, name) for name, value in lifted.keywords.items()}
    return Arguments(values, keywords, list(lifted.nodes), lifted.keyword_nodes, lifted.complete)


def call_vmap(
    frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments, python: bool = True
) -> Value:
    axes = transformed.kwargs.get("in_axes")
    count = len(arguments.positional)
    depth = 0 if frame.context.trace is None else frame.context.trace.depth + 1

    def row(value: Value, axis: object, name: str) -> Value:
        return mapped(value, axis, origin_of(frame, transformed, name).with_batched(frozenset([depth])), python)

    values = [
        row(value, in_axis(axes, i, count), parameter_name(transformed, i))
        for i, value in enumerate(arguments.positional)
    ]
    keywords = {name: row(value, 0, name) for name, value in arguments.keywords.items()}
    moved = Arguments(values, keywords, list(arguments.nodes), arguments.keyword_nodes, arguments.complete)
    result, _ = run_under(frame, node, transformed, moved, VMAP, arguments)
    hand_back(frame, transformed, arguments, moved)
    result = check_result(frame, node, transformed, result)
    if "out_axes" in transformed.kwargs:
        check_returned(frame, node, transformed, result, depth)
    return laid_out(frame, result, arguments.values(), transformed.kwargs.get("out_axes"), python)


def call_filter_vmap(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> Value:
    return call_vmap(frame, node, transformed, arguments, python=False)
