"""What compares or asks elements: min, max, sorted, any, all, filter, and bisect."""

from __future__ import annotations

from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.compiled.traces import removed
from jaxlint.tracing.expressions.mutation import append
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.operations.arrays import elementwise
from jaxlint.tracing.operations.facts import known_truth, truth
from jaxlint.tracing.operations.iteration import iterate
from jaxlint.tracing.values.answers import combined, doubt_of, open_answer
from jaxlint.tracing.values.heap import Heap
from jaxlint.tracing.values.holding import prove_array
from jaxlint.tracing.values.joining import element_of, join_all, static_type
from jaxlint.tracing.values.value import NONE, UNKNOWN, Array, Const, Sequence, Static, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.environment import Frame

_ORDERED = 2  # elements of a heap that are in order whichever of them is taken


def extreme(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """min and max compare with ``<`` and ask for the truth."""
    values = arguments.positional
    base = name.rsplit(".", 1)[-1]
    if len(values) == 1:
        items, element = iterate(frame, node, values[0])
        values = items if items is not None else [element, element]
    compared = _keys(frame, node, values, arguments)
    itself = all(key is value for key, value in zip(compared, values, strict=False))
    traced = _traced_by_comparing(frame, node, compared)
    if traced is not None and len(values) > 1:
        prove_array(traced)
        truth(frame, node, traced, node, base)
        return traced if itself else join_all(values)
    numeric = all(isinstance(value, Const) and isinstance(value.value, (int, float)) for value in values)
    if values and numeric and itself:
        numbers = [value.value for value in values]  # type: ignore[attr-defined]
        return Const(min(numbers) if base == "min" else max(numbers))
    return join_all(values)


def _keys(frame: Frame, node: _ast.AST, values: list[Value], arguments: Arguments) -> list[Value]:
    """What is compared: the values, or what ``key=`` makes of each; of tuples, what they begin with."""
    key = arguments.keywords.get("key")
    if key is None or (isinstance(key, Const) and key.value is None):
        return [_first(value) for value in values]
    return [_first(call_value(frame, node, key, Arguments([value]))) for value in values[:16]]


def _traced_by_comparing(frame: Frame, node: _ast.AST, values: list[Value]) -> Traced | None:
    """The first tracer among what is compared; the comparison itself of arrays where every operation is traced."""
    traced = next((value for value in values if isinstance(value, Traced)), None)
    if traced is not None or not any(isinstance(value, Array) and not value.numpy for value in values):
        return traced
    compared = elementwise(frame, node, [value for value in values if isinstance(value, Array)], "b")
    return compared if isinstance(compared, Traced) else None


def _first(value: Value) -> Value:
    """Whether it is equal in two tuples, Python asks first."""
    while isinstance(value, Sequence) and value.type == "tuple" and value.items:
        value = value.items[0]
    return value


def quantifier(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """any and all ask each element; the elements of an array are arrays."""
    value = arguments.get(0) or UNKNOWN
    items, element = iterate(frame, node, value)
    base = name.rsplit(".", 1)[-1]
    for item in items if items is not None else [element]:
        if isinstance(item, Traced):
            if item.is_array:
                truth(frame, node, item, node, base)
            break
        if known_truth(item) is not (base == "all"):
            break  # what comes after it may never be asked
    known = _quantified(items, element, base == "any")
    answers = [doubt_of(item) for item in (items if items is not None else [element]) if known_truth(item) is None]
    return open_answer(combined(answers, base == "any")) if known is None else Const(known)


def _quantified(items: list[Value] | None, element: Value, decisive: bool) -> bool | None:
    """The answer where the truth of enough elements is known; ``decisive``: the truth that one is enough of."""
    if items is None:
        return not decisive if known_truth(element) is not decisive and known_truth(element) is not None else None
    answers = [known_truth(item) for item in items]
    if decisive in answers:
        return decisive
    return None if None in answers else not decisive


def sorted_of(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    value = arguments.get(0) or UNKNOWN
    items, element = iterate(frame, node, value)
    compare_all(frame, node, items if items is not None else [element, element], arguments)
    return Sequence("list", None if items is None or arguments.keywords else _in_order(items), element)


def _in_order(items: list[Value]) -> list[Value] | None:
    """Constants, or tuples that begin with different ones: ``sorted(d.items())``."""
    keys = [item.items[0] if isinstance(item, Sequence) and item.items else item for item in items]
    known = [key.value for key in keys if isinstance(key, Const)]
    try:
        if len(known) < len(items) or len(set(known)) < len(known):
            return None
        return [items[place] for place in sorted(range(len(known)), key=known.__getitem__)]  # type: ignore[arg-type]
    except TypeError:  # of types that are not compared
        return None


def compare_all(
    frame: Frame, node: _ast.AST, items: list[Value], arguments: Arguments, construct: str = "sorted"
) -> None:
    """Sorting asks for the truth of ``a < b``."""
    traced = _traced_by_comparing(frame, node, _keys(frame, node, items, arguments))
    if traced is not None and len(items) > 1 and not _may_be_key(traced):
        prove_array(traced)
        truth(frame, node, traced, node, construct)


def _may_be_key(value: Traced) -> bool:
    """Of a dict: what an argument may hold beside keys is an array, or cannot be compared."""
    return not value.is_array and value.evidence is not None and value.evidence.may_be_key


def pushed(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``heappush(heap, item)``: it is compared with what is there."""
    heap, item = arguments.get(0) or UNKNOWN, arguments.get(1) or UNKNOWN
    if not isinstance(heap, Sequence):
        return UNKNOWN
    before = element_of(heap)
    if heap.items != []:
        compare_all(frame, node, [item, before], Arguments([]), name.rsplit(".", 1)[-1])
    append(frame, node, heap, item)
    return NONE


def popped(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``heappop(heap)``: those that are left are put in order."""
    heap = arguments.get(0) or UNKNOWN
    if not isinstance(heap, Sequence):
        return UNKNOWN
    element = element_of(heap)
    if heap.items is None or len(heap.items) > _ORDERED:
        compare_all(frame, node, [element, element], Arguments([]), name.rsplit(".", 1)[-1])
    removed(frame, heap)
    Heap.write(heap)
    heap.items, heap.element = None, element
    return element


def bisected(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """A value is compared with elements of a sorted list, until its place is found."""
    items, element = iterate(frame, node, arguments.get(0) or UNKNOWN)
    value, elements = arguments.get(1, "x") or UNKNOWN, items if items is not None else [element]
    if isinstance(value, Traced) and elements and all(static_type(one) in ("int", "float") for one in elements):
        prove_array(value)
    if elements:
        compare_all(frame, node, [*elements, value], arguments, name.rsplit(".", 1)[-1])
    return Static("int")


def filtered(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """filter asks each element, or what the function says of it."""
    items, element = iterate(frame, node, arguments.get(1) or UNKNOWN)
    function = arguments.get(0) or UNKNOWN
    itself = isinstance(function, Const) and function.value is None
    for item in items[:16] if items is not None else [element]:
        asked = item if itself else call_value(frame, node, function, Arguments([item]))
        if isinstance(asked, Traced) and asked.is_array:
            truth(frame, node, asked, node, "filter")
            break
    return Sequence("iterator", None, element)


for _handler, _names in {extreme: "min max", quantifier: "any all", sorted_of: "sorted", filtered: "filter"}.items():
    for _name in _names.split():
        FUNCTIONS["builtins." + _name] = _handler
FUNCTIONS["heapq.heappush"], FUNCTIONS["heapq.heappop"] = pushed, popped
for _name in ("bisect", "bisect_left", "bisect_right"):
    FUNCTIONS["bisect." + _name] = bisected
