"""Which PRNG keys were consumed where, on the paths of the program that lead here."""

from __future__ import annotations

import _ast

from jaxlint.tracing.events.keys import ITERATION
from jaxlint.tracing.keys.key_use import HANDED, SPLIT, Taken, Use
from jaxlint.tracing.keys.reuses import note_reuse
from jaxlint.tracing.keys.splits import (
    Splits,
    handed,
    is_made_since,
    met_again,
    note_split,
    of_slice,
    of_split,
    original,
    splits_of,
    used_below,
)
from jaxlint.tracing.keys.uses_apart import are_one
from jaxlint.tracing.values.aval import Aval
from jaxlint.tracing.values.joining import leaves
from jaxlint.tracing.values.value import UNKNOWN, Array, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeVar

    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.keys.consumed import Consumed
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.running.interpreter import Interpreter
    from jaxlint.tracing.values.value import Scope

    Result = TypeVar("Result")
    Rows = list[tuple[object, ...]]
    Drawn = tuple[str | int, Rows, Taken]  # place of the key, which rows of it, and how

_KEPT = 8  # uses of keys of one split, in a call that is remembered


def in_turn(frame: Frame, number: int, run: Callable[[], Result], level: int = 0, unit: str = ITERATION) -> Result:
    """Another iteration of a loop, or another leaf; ``level``: in how many more calls its body runs."""
    return frame.inside(frame.context, run, frame.condition.in_turn(frame.context.depth + level, number, unit))


def note_return(frame: Frame) -> None:
    """Control leaves the function here: what was consumed counts for the caller."""
    frame.spent = frame.interpreter.consumed.merged(frame.spent)


def after_call(frame: Frame, falls_through: bool) -> None:
    """The body is done: put the uses of all its returns together."""
    if frame.spent is not None:
        uses = frame.interpreter.consumed
        frame.interpreter.consumed = frame.spent.merged(uses) if falls_through else frame.spent


def identity_of(frame: Frame, value: Value | None, node: _ast.AST | None) -> object:
    """What tells this key from others: the key itself, or else the name that holds it, as long as it does."""
    if isinstance(value, (Traced, Array)) and value.key_id is not None:
        return value.key_id
    name = getattr(node, "id", None)
    return None if name is None or not may_be_key(value) else _held_identity(frame, name)


def may_be_key(value: Value | None) -> bool:
    """Nothing known speaks against it.  A legacy key is an array of integers."""
    if isinstance(value, (Traced, Array)):
        return value.aval.kind in (None, "k", "i")
    return value is UNKNOWN


def _held_identity(frame: Frame, name: str) -> object:
    """The identity of what a name holds; a tracer takes it along from now on."""
    scope: Scope | None = frame
    while scope is not None and (name not in scope.variables or scope.is_class):
        scope = scope.closure
    if scope is None:
        return None
    identity = scope.bindings.get(name)
    if identity is None:
        # None: bound again since.  Not there at all: what all paths through the function have in common.
        identity = frame.interpreter.fresh_key() if name in scope.bindings else ("held", scope, name)
        scope.bindings[name] = identity
    value = scope.variables[name]
    if isinstance(value, Traced):
        named = Traced(value.aval, value.origin, value.concrete, value.staged, value.evidence, identity)
        named.trace = value.trace
        scope.variables[name] = named
    return identity


def inherited(frame: Frame, parameters: list[str], arguments: Arguments, bound: dict[str, Value]) -> dict[str, object]:
    """A parameter that is passed a name holds the key that the name holds."""
    found: dict[str, object] = {}
    nodes = [*zip(parameters, arguments.nodes, strict=False), *arguments.keyword_nodes.items()]
    for name, node in nodes:
        value = bound.get(name) if type(node) is _ast.Name else None
        if value is None or not may_be_key(value):
            continue
        if getattr(value, "key_id", None) is None:
            identity = identity_of(frame, value, node)
            if identity is not None:
                found[name] = identity
    return found


def places_of_keys(frame: Frame, keys: list[object]) -> dict[object, str | int]:
    """By its identity, which parameter of a call holds a key, or else where it is among ``keys``, which it is given."""
    interpreter, found = frame.interpreter, dict[object, str | int]()
    held = dict(frame.bindings)
    for name, value in frame.variables.items():
        if (type(value) is Traced or type(value) is Array) and value.key_id is not None:
            held[name] = value.key_id
        elif name not in held and may_be_key(value):
            held[name] = "held", frame, name
    for name, identity in held.items():
        found.setdefault(original(interpreter, identity), name)
    for place, identity in enumerate(keys):
        found.setdefault(original(interpreter, identity), place)
    return found


