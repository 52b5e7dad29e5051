"""Which axes can a collective name?  Those of the transforms around it, where the whole way in is known.

It starts at the body of a module, which nothing is around, and goes on through calls and through transforms of which
it is known what they bind.  A mesh does not bind its axes, but for ``shard_map``.  Measured on JAX 0.10.2.
"""

from __future__ import annotations

from jaxlint.knowledge.transforms import BINDING_AXES, BINDING_NONE
from jaxlint.tracing.events.models import is_model
from jaxlint.tracing.events.transforms import UnboundAxis
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.values.joining import leaves
from jaxlint.tracing.values.value import UNKNOWN, Const, Sequence, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Iterable

    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame

_FIRST = ("jax.lax.axis_index", "jax.lax.axis_size")  # of their parameters it is the first


def axes_inside(axes: frozenset[str] | None, transformed: Transformed) -> frozenset[str] | None:
    """``axes``: those around the call of what the transform gave."""
    settings = transformed.kwargs
    if axes is None or "**" in settings or "spmd_axis_name" in settings:
        return None
    if transformed.transform in BINDING_NONE:
        return axes
    if transformed.transform not in BINDING_AXES:
        return None
    name = settings.get("axis_name")
    if name is None or (isinstance(name, Const) and name.value is None):
        return axes
    return axes | {name.value} if isinstance(name, Const) and isinstance(name.value, str) else None


def axes_bound(applied: Iterable[Transformed]) -> set[str]:
    """By any of these: who asks ``if self.is_parallel:`` before a psum asks the same before pmap."""
    names = [one.kwargs.get("axis_name") for one in applied if one.transform in BINDING_AXES]
    return {one.value for one in names if isinstance(one, Const) and isinstance(one.value, str)}


def check_bound(frame: Frame, node: _ast.AST, callee: str, arguments: Arguments) -> None:
    """An axis that a collective names, and no transform around it."""
    bound = frame.context.axes
    if bound is None or not arguments.complete or any(is_model(module) for module, _, _ in frame.context.calls):
        return
    named = arguments.get(0 if callee in _FIRST else 1, "axis_name")
    missing = [name for name in _names(named) if name not in bound]
    if missing and not _has_no_leaf(callee, arguments):
        _note(frame, node, callee, missing[0], bound)


def _note(frame: Frame, node: _ast.AST, callee: str, axis: str, bound: frozenset[str]) -> None:
    report(frame, UnboundAxis, node, UNKNOWN, callee=callee, axis=axis, bound=tuple(sorted(bound)))


def _names(value: Value | None) -> list[str]:
    """Those that are known; a tuple names several axes."""
    parts = value.items or [] if isinstance(value, Sequence) else [value]
    return [one.value for one in parts if isinstance(one, Const) and isinstance(one.value, str)]


def _has_no_leaf(callee: str, arguments: Arguments) -> bool:
    """An empty pytree: nothing is to be summed."""
    tree = arguments.get(0, "x")
    return callee not in _FIRST and tree is not None and not leaves(tree)
