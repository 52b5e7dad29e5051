"""Functions that give a tree like an argument: which ones is measured on the libraries (knowledge/libraries/trees.py).

A structure by itself, as ``jax.tree.structure`` and ``ravel_pytree`` keep it, is a tree of arrays that nobody has seen
yet: of those that were there it has the shapes and dtypes alone, so that no tracer is kept in it.
"""

from __future__ import annotations

from jaxlint.knowledge.libraries.trees import ARRAYS, BLURRED, LIKE, SAME, SHAPES, Argument
from jaxlint.tracing.applied.lift import map_leaves, traced_tree
from jaxlint.tracing.calls.invocation import Arguments
from jaxlint.tracing.events.models import is_model
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.keys.uses import hand_over
from jaxlint.tracing.operations.arrays import flat, operation, unbatched
from jaxlint.tracing.operations.jax_types import described
from jaxlint.tracing.values.aval import Aval, unknown_aval
from jaxlint.tracing.values.joining import scalar_aval, traced_among
from jaxlint.tracing.values.stage import ABSTRACT
from jaxlint.tracing.values.value import UNKNOWN, Array, Const, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable

    from jaxlint.tracing.running.environment import Frame


def same_tree(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """The structure of the first argument with other numbers: what ``like`` means in a model, jax.lax.stop_gradient."""
    operands = arguments.values()

    def leaf(item: Value) -> Value:
        if isinstance(item, (Traced, Array)):
            result = _computed(frame, node, item, [item, *operands[1:]], item.aval)
            if name == "jax.lax.stop_gradient":
                frame.context.lose_derivatives()
                return flat(result)
            return result
        number = scalar_aval(item)  # of Python; those who model a library mean its arrays
        staged = frame.context.stage == ABSTRACT and not is_model(frame.module)
        return operation(frame, node, [], number) if staged and number is not None else item

    return map_leaves(arguments.get(0) or UNKNOWN, leaf)


def _computed(frame: Frame, node: _ast.AST, item: Traced | Array, operands: list[Value], aval: Aval) -> Value:
    result = operation(frame, node, operands, aval)
    if isinstance(item, Traced) and isinstance(result, Traced):
        result.evidence = item.evidence  # where that is a tree itself, so is this
    return result


def like_argument(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """What a function of the table gives."""
    kind, trees, changing = LIKE[name]
    hand_over(frame, node, [] if kind == SAME else arguments.values())
    given = [one for one in (arguments.get(*place) for place in trees) if one is not None]
    others = [one for one in arguments.values() if one not in given]
    tree = next((one for one in given if one is not UNKNOWN), UNKNOWN)
    if any(_is_given(arguments, trees, *one) for one in changing):
        kind = BLURRED
    return map_leaves(tree, _leaf(frame, node, kind, given, others))


def _is_given(arguments: Arguments, trees: tuple[Argument, ...], place: int, name: str) -> bool:
    """Also any keyword, where "" stands for all that have no name in the table."""
    return arguments.get(place, name) is not None if name else bool(arguments.keywords.keys() - dict(trees).values())


def _leaf(frame: Frame, node: _ast.AST, kind: str, given: list[Value], others: list[Value]) -> Callable[[Value], Value]:
    """What becomes of one leaf.  Of Python's numbers it is not known here whether they become arrays."""
    shapes_alone = kind == SHAPES and frame.context.stage != ABSTRACT

    def leaf(item: Value) -> Value:
        if kind == SAME or (isinstance(item, Const) and item.value is None):
            return item
        if not isinstance(item, (Traced, Array)):
            operands = [*given, *others]
            traced = next(iter(traced_among(operands)), None)
            return UNKNOWN if traced is None else traced_tree(traced.origin)
        aval = {ARRAYS: Aval(None, item.aval.shape), BLURRED: unknown_aval()}.get(kind, item.aval)
        operands = others if shapes_alone else [item, *(one for one in given[1:] if one is not UNKNOWN), *others]
        result = _computed(frame, node, item, operands, aval)
        return unbatched(result) if kind == SHAPES else result

    return leaf


def structure_of(tree: Value) -> Value:
    """Each leaf an array of its own, by which its place is known; a part that may be a tree itself is not known."""

    def leaf(item: Value) -> Value:
        if item is UNKNOWN or (isinstance(item, Const) and item.value is None):
            return item
        if isinstance(item, Traced) and not item.is_array:
            return UNKNOWN
        return Array(described(item) or scalar_aval(item) or unknown_aval())

    return map_leaves(tree, leaf)


def shaped(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    return structure_of(arguments.get(0) or UNKNOWN)


for _name in LIKE:
    FUNCTIONS.setdefault(_name, like_argument)
FUNCTIONS["jax.lax.stop_gradient"] = same_tree
FUNCTIONS["jax.flatten_util.unravel"] = same_tree
