"""Does a function that ``jax.grad`` differentiates give one scalar?

Measured on JAX 0.10.2: an array with axes, be it of size 1, a tuple, list or dict, and None are refused; ``has_aux``
asks for a pair.  What is not known for certain says nothing.
"""

from __future__ import annotations

import _ast

from jaxlint.tracing.applied.signature import titled
from jaxlint.tracing.calls.invocation import constant_of
from jaxlint.tracing.events.gradients import NoScalar
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.transforms.refused.structures import returned_by
from jaxlint.tracing.values.aval import written_shape
from jaxlint.tracing.values.hierarchy import is_stub
from jaxlint.tracing.values.value import (
    FALSE,
    UNKNOWN,
    Array,
    BoundMethod,
    Const,
    Function,
    Mapping,
    Partial,
    Sequence,
    Traced,
    Transformed,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame

_GRADIENTS = frozenset(
    """jax.grad jax.value_and_grad equinox.filter_grad equinox.filter_value_and_grad flax.nnx.grad
    flax.nnx.value_and_grad""".split()
)


def check_scalar(frame: Frame, node: _ast.AST, transformed: Transformed, result: Value) -> bool:
    """``result``: what the function gives.  True where JAX surely refuses it: the call gives nothing."""
    settings = transformed.kwargs
    if transformed.transform not in _GRADIENTS or "**" in settings:
        return False
    auxiliary = constant_of(settings.get("has_aux", FALSE))
    function = titled(transformed.func)
    if auxiliary is True:
        says = _no_pair(function, result) or _no_scalar(transformed, f"the first output of {function}", _first(result))
    elif auxiliary is False:
        says = _no_scalar(transformed, f"{function}", result)
    else:
        return False
    related = returned_by(transformed.func, node)
    return says is not None and report(frame, NoScalar, node, UNKNOWN, says=says, related=related)


def _no_pair(function: str, result: Value) -> str | None:
    found = None
    if isinstance(result, Sequence) and result.items is not None and len(result.items) != 2:
        found = f"a {result.type} of {len(result.items)}"
    elif isinstance(result, (Traced, Array)) and _is_surely_array(result):
        found = "an array"
    return None if found is None else f"`has_aux=True` requires a two-element tuple, got {found} from {function}"


def _is_surely_array(result: Traced | Array) -> bool:
    """No tree of them, as what comes of code that is not in view may be."""
    return result.sure if isinstance(result, Array) else result.is_immutable


def _first(result: Value) -> Value:
    pair = isinstance(result, Sequence) and result.items is not None and len(result.items) == 2
    return result.items[0] if pair else UNKNOWN  # type: ignore[attr-defined]


def _no_scalar(transformed: Transformed, what: str, result: Value) -> str | None:
    start = f"`{transformed.transform}` requires a scalar output, got "
    if isinstance(result, (Traced, Array)):
        shape = result.aval.shape
        if _is_surely_array(result) and isinstance(shape, tuple) and shape and result.aval.kind in ("f", "c"):
            return f"{start}shape {written_shape(shape)} from {what}"
    elif isinstance(result, Sequence) and result.items is not None:
        hint = (
            "; `has_aux=True` makes the second auxiliary" if len(result.items) == 2 and result.type == "tuple" else ""
        )
        return f"{start}a {result.type} of {len(result.items)} from {what}{hint}"
    elif isinstance(result, Mapping) and result.items is not None:
        return f"{start}a dict from {what}"
    elif isinstance(result, Const) and result.value is None and _has_code(transformed.func):
        return f"{start}None from {what}"
    return None


def _has_code(function: Value) -> bool:
    """Its body is there, and says what it does: another may stand for it where not."""
    while isinstance(function, (BoundMethod, Partial, Transformed)):
        function = function.func
    return type(function) is Function and not is_stub(function)
