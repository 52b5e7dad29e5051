"""Builtins that make and walk containers."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.assigned import assigned
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.bounds.extents import ends
from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.host.effects import read_once
from jaxlint.tracing.keys.uses import in_turn
from jaxlint.tracing.operations.arithmetic import binary
from jaxlint.tracing.operations.facts import concretize
from jaxlint.tracing.operations.iteration import filled, iterate
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.values.aval import Dim
from jaxlint.tracing.values.holding import prove_array
from jaxlint.tracing.values.joining import first_traced, join, join_all, static_type
from jaxlint.tracing.values.value import (
    SETS,
    UNKNOWN,
    Array,
    Const,
    Mapping,
    Sequence,
    ShapeTuple,
    Static,
    Traced,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.values.trace import Trace

_MOST = 16  # elements that are followed one by one


def range_of(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    for value, where in zip(arguments.positional, arguments.nodes, strict=False):
        if isinstance(value, Traced):
            prove_array(value)
            concretize(frame, where or node, value, "range")
    numbers = [value.value for value in arguments.positional if isinstance(value, Const)]
    if len(numbers) == len(arguments.positional) and all(isinstance(number, int) for number in numbers) and numbers:
        try:
            known = range(*numbers)  # type: ignore[call-overload]
        except (TypeError, ValueError):
            return Static("range")
        if len(known) <= _MOST:
            return Sequence("range", [Const(number) for number in known])
        return Static("range", len(known))
    *first, last = arguments.positional or [UNKNOWN]
    from_start = len(first) < 2 and all(isinstance(one, Const) and one.value in (0, 1) for one in first)
    size = last.dim if from_start and isinstance(last, Static) else None
    return Static("range", size or (Dim() if any(_counts(frame, one) for one in arguments.nodes) else None))


def _counts(frame: Frame, bound: _ast.AST | None) -> bool:
    """``x.shape[0] - 1``: what is computed from the size of an array is not chosen to be nothing."""
    found = None if bound is None else ends(frame, bound)
    if bound is None or found is not None:
        return found is not None and found[0].known is None
    given = [assigned(frame.module, one) for one in walk(bound) if isinstance(one, _ast.Name)]
    return any(_is_size(frame, part) for whole in (bound, *given) if whole is not None for part in walk(whole))


def _is_size(frame: Frame, node: _ast.AST) -> bool:
    if isinstance(node, _ast.Call) and getattr(node.func, "id", "") == "len" and len(node.args) == 1:
        return isinstance(node.args[0], _ast.Name) and evaluate(frame, node.args[0]) is UNKNOWN
    return isinstance(node, _ast.Subscript) and getattr(node.value, "attr", "") == "shape"


def container(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """list(x), tuple(x), set(x), reversed(x), deque(x)."""
    kind = name.rsplit(".", 1)[-1]
    kind = "iterator" if kind in ("reversed", "iter") else kind
    if not arguments.positional:
        return Sequence(kind, [], UNKNOWN, frame.condition.branches)
    if isinstance(arguments.positional[0], ShapeTuple):
        return arguments.positional[0]
    items, element = iterate(frame, node, arguments.positional[0])
    if kind in SETS:
        _hash_elements(frame, node, items, element)
    if items is not None and name.endswith("reversed"):
        items = items[::-1]
    bounded = arguments.get(1, "maxlen") is not None  # of a deque, which forgets the first ones
    made = Sequence(kind, None if items is None or bounded else list(items), element, frame.condition.branches)
    return filled(made, arguments.positional[0]) if kind == "iterator" else made


def dictionary(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    named: dict[object, Value] = dict(arguments.keywords.items())
    if not arguments.positional and arguments.complete:
        return Mapping(named, UNKNOWN, frame.condition.branches)
    first = arguments.get(0)
    if isinstance(first, Mapping) and first.items is not None:
        return Mapping({**first.items, **named}, UNKNOWN, frame.condition.branches)
    pairs = None if first is None or isinstance(first, Mapping) else _pairs(frame, node, first)
    return Mapping(None if pairs is None else {**pairs, **named}, UNKNOWN, frame.condition.branches)


def with_default(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``defaultdict(list, ...)``: what is not in it is made as it is asked for."""
    made = dictionary(frame, node, name, Arguments(arguments.positional[1:], arguments.keywords))
    if not arguments.complete or not isinstance(made, Mapping):
        return Mapping(None)
    made.factory = arguments.get(0)
    return made


