"""Which function of a library an expression names."""

from __future__ import annotations

import _ast

from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.values.value import Library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame


def library_name(frame: Frame, node: _ast.AST) -> str:
    """``jax.numpy.where`` for ``jnp.where``; "" of all else than a name, and attributes of one."""
    path = node
    while isinstance(path, _ast.Attribute):
        path = path.value
    if not isinstance(path, _ast.Name) or path.id == "self":
        return ""
    found = evaluate(frame, node)
    return found.name if isinstance(found, Library) else ""