def drawn_since(
    frame: Frame, before: Consumed, places: dict[object, str | int], call: _ast.AST, since: int
) -> list[Drawn] | None:
    """How a call that is being left has consumed keys; None where one of them is none that it was given."""
    interpreter, level = frame.interpreter, frame.context.depth
    found: list[Drawn] = []
    if any(before.is_full(identity) for identity in places):
        return None
    for used in interpreter.consumed.since(before):
        identity = used[1] if isinstance(used, tuple) and used[0] == "handed" else used
        base, rows = identity, list[tuple[object, ...]]()
        while base not in places and isinstance(base, tuple) and not isinstance(base[0], str):
            base, rows = base[0], [base[1:], *rows]
        if base in places:
            taken = interpreter.consumed.of(used)[-1].inside(frame.way)
            below = used_below(interpreter, identity) if taken.callee == SPLIT else ()
            here = [(path, use) for path, use in below if len(use.calls) > level + 1 and use.calls[level][2] is call]
            taken.below = [(path, use.inside(frame.way)) for path, use in here if use.callee != SPLIT][:_KEPT]
            found.append((places[base], rows, taken))
        elif not _comes_of(interpreter, identity, places, since):
            return None
    return found


def _comes_of(interpreter: Interpreter, identity: object, places: dict[object, str | int], since: int) -> bool:
    """It was made since then, or split of a key that is passed."""
    while not is_made_since(identity, since) and identity not in places:
        split = of_split(interpreter, identity)
        if split is None:
            return False
        identity = original(interpreter, split.parent)
    return True


def consume(frame: Frame, node: _ast.AST, key: Value, argument: _ast.AST | None, taken: Taken) -> Use | None:
    """Note that a draw or a split consumes the key; a second use gives the same numbers."""
    identity = identity_of(frame, key, argument)
    if identity is None:
        return None
    interpreter = frame.interpreter
    interpreter.counts.draws += 1
    use = Use(frame.way, (frame.module, frame.function, node), taken, identity, key, argument)
    same = original(interpreter, identity)
    earlier = [before for before in interpreter.consumed.of(same) if before.key == identity]
    reused = [before for before in earlier if before.leads_to(use) and not are_one(before, use)]
    if reused:
        note_reuse(frame, next((before for before in reused if before.repeats_in(use)), reused[0]), use)
    _take(frame, use)
    return use


def draw_again(
    frame: Frame, node: _ast.AST, key: Value, argument: _ast.AST | None, rows: Rows, taken: Taken
) -> None:  # fmt: skip
    """What a call that is answered from memory did to a key, or to some of its ``rows``, and to those split of it."""
    if rows:
        identity = identity_of(frame, key, argument)
        for row in rows:
            identity = (identity, *row)
        key, argument = Array(Aval("k", ()), key_id=identity), None
    split = consume(frame, node, key, argument, taken)
    if split is None or not taken.below:
        return
    interpreter, made = frame.interpreter, dict[object, object]()
    for path, further in taken.below:
        identity = split.key
        for row in path:
            if identity not in made:
                made[identity] = interpreter.fresh_key()
                note_split(interpreter, made[identity], identity, split)
            identity = (made[identity], *row)
        _take(frame, Use(frame.way, (frame.module, frame.function, node), further, identity, key, None))


def _take(frame: Frame, use: Use) -> None:
    """Of a key that was split of another: it may be the same as one of an earlier split."""
    interpreter = frame.interpreter
    _meet(frame, use)
    if use.callee == HANDED or of_slice(use.key):
        interpreter.consumed = handed(interpreter, use)
    if use.callee != HANDED:
        interpreter.consumed = interpreter.consumed.having(original(interpreter, use.key), use)


def hand_over(frame: Frame, node: _ast.AST, values: Iterable[Value]) -> None:
    """Where keys go to what nobody follows, which may well draw from them."""
    if not frame.interpreter.part(Splits).by_keys:
        return
    for value in values:
        for leaf in leaves(value):
            hand_over_key(frame, node, leaf, getattr(leaf, "key_id", None))


def hand_over_key(frame: Frame, node: _ast.AST, value: Value, identity: object) -> None:
    """One of them, or some rows."""
    interpreter = frame.interpreter
    if identity is None or of_split(interpreter, identity) is None:
        return
    _take(frame, Use(frame.way, (frame.module, frame.function, node), Taken(HANDED), identity, value, None))


def _meet(frame: Frame, use: Use) -> None:
    """The same key was drawn from, by another name: the numbers repeat.  Where another split gave it, that is told."""
    if use.callee == SPLIT:
        return
    for before in met_again(frame.interpreter, use):
        if before.callee != SPLIT and before.leads_to(use) and not are_one(before, use):
            splits = splits_of(frame.interpreter, before, use)
            if splits is None and HANDED not in (before.callee, use.callee):
                note_reuse(frame, before, use)
                return
            if splits is not None and splits[0].leads_to(splits[1]) and not are_one(*splits):
                if splits[0].is_before(splits[1]):
                    note_reuse(frame, splits[0], splits[1], (before, use))
                else:
                    note_reuse(frame, splits[1], splits[0], (use, before))
                return