def counted(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """Counter(x) and dict.fromkeys(x) look up each element."""
    value = arguments.get(0)
    if value is not None and not isinstance(value, Mapping):
        _hash_elements(frame, node, *iterate(frame, node, value))
    return Mapping(None)


def _hash_elements(frame: Frame, node: _ast.AST, items: list[Value] | None, element: Value) -> None:
    traced = first_traced([element] if items is None else items)
    if traced is not None:
        concretize(frame, node, traced, "hash", even_grad=True)


def _pairs(frame: Frame, node: _ast.AST, value: Value) -> dict[object, Value] | None:
    """What ``dict(pairs)`` holds, where the pairs and their keys are known."""
    found: dict[object, Value] = {}
    for pair in iterate(frame, node, value)[0] or [UNKNOWN]:
        if not isinstance(pair, Sequence) or pair.items is None or len(pair.items) != 2:
            return None
        key, item = pair.items
        if not isinstance(key, Const):
            return None
        found[key.value] = item
    return found


def zipped(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    rows = [iterate(frame, node, value) for value in arguments.positional]
    if not arguments.complete:  # ``zip(*rows)`` of who knows how many
        return Sequence("iterator", None, Sequence("tuple", None))
    if rows and all(items is not None for items, _ in rows):
        return Sequence(
            "iterator", [Sequence("tuple", list(row)) for row in zip(*[items or [] for items, _ in rows], strict=False)]
        )
    elements = [_any(items, element) for items, element in rows]
    for element in elements if len(rows) > 1 else []:
        if isinstance(element, Traced) and element.evidence is not None:
            element.evidence.may_be_key = False  # nobody walks the keys of two dicts side by side
    element = Sequence("tuple", elements)
    return filled(Sequence("iterator", None, element), *arguments.positional)


def enumerated(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    whole = arguments.get(0) or UNKNOWN
    items, element = iterate(frame, node, whole)
    start = arguments.get(1, "start")
    if items is not None and start is None:
        return Sequence("iterator", [Sequence("tuple", [Const(index), item]) for index, item in enumerate(items)])
    return filled(Sequence("iterator", None, Sequence("tuple", [Static("int"), element])), whole)


def mapped(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """A call an element.  Of many or unknown ones two are made: what differs from turn to turn is no one key."""
    if len(arguments.positional) < 2 or not arguments.complete:
        return UNKNOWN
    function, *iterables = arguments.positional
    walked = [iterate(frame, node, value) for value in iterables]
    exact = all(items is not None and len(items) <= _MOST for items, _ in walked)
    columns = [items if exact and items is not None else [_any(items, element)] * 2 for items, element in walked]

    def call(row: tuple[Value, ...]) -> Value:
        return call_value(frame, node, function, Arguments(list(row)))

    rows = enumerate(zip(*columns, strict=False))
    results = [in_turn(frame, number, lambda row=row: call(row)) for number, row in rows]  # type: ignore[misc]
    return Sequence("iterator", results) if exact else Sequence("iterator", None, join_all(results))


def _any(items: Iterable[Value] | None, element: Value) -> Value:
    return element if items is None else join_all(items)


def total(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    value = arguments.get(0) or UNKNOWN
    items, element = iterate(frame, node, value)
    result: Value = arguments.get(1, "start") or Const(0)
    for item in items if items is not None and len(items) <= _MOST else [element]:
        result = binary(frame, node, _ast.Add, result, item, node, node)
    if items is None and not isinstance(result, (Traced, Array)):
        return Static(static_type(result) or "object") if static_type(result) else UNKNOWN
    return result


def next_of(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``next(iter(x))`` is the first; of an iterator under way, any element."""
    iterator = arguments.get(0) or UNKNOWN
    again = _reused(frame.context.trace, iterator) if isinstance(iterator, Sequence) else ""
    if again:
        read_once(frame, node, name, again)
    items, element = iterate(frame, node, iterator)
    source = getattr(node, "args", [None])[0]
    fresh = isinstance(source, _ast.Call) and getattr(source.func, "id", None) == "iter"
    first = items[0] if items and fresh else element
    default = arguments.get(1)
    return first if default is None else join(first, default)


def _reused(trace: Trace | None, iterator: Sequence) -> str:
    """The iterator was there before: it is moved on where the body is traced, and not in another call or iteration."""
    while trace is not None and trace.since is not None and iterator.born < trace.since:
        if trace.reused:
            return trace.reused
        trace = trace.around
    return ""


for _handler, _names in {
    range_of: "range",
    container: "list tuple set frozenset reversed iter",
    dictionary: "dict",
    zipped: "zip",
    enumerated: "enumerate",
    mapped: "map",
    next_of: "next",
    total: "sum",
}.items():
    for _name in _names.split():
        FUNCTIONS["builtins." + _name] = _handler
FUNCTIONS["collections.deque"] = container
FUNCTIONS["collections.OrderedDict"] = dictionary
FUNCTIONS["collections.defaultdict"] = with_default
FUNCTIONS["collections.Counter"] = FUNCTIONS["builtins.dict.fromkeys"] = counted
