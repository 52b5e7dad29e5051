"""eval_shape: a function is traced, and only the shapes of what it gives are asked for."""

from __future__ import annotations

from jaxlint.tracing.applied.lift import body_frame, lift, map_leaves, surface
from jaxlint.tracing.applied.signature import positional_names, titled
from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.functions.calling import FUNCTIONS, call_library
from jaxlint.tracing.transforms.bodies import argument_origin
from jaxlint.tracing.transforms.running import run_traced
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.shapes import shape_value
from jaxlint.tracing.values.stage import ABSTRACT
from jaxlint.tracing.values.value import UNKNOWN, Array, Const, Static, Traced, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.environment import Frame


def eval_shape(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """Nothing is computed in it: keys are not consumed, and no number is drawn."""
    if not arguments.positional or not arguments.complete:
        return UNKNOWN
    inside = frame.context.but(is_computed=False)
    return frame.probe(lambda: frame.inside(inside, lambda: _eval_shape(frame, node, name, arguments)))


def _eval_shape(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """Equinox's leaves what is no array as it is, and traces the arrays of an object or of a method's."""
    function, given = arguments.positional[0], arguments.after(1)
    if name == "jax.eval_shape" and isinstance(function, Transformed) and function.transform == "jax.jit":
        # What is `jax.jit(f).eval_shape(...)` as well: what is static there stays static.
        return _described(frame, node, call_value(frame, node, function, given))
    order = positional_names(function) or []
    arrays_alone = name.startswith("equinox.")

    def one(value: Value, position: int) -> Value:
        return lift(value, argument_origin(frame, node, function, name, position), False, not arrays_alone)

    positional = [one(value, position) for position, value in enumerate(given.positional)]
    keywords = {
        key: one(value, order.index(key) if key in order else len(order)) for key, value in given.keywords.items()
    }
    staging = Origin(f"{titled(function)} is traced by `{name}`", frame.module, node, None, frame.level_inside)
    lifted = Arguments(positional, keywords, given.nodes, given.keyword_nodes)
    if not arrays_alone:
        inner = body_frame(frame, ABSTRACT, staging)
        return _described(frame, node, run_traced(inner, node, function, lifted, given.values()))
    result = call_value(body_frame(frame, ABSTRACT, staging), node, lift(function, staging, False, False), lifted)
    return surface(frame, result, given.values(), arrays_alone=False, python=False)


def _described(frame: Frame, node: _ast.AST, result: Value) -> Value:
    """The same tree, each array of it a ``jax.ShapeDtypeStruct``."""

    def leaf(item: Value) -> Value:
        if not isinstance(item, (Traced, Array)) or (isinstance(item, Traced) and not item.is_array):
            return item if isinstance(item, Const) and item.value is None else UNKNOWN
        told = Arguments([shape_value(item.aval.shape), Static("dtype", Array(item.aval))])
        return call_library(frame, node, "jax.ShapeDtypeStruct", told)

    return map_leaves(result, leaf)


FUNCTIONS["jax.eval_shape"] = FUNCTIONS["equinox.filter_eval_shape"] = eval_shape
