"""Which arguments of a call are donated, and whether JAX deletes them: it does where a result takes their memory.

https://docs.jax.dev/en/latest/buffer_donation.html; measured on JAX 0.10.2, equinox 0.13 and flax 0.12: what the
function does not use is kept, and so is what no result has the size for; NumPy's arrays are copied first.
"""

from __future__ import annotations

import _ast

from jaxlint.dataflow.reads import place_of
from jaxlint.knowledge.libraries.array_classes import OF_DELETED
from jaxlint.knowledge.transforms import GIVES_JAXPR, HANDS_BACK
from jaxlint.record import Record
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.applied.lift import map_leaves
from jaxlint.tracing.applied.signature import names, numbers, positional_names
from jaxlint.tracing.calls.invocation import constant_of
from jaxlint.tracing.values.aval import same_shape
from jaxlint.tracing.values.value import UNKNOWN, Array, Const, Function, Partial, Static, Traced, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.values.aval import Aval

CERTAIN, PERHAPS, KEPT = "deleted", "perhaps deleted", "kept"  # what becomes of a donated argument

_OF_EQUINOX = {"all": 0, "warn": 0, "all-except-first": 1, "warn-except-first": 1}
_BITS = {"b": "8", "i": "32", "f": "32", "c": "64"}
_MAPPING = ("map", "tree_map")


class Donated(Record):
    """One argument: ``where`` it stands in the call, ``name`` its parameter, and what becomes of it."""

    where: _ast.AST
    value: Value
    fate: str
    name: str | None


def donated(transformed: Transformed, arguments: Arguments, result: Value) -> list[Donated]:
    """The arguments of the call that are deleted by it, or may be."""
    if transformed.transform in GIVES_JAXPR or "**" in transformed.kwargs or not arguments.complete:
        return []
    chosen = _chosen(transformed, arguments)
    outputs = _arrays([result])
    taken = _arrays([value for _, value, _ in chosen])
    found = []
    for where, value, name in chosen:
        fate = _fate(transformed, value, outputs, taken)
        if fate != KEPT and where is not None and (name is None or is_used(transformed, name)):
            found.append(Donated(where, value, fate, name))
    return found


def _chosen(transformed: Transformed, arguments: Arguments) -> list[tuple[_ast.AST | None, Value, str | None]]:
    order = positional_names(transformed.func)
    positions, given = _specified(transformed, order, len(arguments.positional))
    found: list[tuple[_ast.AST | None, Value, str | None]] = []
    for position, value in enumerate(arguments.positional):
        if position in positions:
            name = order[position] if order is not None and position < len(order) else None
            found.append((arguments.node(position), value, name))
    for name, value in arguments.keywords.items():
        if name in given:
            found.append((arguments.keyword_nodes.get(name), value, name))
    return found


def _specified(transformed: Transformed, order: list[str] | None, count: int) -> tuple[set[int], set[str]]:
    """Positions and names; jit infers them from each other where one of them alone is given."""
    settings = transformed.kwargs
    if "donate" in settings:
        first = _OF_EQUINOX.get(str(constant_of(settings["donate"])))
        every = set() if first is None else set(range(first, max(count, len(order or ()))))
        return every, {order[one] for one in every if one < len(order)} if order else set()
    positions = {one for one in numbers(settings.get("donate_argnums")) or [] if one >= 0}  # JAX donates no others
    given = set(names(settings.get("donate_argnames")) or [])
    if order is not None:
        if "donate_argnums" not in settings:
            positions = {order.index(name) for name in given if name in order}
        elif "donate_argnames" not in settings:
            given = {order[one] for one in positions if one < len(order)}
    return positions, given


def _arrays(values: list[Value]) -> list[Aval | None]:
    """Of all leaves; None for one of which nothing is known."""
    found: list[Aval | None] = []

    def leaf(item: Value) -> Value:
        if isinstance(item, (Array, Traced)):
            found.append(item.aval)
        elif not isinstance(item, (Const, Static)):
            found.append(None)
        return item

    for value in values:
        map_leaves(value, leaf)
    return found


