"""vmap and its kin: each mapped argument loses an axis."""

from __future__ import annotations

from jaxlint.tracing.aval import Aval, unknown_aval
from jaxlint.tracing.context import ABSTRACT, VMAP
from jaxlint.tracing.invocation import Arguments
from jaxlint.tracing.joining import leaves
from jaxlint.tracing.origin import Origin
from jaxlint.tracing.shapes import with_leading, without_leading
from jaxlint.tracing.transforms.application import origin_of, parameter_name, run_under
from jaxlint.tracing.transforms.handing_back import hand_back
from jaxlint.tracing.transforms.lift import lift, map_leaves, surface
from jaxlint.tracing.value import (
    UNKNOWN,
    Array,
    Const,
    Instance,
    Mapping,
    Sequence,
    Traced,
    Transformed,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.environment import Frame


def in_axis(axes: Value | None, position: int, count: int) -> object:
    """The in_axes entry of one argument: an int, None (not mapped), or "?"."""
    if axes is None:
        return 0
    if isinstance(axes, Const):
        return axes.value
    if isinstance(axes, Sequence) and axes.items is not None and position < len(axes.items):
        return _of_entry(axes.items[position])
    return _of_entry(axes) if isinstance(axes, (Mapping, Instance)) else "?"


def _of_entry(entry: Value) -> object:
    """The axis of all leaves below one entry: the same for each, or not known."""
    if isinstance(entry, Const):
        return entry.value
    if isinstance(entry, Instance) and isinstance(entry.attributes.get("axes"), Mapping):
        entry = entry.attributes["axes"]
    if isinstance(entry, (Sequence, Mapping)):
        found = {item.value if isinstance(item, Const) else "?" for item in leaves(entry)}
        return found.pop() if len(found) == 1 else "?"
    return "?"


def mapped(value: Value, axis: object, origin: Origin, python: bool = True) -> Value:
    """One row of a mapped argument."""
    if axis is None:
        return value
    if axis == "?" and not isinstance(value, (Traced, Instance)):
        return UNKNOWN

    def row(item: Value) -> Value:
        if axis == "?":
            return lift(item, origin, False, python) if isinstance(item, Traced) else UNKNOWN
        if isinstance(item, (Traced, Array)):
            aval = without_leading(item.aval) if axis == 0 else Aval(item.aval.kind, unknown_aval().shape)
            key_id = (item.key_id, "mapped") if item.key_id is not None else None
            evidence = item.evidence if isinstance(item, Traced) else None
            source = item.origin if isinstance(item, Traced) else origin
            return Traced(aval, source, False, False, evidence, key_id)
        return lift(item, origin, False, python)

    return map_leaves(value, row)


def _mapped_as(value: Value, axes: Value | None, origin: Origin, python: bool) -> Value:
    """One row of an argument whose axes are a tree, or the axis of all of it."""
    if isinstance(axes, Sequence) and isinstance(value, Sequence):
        rows, entries = value.items, axes.items
        if rows is not None and entries is not None and len(rows) == len(entries):
            items = [_mapped_as(row, entry, origin, python) for row, entry in zip(rows, entries, strict=True)]
            return Sequence(value.type, items)
    if isinstance(axes, Mapping) and isinstance(value, Mapping):
        named, theirs = value.items, axes.items
        if named is not None and theirs is not None and named.keys() == theirs.keys():
            return Mapping({name: _mapped_as(item, theirs[name], origin, python) for name, item in named.items()})
    return mapped(value, 0 if axes is None else _of_entry(axes), origin, python)


def _entry(axes: Value | None, position: int) -> Value | None:
    """What ``in_axes`` says of one argument."""
    if not isinstance(axes, Sequence):
        return axes
    return axes.items[position] if axes.items is not None and position < len(axes.items) else UNKNOWN


def call_vmap(
    frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments, python: bool = True
) -> Value:
    axes = transformed.kwargs.get("in_axes")
    values = [
        _mapped_as(value, _entry(axes, i), origin_of(transformed, parameter_name(transformed, i)), python)
        for i, value in enumerate(arguments.positional)
    ]
    keywords = {
        name: mapped(value, 0, origin_of(transformed, name), python) for name, value in arguments.keywords.items()
    }
    moved = Arguments(values, keywords, list(arguments.nodes), arguments.keyword_nodes, arguments.complete)
    result, _ = run_under(frame, node, transformed, moved, VMAP)
    hand_back(frame, transformed, arguments, moved)
    return surface(frame, result, arguments.values(), with_leading, python=python)


def call_filter_vmap(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> Value:
    return call_vmap(frame, node, transformed, arguments, python=False)


def call_vectorized(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> Value:
    """jnp.vectorize maps over arrays; what is not known to be one may be a scalar, and then nothing is traced."""
    values = arguments.positional
    if frame.context != ABSTRACT and not any(
        isinstance(value, (Traced, Array)) and value.aval.rank for value in values
    ):
        return UNKNOWN
    origins = [origin_of(transformed, parameter_name(transformed, i)) for i in range(len(values))]
    lifted = [mapped(value, 1, origin) for value, origin in zip(values, origins, strict=True)]
    result, _ = run_under(frame, node, transformed, Arguments(lifted, complete=arguments.complete), VMAP)
    return surface(frame, result, values, lambda aval: unknown_aval(aval.kind))
