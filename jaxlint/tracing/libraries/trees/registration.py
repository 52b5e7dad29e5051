"""``jax.tree_util.register_*`` called with a class."""

from __future__ import annotations

from jaxlint.tracing.calls.invocation import Arguments
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.objects import records
from jaxlint.tracing.pytrees import flattening
from jaxlint.tracing.pytrees.constructors import check_record, check_unflatten
from jaxlint.tracing.values.hierarchy import class_member
from jaxlint.tracing.values.value import CONSTANT, FIELDS, NONE, UNKNOWN, ClassValue, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.environment import Frame


def register_node(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    cls = arguments.get(0, "nodetype")
    if isinstance(cls, ClassValue):
        place, keyword = (1, "flatten_func") if name.endswith("node") else (1, "flatten_with_keys")
        flattening.register(cls, arguments.get(place, keyword))
        check_unflatten(frame, cls, arguments.get(2, "unflatten_func"))
    return NONE


def register_class(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """Called with a class, or as its decorator; ``records.py`` reads decorators in view."""
    cls = arguments.get(0, "cls")
    if isinstance(cls, ClassValue) and cls.flattened is None:
        flattening.register(cls, class_member(cls, flattening.METHODS[name]) or class_member(cls, "tree_flatten"))
        check_unflatten(frame, cls, class_member(cls, "tree_unflatten"))
    return cls or UNKNOWN


def register_record(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    cls = arguments.get(0, "nodetype")
    if not isinstance(cls, ClassValue) or cls.fields is None:
        return cls or NONE
    given = [arguments.get(1, "data_fields"), arguments.get(2, "meta_fields")]
    named = zip(("data_fields", "meta_fields"), given, strict=True)
    records.register(cls, {keyword: value for keyword, value in named if value is not None})
    cls.layout, cls.built_anew = FIELDS, True
    check_record(frame, node, cls)
    return cls


def register_constant(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    cls = arguments.get(0, "cls")
    if isinstance(cls, ClassValue):
        cls.layout = CONSTANT
    return cls or NONE


FUNCTIONS.update(dict.fromkeys(flattening.METHODS, register_class))
FUNCTIONS["jax.tree_util.register_static"] = register_constant
FUNCTIONS["jax.tree_util.register_pytree_node"] = register_node
FUNCTIONS["jax.tree_util.register_pytree_with_keys"] = register_node
FUNCTIONS["jax.tree_util.register_dataclass"] = register_record