def _fate(transformed: Transformed, value: Value, outputs: list[Aval | None], taken: list[Aval | None]) -> str:
    """Of a tree: of all its arrays."""
    plain = isinstance(value, Array) or value is UNKNOWN
    if not outputs or (transformed.transform.startswith(HANDS_BACK) and not isinstance(value, Array)):
        return KEPT  # nnx puts what it holds there anew
    fates = []

    def leaf(item: Value) -> Value:
        if isinstance(item, Array):
            fates.append(_fate_of_array(item, outputs, taken))
        elif not isinstance(item, (Const, Static, Traced)):
            fates.append(PERHAPS if item is UNKNOWN or not plain else KEPT)
        return item

    map_leaves(value, leaf)
    if all(one == KEPT for one in fates):
        return KEPT
    return CERTAIN if all(one == CERTAIN for one in fates) else PERHAPS


def fate_when_handed_on(fate: str, value: Value) -> str:
    """Of what a caller gives to a function that donates it."""
    if isinstance(value, (Const, Static, Traced)) or (isinstance(value, Array) and value.numpy):
        return KEPT
    return fate if isinstance(value, Array) and value.sure else PERHAPS


def _fate_of_array(value: Array, outputs: list[Aval | None], taken: list[Aval | None]) -> str:
    if value.numpy:
        return KEPT
    fitting = [one for one in outputs if one is not None and _fits(value.aval, one)]
    rivals = [one for one in taken if one is None or _may_fit(value.aval, one)]
    if len(fitting) >= len(rivals) and value.sure:
        return CERTAIN
    return PERHAPS if any(one is None or _may_fit(value.aval, one) for one in outputs) else KEPT


def _fits(one: Aval, other: Aval) -> bool:
    """The same number of elements, of the same number of bits."""
    if (one.kind == "k" or other.kind == "k") and one.kind != other.kind:
        return False
    return _bits(one) == _bits(other) and (same_shape(one, other) or _count(one) == _count(other) is not None)


def _may_fit(one: Aval, other: Aval) -> bool:
    sizes, bits = (_count(one), _count(other)), (_bits(one), _bits(other))
    return (None in sizes or sizes[0] == sizes[1]) and (None in bits or bits[0] == bits[1])


def _count(aval: Aval) -> int | None:
    if not isinstance(aval.shape, tuple) or not all(isinstance(one, int) for one in aval.shape):
        return None
    count = 1
    for one in aval.shape:
        count *= one  # type: ignore[operator]
    return count


def _bits(aval: Aval) -> str | None:
    if aval.dtype is not None:
        return aval.dtype.lstrip("abcdefghijklmnopqrstuvwxyz") or _BITS.get(aval.kind or "")
    return _BITS.get(aval.kind or "")


def is_used(transformed: Transformed, name: str) -> bool:
    """False where the function asks for no more than the shape of the argument."""
    function = _definition(transformed)
    if function is None:
        return True
    about = {node.value for node in walk(function.node) if isinstance(node, _ast.Attribute) and node.attr in OF_DELETED}
    reads = [node for node in walk(function.node) if isinstance(node, _ast.Name) and node.id == name]
    return name not in [one.arg for one in _parameters(function)] or any(node not in about for node in reads)


def fate_of_part(whole: Donated, transformed: Transformed, part: str) -> str:
    """Of ``.params`` of the argument: kept where the function speaks of other parts alone."""
    function = _definition(transformed)
    if function is None or whole.name is None or whole.fate == KEPT:
        return whole.fate
    for node in walk(function.node):
        place = place_of(node)
        if place is not None and place[-1] == part:
            return whole.fate
        mapped = isinstance(node, _ast.Call) and getattr(node.func, "attr", None) in _MAPPING
        if mapped and any(getattr(one, "id", None) == whole.name for one in node.args):  # type: ignore[attr-defined]
            return whole.fate
    return PERHAPS if _is_handed_on(function, whole.name) else KEPT


def _is_handed_on(function: Function, name: str) -> bool:
    """It is read as a whole somewhere, not only taken apart."""
    taken = {one.value for one in walk(function.node) if place_of(one) is not None and not isinstance(one, _ast.Name)}  # type: ignore[attr-defined]
    return any(isinstance(one, _ast.Name) and one.id == name and one not in taken for one in walk(function.node))


def _definition(transformed: Transformed) -> Function | None:
    function = transformed.func
    while isinstance(function, (Partial, Transformed)):
        function = function.func
    return function if isinstance(function, Function) else None


def _parameters(function: Function) -> list[_ast.arg]:
    spec = function.node.args
    return [*spec.posonlyargs, *spec.args, *spec.kwonlyargs]
