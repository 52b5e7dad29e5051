"""itertools: which elements come out, and whose truth is asked on the way."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations
from itertools import product as every
from math import comb, perm, prod

from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.functions.calling import FUNCTIONS, PREFIXES
from jaxlint.tracing.libraries.python.operators import plus
from jaxlint.tracing.operations.facts import truth
from jaxlint.tracing.operations.iteration import iterate
from jaxlint.tracing.values.joining import join, join_all
from jaxlint.tracing.values.value import NONE, UNKNOWN, Const, Sequence, Static, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.environment import Frame

_MOST = 16  # elements that are told apart
_CHOICES = {"combinations": (combinations, comb), "permutations": (permutations, perm)}


def _iterator(items: list[Value] | None, element: Value = UNKNOWN) -> Sequence:
    if items is None or len(items) > _MOST:
        return Sequence("generator", None, element if items is None else join_all(items))
    return Sequence("generator", items)


def chain(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    if not arguments.complete:
        return UNKNOWN
    return _joined(frame, node, arguments.positional)


def chain_from(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    items, element = iterate(frame, node, arguments.get(0) or UNKNOWN)
    if items is None:
        return _iterator(None, iterate(frame, node, element)[1])
    return _joined(frame, node, items)


def _joined(frame: Frame, node: _ast.AST, parts: list[Value]) -> Value:
    rows = [iterate(frame, node, part) for part in parts]
    if any(items is None for items, _ in rows):
        return _iterator(None, join_all([element if items is None else join_all(items) for items, element in rows]))
    return _iterator([item for items, _ in rows for item in items or []])


def as_long_as(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """takewhile, dropwhile and filterfalse ask for the truth of what the function says of each element."""
    items, element = iterate(frame, node, arguments.get(1) or UNKNOWN)
    function = arguments.get(0) or UNKNOWN
    itself = isinstance(function, Const) and function.value is None
    for item in items[:_MOST] if items is not None else [element]:
        asked = item if itself else call_value(frame, node, function, Arguments([item]))
        if isinstance(asked, Traced) and asked.is_array:
            truth(frame, node, asked, node, "filter")
            break
    return _iterator(None, join_all(items) if items is not None else element)


def tuples(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """combinations, permutations, pairwise, batched: tuples of elements of one iterable."""
    items, element = iterate(frame, node, arguments.get(0) or UNKNOWN)
    one = join_all(items) if items is not None else element
    base = name.rpartition(".")[2]
    if base == "pairwise" and items is not None:
        return _iterator([Sequence("tuple", list(pair)) for pair in pairwise(items)])
    count = arguments.get(1, "r") if base != "pairwise" else Const(2)
    if isinstance(count, Const) and isinstance(count.value, int) and count.value <= 8 and base != "batched":
        how, number = _CHOICES.get(base, (combinations, None))
        if number is not None and items is not None and number(len(items), count.value) <= _MOST:
            return _iterator([Sequence("tuple", list(row)) for row in how(items, count.value)])
        return _iterator(None, Sequence("tuple", [one] * count.value))
    return _iterator(None, Sequence("tuple", None, one))


def product(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    if not arguments.complete:
        return UNKNOWN
    rows = [iterate(frame, node, value) for value in arguments.positional]
    repeat = arguments.keywords.get("repeat", Const(1))
    if all(items is not None for items, _ in rows) and isinstance(repeat, Const) and isinstance(repeat.value, int):
        known = [items or [] for items, _ in rows] * repeat.value
        if prod(map(len, known)) <= _MOST:
            return _iterator([Sequence("tuple", list(row)) for row in every(*known)])
    each = [join_all(items) if items is not None else element for items, element in rows]
    if "repeat" in arguments.keywords:
        return _iterator(None, Sequence("tuple", None, join_all(each)))
    return _iterator(None, Sequence("tuple", each))


def starmap(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    items, element = iterate(frame, node, arguments.get(1) or UNKNOWN)
    function = arguments.get(0) or UNKNOWN
    results = []
    for item in items[:_MOST] if items is not None else [element]:
        given, _ = iterate(frame, node, item)
        known = given is not None
        results.append(call_value(frame, node, function, Arguments(list(given or []), complete=known)))
    return _iterator(results) if items is not None and len(items) <= _MOST else _iterator(None, join_all(results))


def accumulate(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """Running results of a function of two, or sums."""
    items, element = iterate(frame, node, arguments.get(0) or UNKNOWN)
    function, start = arguments.get(1, "func"), arguments.keywords.get("initial")
    rows = items[:_MOST] if items is not None else [element, element]
    if start is not None and start is not NONE:
        rows = [start, *rows]
    results = rows[:1]
    for row in rows[1:]:
        given = Arguments([results[-1], row])
        plain = function is None or function is NONE
        results.append(plus(frame, node, given) if plain else call_value(frame, node, function or UNKNOWN, given))
    return _iterator(results) if items is not None and len(items) <= _MOST else _iterator(None, join_all(results))


def zip_longest(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    rows = [iterate(frame, node, value) for value in arguments.positional]
    fill = arguments.keywords.get("fillvalue", NONE)
    if arguments.complete and all(items is not None and len(items) <= _MOST for items, _ in rows):
        count = max([len(items or []) for items, _ in rows], default=0)
        padded = [[*(items or []), *[fill] * (count - len(items or []))] for items, _ in rows]
        return _iterator([Sequence("tuple", list(row)) for row in zip(*padded, strict=True)])
    each = [join(join_all(items) if items is not None else element, fill) for items, element in rows]
    return _iterator(None, Sequence("tuple", each) if arguments.complete else UNKNOWN)


def repeated(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    return _iterator(None, arguments.get(0) or UNKNOWN)


def same_elements(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """cycle, islice and compress: some of the elements, or all of them again."""
    items, element = iterate(frame, node, arguments.get(0) or UNKNOWN)
    return _iterator(None, join_all(items) if items is not None else element)


def other(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    return _iterator(None, Static("int")) if name == "itertools.count" and not arguments.values() else UNKNOWN


def _register() -> None:
    groups = {
        chain: "chain",
        chain_from: "chain.from_iterable",
        as_long_as: "takewhile dropwhile filterfalse",
        tuples: "combinations permutations combinations_with_replacement pairwise batched",
        product: "product",
        starmap: "starmap",
        accumulate: "accumulate",
        zip_longest: "zip_longest",
        repeated: "repeat",
        same_elements: "cycle islice compress",
    }
    for handler, names in groups.items():
        for one in names.split():
            FUNCTIONS["itertools." + one] = handler
    PREFIXES["itertools"] = other


_register()
