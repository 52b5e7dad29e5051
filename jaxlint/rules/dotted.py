"""Names of libraries, as the imports of a file say, where no tracer is at hand."""

from __future__ import annotations

import _ast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module


def dotted(module: Module, node: _ast.AST) -> str:
    """``jax.numpy.sum`` for ``jnp.sum``; "" of what no import at module level gave."""
    names: list[str] = []
    while isinstance(node, _ast.Attribute):
        names.append(node.attr)
        node = node.value
    home = next((full for full, bound in module.imports.items() if bound == getattr(node, "id", None)), None)
    return "" if home is None else ".".join([home, *reversed(names)])
