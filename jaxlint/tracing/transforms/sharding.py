"""shard_map: each device's part of the arguments; what no spec speaks of stays what it is."""

from __future__ import annotations

from jaxlint.tracing.applied.lift import lift, map_leaves, surface
from jaxlint.tracing.applied.settings import origin_of, parameter_name
from jaxlint.tracing.calls.invocation import Arguments
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.transforms.application import run_under
from jaxlint.tracing.values.aval import Aval, unknown_aval
from jaxlint.tracing.values.joining import pairs
from jaxlint.tracing.values.stage import ABSTRACT, VMAP
from jaxlint.tracing.values.value import UNKNOWN, Const, Container, Sequence, Static, Traced, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.values.origin import Origin


SPEC = Static("object", "spec")  # of an array; which of its axes are cut makes no difference here
WHOLE = Static("object", "whole")  # of one that each device has as it is


def call_sharded(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> Value:
    """Outside of jit, what is not sharded keeps its number, as under vmap alone."""
    specs, staged = transformed.kwargs.get("in_specs"), frame.context.stage == ABSTRACT
    values = []
    for position, value in enumerate(arguments.positional):
        origin = origin_of(frame, transformed, parameter_name(transformed, position))
        spec = _spec(specs, position)
        values.append(_part(value, spec, origin) if staged or spec is SPEC else UNKNOWN)
    given = Arguments(values, nodes=arguments.nodes, complete=arguments.complete)
    result, _ = run_under(frame, node, transformed, given, frame.context.stage if staged else VMAP)
    return surface(frame, result, arguments.values(), lambda aval: unknown_aval(aval.kind))


def _spec(specs: Value | None, position: int) -> Value:
    """What ``in_specs`` says of one argument; without any, JAX infers them, and a single one is for all."""
    if specs is None:
        return WHOLE
    if not isinstance(specs, Sequence):
        return specs
    known = specs.items is not None and position < len(specs.items)
    return specs.items[position] if known else UNKNOWN


def _part(value: Value, spec: Value, origin: Origin) -> Value:
    """``None`` for a spec: the value is no part of what is sharded."""
    if isinstance(spec, Const):
        return value
    if isinstance(spec, Container) and isinstance(value, Container):
        both = pairs(value, spec)
        return UNKNOWN if both is None else value.like([_part(item, one, origin) for _, item, one in both])
    if spec not in (SPEC, WHOLE):
        return value if isinstance(value, Traced) else UNKNOWN

    def leaf(item: Value) -> Value:
        item = lift(item, origin)
        if not isinstance(item, Traced):
            return item
        aval = Aval(item.aval.kind, unknown_aval().shape, item.aval.dtype)
        return Traced(aval, item.origin, False, False, item.evidence, item.key_id)

    return map_leaves(value, leaf)


def partition_spec(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``PartitionSpec("x", None)``: whether an array is cut, no matter how."""
    nothing = all(isinstance(one, Const) and one.value is None for one in arguments.positional)
    return WHOLE if nothing and arguments.complete else SPEC


for _home in ("jax", "jax.sharding", "jax.experimental", "jax.experimental.pjit", "jax.interpreters.pxla"):
    FUNCTIONS[_home + (".P" if _home == "jax" else ".PartitionSpec")] = partition_spec
