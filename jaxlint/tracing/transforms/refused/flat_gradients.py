"""What grad refuses, as whole numbers have no derivative, and gradients that are zero wherever they are.

Measured on JAX 0.10.2.  Only what is certain counts: under grad alone, what is no tracer has no derivative.
"""

from __future__ import annotations

import _ast

from jaxlint.tracing.applied.signature import positional_names, titled
from jaxlint.tracing.calls.invocation import Arguments, constant_of
from jaxlint.tracing.events.gradients import GradientRefused, ZeroGradient
from jaxlint.tracing.running.reports import report, report_event
from jaxlint.tracing.values.joining import aval_of, named_leaves, scalar_aval
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.stage import GRAD
from jaxlint.tracing.values.value import FALSE, UNKNOWN, Array, Sequence, Traced, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.context import Flattened
    from jaxlint.tracing.running.environment import Frame

_REFUSING = ("jax.grad", "jax.value_and_grad", "jax.jacfwd", "jax.jacrev", "jax.jacobian", "jax.hessian")
_OF_SCALARS = ("jax.grad", "jax.value_and_grad")
_WORDS = {"b": "bool", "i": "int"}


def check_argument(
    frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments, chosen: list[int] | None
) -> None:
    """Whole numbers, unless ``allow_int`` is given."""
    if transformed.transform not in _REFUSING or "**" in transformed.kwargs:
        return
    if constant_of(transformed.kwargs.get("allow_int", FALSE)) is not False:
        return
    names = positional_names(transformed.func) or []
    for position in chosen or []:
        name = names[position] if position < len(names) else f"argument {position}"
        for part, leaf in named_leaves(arguments.get(position) or UNKNOWN, name):
            found = _whole(leaf)
            if found is not None:
                says = f"requires real- or complex-valued inputs, got {found} for `{part}`"
                where = arguments.node(position) or node
                _refuse(frame, where, transformed, f"`{transformed.transform}` {says} of {titled(transformed.func)}")
                return


def _whole(value: Value) -> str | None:
    """``int32``, ``bool``; None of what is a float, or not known for certain."""
    if isinstance(value, (Traced, Array)):
        kind, dtype = value.aval.kind, value.aval.dtype
        sure = value.is_immutable if isinstance(value, Traced) else True
        return (dtype or _WORDS["i"]) if sure and (kind == "i" or (kind == "b" and dtype is not None)) else None
    aval = scalar_aval(value)
    return None if aval is None else _WORDS.get(aval.kind or "")


def _refuse(frame: Frame, node: _ast.AST, transformed: Transformed, says: str) -> None:
    report(frame, GradientRefused, node, UNKNOWN, callee=transformed.transform, says=says)


def check_result(frame: Frame, node: _ast.AST, transformed: Transformed, result: Value, flattened: Flattened) -> None:
    """Of a pair where ``has_aux`` says so, the first; ``flattened``: as the context of the body has it."""
    if transformed.transform not in _OF_SCALARS or "**" in transformed.kwargs:
        return
    auxiliary = constant_of(transformed.kwargs.get("has_aux", FALSE))
    if auxiliary is True:
        pair = isinstance(result, Sequence) and result.items is not None and len(result.items) == 2
        result = result.items[0] if pair else UNKNOWN  # type: ignore[attr-defined]
    elif auxiliary is not False:
        return
    if not isinstance(result, (Traced, Array)):
        return
    found = _whole(result)
    if found is not None:
        says = f"`{transformed.transform}` requires real-valued outputs, got {found} from {titled(transformed.func)}"
        _refuse(frame, node, transformed, says)
    elif isinstance(result, Array) and result.sure and not result.numpy and aval_of(result).kind == "f":
        _check_zero(frame, node, transformed, result, flattened)


def _check_zero(frame: Frame, node: _ast.AST, transformed: Transformed, result: Array, ended: Flattened) -> None:
    if frame.context.stage not in ("eager", GRAD) or not ended or None in ended:
        return
    module, function, place = next(one for one in ended if one is not None)
    text = f"{titled(transformed.func)} is differentiated by `{transformed.transform}`"
    related = (Origin(text, frame.module, node),)
    point = frame.point.at(module, function)
    report_event(frame, ZeroGradient(point, place, result, callee=transformed.transform, related=related))
