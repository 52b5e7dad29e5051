"""JAX's functions that take a pytree and give one of the same structure: collectives, barriers, shardings."""

from __future__ import annotations

from jaxlint.knowledge.api import lookup
from jaxlint.tracing.applied.lift import map_leaves
from jaxlint.tracing.calls.invocation import Arguments
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.libraries.numerical.jax_functions import known_call
from jaxlint.tracing.operations.arrays import operation, unbatched
from jaxlint.tracing.transforms.refused.axis_names import check_bound
from jaxlint.tracing.values.argument_evidence import Evidence
from jaxlint.tracing.values.aval import unknown_aval
from jaxlint.tracing.values.stage import ABSTRACT
from jaxlint.tracing.values.value import UNKNOWN, Array, Const, Static, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.environment import Frame

_SAME_SHAPES = "pmax pmean pmin ppermute pshuffle psum pvary pcast optimization_barrier with_sharding_constraint"
_OTHER_SHAPES = "all_gather all_to_all psum_scatter pswapaxes"


def leaf_by_leaf(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """Of what is no array for certain, nothing is proved."""
    check_bound(frame, node, name, arguments)
    tree = arguments.get(0, "x") or UNKNOWN
    if name == "jax.lax.psum" and isinstance(tree, (Const, Static)):
        return Static("int")  # ``psum(1, axis)``: the size of the axis
    record = lookup(name)
    if record is not None and (
        isinstance(tree, (Array, Const, Static)) or (isinstance(tree, Traced) and tree.is_array)
    ):
        return unbatched(known_call(frame, node, record, arguments, None))
    keeps_shapes = name.rpartition(".")[2] in _SAME_SHAPES.split()

    def leaf(item: Value) -> Value:
        if item is UNKNOWN and frame.context.stage == ABSTRACT and frame.context.staging is not None:
            return Traced(unknown_aval(), frame.context.staging, False, False, Evidence())
        if not isinstance(item, (Traced, Array)):
            return item
        aval = item.aval if keeps_shapes else unknown_aval(item.aval.kind)
        result = operation(frame, node, [item], aval)
        if isinstance(result, Traced) and isinstance(item, Traced):
            result.evidence = item.evidence
        return unbatched(result)

    return map_leaves(tree, leaf)


def axis_index(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    check_bound(frame, node, name, arguments)
    record = lookup(name)
    return UNKNOWN if record is None else known_call(frame, node, record, arguments, None)


FUNCTIONS["jax.lax.axis_index"] = axis_index
for _name in (*_SAME_SHAPES.split(), *_OTHER_SHAPES.split()):
    FUNCTIONS["jax.lax." + _name] = leaf_by_leaf
