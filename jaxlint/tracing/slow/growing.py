"""Arrays that are built element by element: each step copies all that is there."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.repeats import count_of, grown_by
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.events.effects import GROWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.slow.found import Found

_FEW = 8  # iterations
_JOINS = frozenset("concatenate concat append vstack hstack".split())
_EMPTY = frozenset("array zeros empty ones".split())
_WRITES = frozenset(["set", "add"])


def grown(module: Module, loop: _ast.For | _ast.While, traced: set[_ast.AST]) -> list[Found]:
    """By ``x = x.at[i].set(v)``, ``i`` being the loop's, or ``x = concatenate([x, y])`` of what was empty."""
    count = count_of(loop)
    if (count is not None and count <= _FEW) or module.function_of(loop) in traced:
        return []
    names = walk(loop.target) if isinstance(loop, _ast.For) else []
    counters = {one.id for one in names if isinstance(one, _ast.Name)}
    found: list[Found] = []
    for statement in loop.body:
        if not isinstance(statement, _ast.Assign) or not isinstance(statement.targets[0], _ast.Name):
            continue
        name, value = statement.targets[0].id, statement.value
        joined = grown_by(loop, name) is value and _is_joined(module, value) and _begins_empty(module, loop, name)
        if joined or _is_written(value, name, counters):
            found.append((value, GROWN, loop, count))
    return found


def _is_written(value: _ast.AST, name: str, counters: set[str]) -> bool:
    """``name.at[i].set(...)``"""
    if not isinstance(value, _ast.Call) or getattr(value.func, "attr", "") not in _WRITES:
        return False
    item = value.func.value  # type: ignore[attr-defined]
    if not isinstance(item, _ast.Subscript) or getattr(item.value, "attr", "") != "at":
        return False
    indices = item.slice.elts if isinstance(item.slice, _ast.Tuple) else [item.slice]
    places = {getattr(index, "id", "") for index in indices}
    return getattr(item.value.value, "id", "") == name and not places.isdisjoint(counters)  # type: ignore[attr-defined]


def _is_joined(module: Module, value: _ast.AST) -> bool:
    """A function of jax.numpy's."""
    if not isinstance(value, _ast.Call) or getattr(value.func, "attr", "") not in _JOINS:
        return False
    return getattr(value.func.value, "id", "") == module.imports.get("jax.numpy")  # type: ignore[attr-defined]


def _begins_empty(module: Module, loop: _ast.AST, name: str) -> bool:
    """``xs = jnp.array([])``, ``jnp.zeros((0, 3))`` before the loop."""
    above = module.parents.get(loop)
    blocks = [getattr(above, part, None) for part in ("body", "orelse")]
    block = next((one for one in blocks if type(one) is list), [])
    before = block[: block.index(loop)] if loop in block else []
    for statement in reversed(before):
        target = statement.targets[0] if isinstance(statement, _ast.Assign) else None
        if getattr(target, "id", None) == name:
            return _is_empty(statement.value)
    return False


def _is_empty(value: _ast.AST) -> bool:
    if not isinstance(value, _ast.Call) or getattr(value.func, "attr", "") not in _EMPTY or not value.args:
        return False
    first = value.args[0]
    if value.func.attr == "array":  # type: ignore[attr-defined]
        return isinstance(first, _ast.List) and not first.elts
    sizes = first.elts if isinstance(first, _ast.Tuple) else [first]
    return any(isinstance(one, _ast.Constant) and one.value == 0 for one in sizes)
