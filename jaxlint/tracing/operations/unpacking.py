"""``a, b = x``: are there as many rows as names?"""

from __future__ import annotations

import _ast

from jaxlint.dataflow.reads import place_of
from jaxlint.tracing.events.shapes import WrongUnpacking
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.values.value import UNKNOWN, Array, Library, Sequence, Traced, Transformed, Value

TYPE_CHECKING = False
_GIVING = ("jax.numpy.", "jax.lax.scan", "jax.lax.top_k", "jax.value_and_grad", "jax.vjp", "jax.jvp", "jax.linearize")

if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.tracing.running.environment import Frame


def check_unpacking(frame: Frame, node: _ast.AST, value: Traced | Array, count: int, star: int | None) -> None:
    """``count``: how many names; ``star``: which of them takes what is left."""
    shape = value.aval.shape
    if not isinstance(shape, tuple) or not _is_sure(value):
        return
    rows = shape[0] if shape and isinstance(shape[0], int) else None
    if shape and (rows is None or (rows == count if star is None else rows >= count - 1)):
        return
    report(frame, WrongUnpacking, node, value, count=rows, wanted=named(count, star))


def named(count: int, star: int | None) -> str:
    """What the names ask for."""
    return f"{count} names" if star is None else f"at least {count - 1} names"


def check_results(frame: Frame, node: _ast.AST, found: int, wanted: str) -> None:
    """``q, r, s = jnp.linalg.qr(x)``: JAX's function returns so many, each time."""
    assigned = frame.module.parents.get(node)
    call = assigned.value if isinstance(assigned, _ast.Assign) and node in assigned.targets else None
    if not isinstance(call, _ast.Call):
        return
    called = call.func.func if isinstance(call.func, _ast.Call) else call.func  # ``jax.value_and_grad(f)(x)``
    function = evaluate(frame, called) if place_of(called) is not None else UNKNOWN
    if isinstance(function, Transformed):
        function = Library(function.transform)
    if isinstance(function, Library) and function.name.startswith(_GIVING):
        report(frame, WrongUnpacking, call, UNKNOWN, count=found, wanted=wanted)


def check_axes(frame: Frame, node: _ast.AST, sizes: Value, wanted: str, fits: Callable[[int], bool]) -> None:
    """``a, b = x.shape``, ``x.shape[2]``: are there as many axes?  ``node``: what gives the sizes."""
    if not isinstance(node, _ast.Attribute) or node.attr != "shape":
        return
    if not isinstance(sizes, Sequence) or sizes.items is None or fits(len(sizes.items)):
        return
    array = evaluate(frame, node.value)
    if isinstance(array, (Traced, Array)) and _is_sure(array):
        report(frame, WrongUnpacking, node, array, count=len(sizes.items), wanted=wanted)


def _is_sure(value: Traced | Array) -> bool:
    """That it is an array of this shape, is known of where it comes from, and not of how it is used."""
    if value.aval.dtype is None and value.aval.kind != "k":
        return False
    return (value.sure and not value.numpy) if isinstance(value, Array) else value.evidence is None
