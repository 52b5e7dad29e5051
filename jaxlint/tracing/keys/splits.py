"""Keys of one key that was split twice: the same row of both is one key, as are the same rows of what these give.

``split(key, n)[i]`` is the same key for each n, unless ``jax_threefry_partitionable`` is off.  An identity is that of a
call of ``split``, or a row of another: ``(keys, i)``, ``(keys, "mapped")`` for any row of them, in vmap and scan.
"""

from __future__ import annotations

from jaxlint.record import Record
from jaxlint.tracing.shares.share import LASTING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from jaxlint.tracing.keys.consumed import Consumed
    from jaxlint.tracing.keys.key_use import Path, Use
    from jaxlint.tracing.running.interpreter import Interpreter

    Rows = tuple[int, int]  # the first of them, and the one behind the last
    Pair = tuple[Use, Use]

_ALL: Rows = (0, 1 << 30)
_MOST = 16  # rows of a split that are told apart
_DEEPEST = 3  # splits below the first, of what a call that is remembered did


class Split(Record):
    """A call of ``split``; ``first``: the one that gave the same keys; ``again``: of a first one, there are others.

    ``use``: how it consumed its key; None of ``fold_in``, which does not.
    """

    first: object
    parent: object
    use: Use | None
    again = False


class Splits:
    """``by_keys``: by the identity of the keys that they gave; ``first``: of each key, the first ones split of it."""

    __slots__ = ("by_keys", "first")

    def __init__(self) -> None:
        self.by_keys: dict[object, Split] = {}
        self.first: dict[object, object] = {}


LASTING.add(Splits)


def note_split(interpreter: Interpreter, made: object, parent: object, use: Use | None, folded: object = None) -> None:
    """``made``: the identity of the keys that were split from ``parent``, or of the one that a number was folded in."""
    given = (original(interpreter, parent), use is None, folded)
    known = interpreter.part(Splits)
    splits, first = known.by_keys, known.first.setdefault(given, made)
    splits[made] = Split(first, parent, use)
    if first is not made:
        splits[first].again = True


def original(interpreter: Interpreter, identity: object) -> object:
    """One identity for keys that are the same, whichever split gave them."""
    head, rows = _taken_apart(identity)
    split = interpreter.part(Splits).by_keys.get(head)
    if split is None or split.first is head:
        return identity
    same = split.first
    for row in reversed(rows):
        same = (same, *row)
    return same


def _taken_apart(identity: object) -> tuple[object, list[tuple[object, ...]]]:
    """What was split, and the rows that lead from there to the key, the last one first."""
    rows = []
    while isinstance(identity, tuple) and not isinstance(identity[0], str):
        rows.append(identity[1:])
        identity = identity[0]
    return identity, rows


def head_of(identity: object) -> object:
    """The keys that a row is of, or the key itself."""
    return _taken_apart(identity)[0]


def is_row(identity: object) -> bool:
    """It is one of several keys."""
    return head_of(identity) is not identity


def is_made_since(identity: object, since: int) -> bool:
    """By what runs since then."""
    head = head_of(identity)
    born = head[1] if isinstance(head, tuple) else head  # of a name: the scope that it is in
    return getattr(born, "born", -1) >= since


def of_split(interpreter: Interpreter, identity: object) -> Split | None:
    """The split that a key comes of, or that gave these keys."""
    known = interpreter.part(Splits).by_keys
    return known.get(_taken_apart(identity)[0]) if known else None


def some_rows(keys: object, start: int, stop: int | None) -> object:
    """``keys[start:stop]``; where it stops before the end is not known of a number from there."""
    return (keys, "rows", (start, _ALL[1] if stop is None or stop < 0 else stop))


def row_of(keys: object, row: int) -> object:
    """``keys[row]``, of keys that may be some rows of others."""
    parent, *rows = keys if isinstance(keys, tuple) else (None,)
    if rows[:1] == ["rows"] and row >= 0:
        return parent, rows[1][0] + row
    return keys, row


def array_and_rows(interpreter: Interpreter, identity: object) -> tuple[object, Rows] | None:
    """The keys that this is a row of, or some rows, or all; None where that is not known, or makes no array."""
    same = original(interpreter, identity)
    if same in interpreter.part(Splits).by_keys:
        return same, _ALL
    if not isinstance(same, tuple) or not is_row(same):
        return None
    keys, *row = same
    if row == ["mapped"]:
        return (keys[0], keys[2]) if of_slice(same) else (keys, _ALL)
    if len(row) == 2 and row[0] == "rows":
        return keys, row[1]
    return (keys, (row[0], row[0] + 1)) if len(row) == 1 and type(row[0]) is int else None


def met_again(interpreter: Interpreter, use: Use) -> Iterator[Use]:
    """Earlier uses of the same key, or of one among these keys, by another name: of another split, or another slice."""
    if of_split(interpreter, use.key) is None:
        return
    for same in _alike(interpreter, use.key):
        for before in interpreter.consumed.of(same):
            if before.key != use.key:
                yield before
    place = array_and_rows(interpreter, use.key)
    if place is None:
        return
    keys, rows = place
    for before in interpreter.consumed.of(("handed", keys)):
        if before.key != use.key and _overlap(interpreter, before.key, rows):
            yield before


def _overlap(interpreter: Interpreter, identity: object, rows: Rows) -> bool:
    place = array_and_rows(interpreter, identity)
    return place is not None and place[1][0] < rows[1] and rows[0] < place[1][1]


def _alike(interpreter: Interpreter, identity: object) -> list[object]:
    """What the same key may be known by, or one of these."""
    same, place = original(interpreter, identity), array_and_rows(interpreter, identity)
    if place is None:
        return [same]
    keys, (start, stop) = place
    rows = [(keys, row) for row in range(start, min(stop, start + _MOST))]
    return [*dict.fromkeys([same, (keys, "mapped"), *rows])]


def of_slice(identity: object) -> bool:
    """Any of some rows: ``keys[1:]``, mapped over."""
    rows = identity[0] if isinstance(identity, tuple) else None
    return isinstance(rows, tuple) and rows[1:2] == ("rows",)


def handed(interpreter: Interpreter, use: Use) -> Consumed:
    """What was consumed, with keys that went where nobody follows them, or some rows of others."""
    place = array_and_rows(interpreter, use.key)
    same = original(interpreter, use.key) if place is None else place[0]
    return interpreter.consumed.having(("handed", same), use)


def used_below(interpreter: Interpreter, identity: object, depth: int = _DEEPEST) -> Iterator[tuple[Path, Use]]:
    """The uses of keys that come of splits of this one, with the rows that lead there."""
    keys = interpreter.part(Splits).first.get((original(interpreter, identity), False, None))
    if keys is None:
        return
    of = interpreter.consumed.of
    for row in ("mapped", *range(_MOST)):
        uses = of((keys, row))
        yield from ((((row,),), use) for use in uses)
        if depth and uses:  # a split consumes the key that it splits
            yield from ((((row,), *path), use) for path, use in used_below(interpreter, (keys, row), depth - 1))
    for use in of(("handed", keys)):
        place = array_and_rows(interpreter, use.key)
        if place is not None:
            yield (("rows", place[1]),), use


def splits_of(interpreter: Interpreter, before: Use, use: Use) -> Pair | None:
    """The two splits of one key that two uses of the same key come of: the outermost that differ."""
    found, one, other = None, of_split(interpreter, before.key), of_split(interpreter, use.key)
    while one is not None and other is not None and one is not other:
        found = (one.use, other.use) if one.use is not None and other.use is not None else None
        one, other = of_split(interpreter, one.parent), of_split(interpreter, other.parent)
    return found
