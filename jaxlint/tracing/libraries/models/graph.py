"""Objects taken apart into structure and state, and put together again (flax.nnx)."""

from __future__ import annotations

from jaxlint.tracing.applied.lift import map_leaves
from jaxlint.tracing.calls.invocation import Arguments
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.values.aval import unknown_aval
from jaxlint.tracing.values.heap import Heap
from jaxlint.tracing.values.holding import is_data
from jaxlint.tracing.values.value import (
    NONE,
    UNKNOWN,
    Array,
    Const,
    Container,
    Instance,
    Reference,
    Sequence,
    Traced,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.environment import Frame

_WORD = "jaxlint.knowledge.models."


def merged(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``merged(structure, states)``: an object as the first; its arrays come from the states."""
    structure, states = arguments.get(0) or UNKNOWN, arguments.get(1)
    found = states.items if isinstance(states, Sequence) and states.items is not None else []
    known = [state for state in found if isinstance(state, Instance)]
    if known:
        return _copied(known[0])
    tracer = next((state for state in found if isinstance(state, Traced)), None)
    return _with_arrays_of(structure, tracer) if isinstance(structure, Instance) else UNKNOWN


def _with_arrays_of(structure: Value, tracer: Traced | None) -> Value:
    """Where all that is known of the state is that tracers are in it, so is every array of the object one."""

    def leaf(item: Value) -> Value:
        if not isinstance(item, (Traced, Array)):
            return item
        return UNKNOWN if tracer is None else Traced(unknown_aval(item.aval.kind), tracer.origin, tracer.concrete)

    return map_leaves(structure, leaf)


def _copied(value: Value) -> Value:
    return map_leaves(value, lambda item: item)


def copied(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    tree = arguments.get(0) or UNKNOWN
    if isinstance(tree, Instance) and not tree.cls.pytree:
        return tree.again(dict(tree.attributes), None, frame.condition.branches)
    return _copied(tree) if isinstance(tree, (Instance, Container)) else tree


def updated(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``updated(object, state)``: its arrays are now those of the state."""
    target, state = arguments.get(0), arguments.get(1) or UNKNOWN
    if isinstance(target, Instance):
        _update(target, state, 6)
    return NONE


def _update(target: Instance, state: Value, depth: int) -> None:
    Heap.write(target)
    for name, item in target.attributes.items():
        if not is_data(target, name, item):
            continue
        new = state.attributes.get(name, UNKNOWN) if isinstance(state, Instance) else state
        if isinstance(item, Reference):
            Heap.write(item)
            item.content = new.content if isinstance(new, Reference) else _with_state(item.content, new)
        elif isinstance(item, Instance) and depth > 0:
            _update(item, new, depth - 1)
        else:
            target.attributes[name] = _with_state(item, new)


def _with_state(item: Value, state: Value) -> Value:
    return _with_arrays_of(item, state) if isinstance(state, Traced) else state


def forget(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``forget(object, names)``: attributes of these names, its own and those of what it holds, may have changed."""
    target, names = arguments.get(0), arguments.get(1)
    given = names.items if isinstance(names, Sequence) and names.items is not None else []
    if isinstance(target, Instance):
        _forget(target, {name.value for name in given if isinstance(name, Const)}, 4)
    return NONE


def _forget(target: Instance, names: set[object], depth: int) -> None:
    Heap.write(target)
    for name, item in target.attributes.items():
        if name in names:
            target.attributes[name] = UNKNOWN
        held = item.items if isinstance(item, Sequence) and item.items is not None else [item]
        for below in held:
            if isinstance(below, Instance) and depth > 0:
                _forget(below, names, depth - 1)


for _name, _handler in {"merged": merged, "copied": copied, "updated": updated, "forget": forget}.items():
    FUNCTIONS[_WORD + _name] = _handler
FUNCTIONS["copy.copy"] = FUNCTIONS["copy.deepcopy"] = copied
