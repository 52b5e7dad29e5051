"""``jax.tree_util.register_*`` called with a class."""

from __future__ import annotations

from jaxlint.tracing import flattening, records
from jaxlint.tracing.calling import FUNCTIONS
from jaxlint.tracing.invocation import Arguments
from jaxlint.tracing.value import NONE, ClassValue, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.environment import Frame


def register_node(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    cls = arguments.get(0, "nodetype")
    if isinstance(cls, ClassValue):
        place, keyword = (1, "flatten_func") if name.endswith("node") else (1, "flatten_with_keys")
        flattening.register(cls, arguments.get(place, keyword))
        cls.unflatten = arguments.get(2, "unflatten_func")
    return NONE


def register_record(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    cls = arguments.get(0, "nodetype")
    if not isinstance(cls, ClassValue) or cls.fields is None:
        return cls or NONE
    given = [arguments.get(1, "data_fields"), arguments.get(2, "meta_fields")]
    named = zip(("data_fields", "meta_fields"), given, strict=True)
    records.register(cls, {keyword: value for keyword, value in named if value is not None})
    cls.pytree = True
    cls.unflatten = cls
    return cls


FUNCTIONS["jax.tree_util.register_pytree_node"] = register_node
FUNCTIONS["jax.tree_util.register_pytree_with_keys"] = register_node
FUNCTIONS["jax.tree_util.register_dataclass"] = register_record
