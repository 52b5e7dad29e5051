"""What a traced function gives must be arrays, or pytrees of them: JAX refuses all else.

Measured on JAX 0.10.2: of a function under jit, vmap, checkpoint, and of each body and branch. An auxiliary output of
``grad``, the only branch of a ``switch``, and what Equinox's own transforms give may be anything.
"""

from __future__ import annotations

from jaxlint.tracing.applied.signature import name_of
from jaxlint.tracing.events.transforms import InvalidResult
from jaxlint.tracing.operations.jax_types import invalid_part
from jaxlint.tracing.running.reports import report_event
from jaxlint.tracing.transforms.refused.structures import returned_by
from jaxlint.tracing.values.value import UNKNOWN, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.environment import Frame

_TRANSFORMS = frozenset(
    """jax.jit jax.pmap jax.vmap jax.make_jaxpr jax.checkpoint jax.remat jax.ad_checkpoint.checkpoint flax.nnx.jit
    flax.nnx.remat flax.nnx.vmap""".split()
)


def check_result(frame: Frame, node: _ast.AST, transformed: Transformed, result: Value) -> Value:
    """What comes out of a function under a transform; UNKNOWN where JAX refuses it."""
    if transformed.transform not in _TRANSFORMS or "**" in transformed.kwargs:
        return result
    return check_given(frame, node, transformed.transform, transformed.func, result)


def check_given(frame: Frame, node: _ast.AST, by: str, function: Value, result: Value) -> Value:
    """The same of the body of a loop, or of a branch."""
    if frame.context.is_plain(by):
        return result
    part = invalid_part(frame.interpreter, result)
    if part is None:
        return result
    related = returned_by(function, node)
    event = InvalidResult(frame.point, node, UNKNOWN, by=by, callee=name_of(function), part=part, related=related)
    report_event(frame, event)
    return UNKNOWN
