"""import and from-import."""

from __future__ import annotations

import _ast

from jaxlint.tracing.execute import EXECUTORS
from jaxlint.tracing.value import UNKNOWN, Library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.environment import Frame

# Names that JAX itself binds a second time.
_CANONICAL = {
    "jax.numpy.ndarray": "jax.Array",
    "jax.experimental.pjit.pjit": "jax.jit",
    "jax.tree_util.tree_map": "jax.tree.map",
    "jax.tree_map": "jax.tree.map",
    "jax.util": "jax._src.util",
}


def import_statement(frame: Frame, node: _ast.Import) -> bool:
    for alias in node.names:
        dotted = alias.name if alias.asname else alias.name.split(".")[0]
        frame.bind(alias.asname or dotted, Library(dotted))
    return True


def from_import(frame: Frame, node: _ast.ImportFrom) -> bool:
    for alias in node.names:
        if alias.name == "*":
            continue
        if node.level or node.module is None:
            frame.bind(alias.asname or alias.name, UNKNOWN)
        else:
            dotted = f"{node.module}.{alias.name}"
            frame.bind(alias.asname or alias.name, Library(_CANONICAL.get(dotted, dotted)))
    return True


EXECUTORS.update({_ast.Import: import_statement, _ast.ImportFrom: from_import})
