"""Which PRNG keys were consumed where, on the paths of the program that lead here."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.faint import is_plain_call
from jaxlint.dataflow.repeats import changing
from jaxlint.tracing.event import ITERATION, KeyReused
from jaxlint.tracing.origin import Origin
from jaxlint.tracing.uses_apart import are_one, is_taken_once
from jaxlint.tracing.value import UNKNOWN, Array, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.consumed import Consumed
    from jaxlint.tracing.environment import Frame
    from jaxlint.tracing.event import Place
    from jaxlint.tracing.interpreter import Interpreter
    from jaxlint.tracing.invocation import Arguments

    Turn = tuple[int, int, str]  # calls under way around the loop, number of the iteration, what it is called
    Arm = tuple[_ast.AST, int]  # a branching statement or expression, and the number of the branch

SPLIT = "jax.random.split"


class Taken:
    """How a call consumed a key: by what, and the calls and undecided branches in it that led there."""

    __slots__ = ("arms", "callee", "calls")

    def __init__(self, callee: str, calls: tuple[Place, ...] = (), arms: tuple[Arm, ...] = ()) -> None:
        self.callee = callee
        self.calls = calls
        self.arms = arms


class Use:
    """``calls``: the calls that lead to it, outermost first, the one that takes the key last.

    ``arms``: the undecided branches around it; ``turns``: the loops around it, with the number of the turn.
    """

    __slots__ = ("arms", "callee", "calls", "turns")

    def __init__(self, interpreter: Interpreter, place: Place, taken: Taken) -> None:
        self.calls: tuple[Place, ...] = (*interpreter.calls, place, *taken.calls)
        self.arms = (*interpreter.arms, *taken.arms)
        self.turns = interpreter.turns
        self.callee = taken.callee

    def inside(self, interpreter: Interpreter) -> Taken:
        """The same as seen from a call that is being left."""
        calls, arms = len(interpreter.calls) + 1, len(interpreter.arms)
        return Taken(self.callee, self.calls[calls:], self.arms[arms:])

    def leads_to(self, later: Use) -> bool:
        """True where one of the two never happens without the other: no two branches that may exclude each other."""
        shorter = min(len(self.arms), len(later.arms))
        if self.arms[:shorter] != later.arms[:shorter]:
            return False
        if [call[2] for call in self.calls] != [call[2] for call in later.calls]:
            return True
        # One place met twice: in two iterations, or by another way than a call, and then only one of them is run.
        return bool(self.repeated_for(later)) and not any(is_taken_once(*branch) for branch in self.arms)

    def repeats_in(self, later: Use) -> bool:
        """True where both hand out the same bits: keys split from one that was drawn from repeat nothing."""
        return later.callee != SPLIT or self.callee == SPLIT

    def repeated_for(self, later: Use) -> str:
        """What there is another of between the two: an iteration, a leaf of a tree; empty where there is none."""
        pairs = zip(self.turns, later.turns, strict=False)
        return next((one[2] for one, other in pairs if one[0] == other[0] and one != other), "")

    def parting(self, later: Use) -> int:
        """How many calls the two have in common; in a loop, those around the loop."""
        for level, (one, other) in enumerate(zip(self.calls, later.calls, strict=False)):
            if one[2] is not other[2]:
                return level
        for one, other in zip(self.turns, later.turns, strict=False):  # type: ignore[assignment]
            if one != other:
                return min(one[0], len(later.calls) - 1)  # type: ignore[call-overload, no-any-return]
        return len(later.calls) - 1


def merged_bindings(one: dict[str, object], other: dict[str, object]) -> dict[str, object]:
    """Names that still hold the key they held; None for one that holds another on one of the paths."""
    result = {**other, **one}
    for name, identity in other.items():
        if result[name] != identity:
            result[name] = None
    return result


class Fork:
    """Branches of which one is taken: each starts from the same uses, and what they consumed is put together."""

    __slots__ = ("_after", "_arms", "_bindings", "_frame", "_node", "_uses")

    def __init__(self, frame: Frame, node: _ast.AST) -> None:
        self._frame = frame
        self._node = node
        self._uses = frame.interpreter.consumed
        self._bindings = dict(frame.bindings)
        self._arms = frame.interpreter.arms
        self._after: tuple[Consumed, dict[str, object]] | None = None

    def enter(self, arm: int) -> None:
        interpreter = self._frame.interpreter
        interpreter.consumed = self._uses
        interpreter.arms = (*self._arms, (self._node, arm))
        self._frame.bindings = dict(self._bindings)

    def leave(self, comes_back: bool = True) -> None:
        uses, bindings = self._frame.interpreter.consumed, self._frame.bindings
        if comes_back and self._after is not None:
            uses, bindings = self._after[0].merged(uses), merged_bindings(self._after[1], bindings)
        if comes_back:
            self._after = uses, bindings

    def close(self) -> None:
        interpreter = self._frame.interpreter
        interpreter.arms = self._arms
        interpreter.consumed, self._frame.bindings = self._after or (self._uses, self._bindings)


def turn(interpreter: Interpreter, number: int, outer: tuple[Turn, ...], level: int = 0, unit: str = ITERATION) -> None:
    """Another iteration of a loop begins, or another leaf; ``level``: in how many more calls its body runs."""
    interpreter.turns = (*outer, (len(interpreter.calls) + level, number, unit))


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


def _held_identity(frame: Frame | None, name: str) -> object:
    """The identity of what a name holds; a tracer takes it along from now on."""
    while frame is not None and (name not in frame.variables or frame.is_class):
        frame = frame.closure
    if frame is None:
        return None
    identity = frame.bindings.get(name)
    if identity is None:
        # None: bound again since.  Not there at all: what all paths through the function have in common.
        identity = ("held", name, frame.interpreter.fresh_id() if name in frame.bindings else frame)
        frame.bindings[name] = identity
    value = frame.variables[name]
    if isinstance(value, Traced):
        named = Traced(value.aval, value.origin, value.concrete, value.staged, value.evidence, identity)
        named.trace = value.trace
        frame.variables[name] = named
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


def held_keys(frame: Frame) -> dict[str, tuple[object, int]]:
    """The identities of what the parameters of a call hold, and how often each was consumed before."""
    consumed = frame.interpreter.consumed
    found = dict(frame.bindings)
    for name, value in frame.variables.items():
        if (type(value) is Traced or type(value) is Array) and value.key_id is not None:
            found[name] = value.key_id
    return {name: (identity, len(consumed.of(identity))) for name, identity in found.items()}


def consumed_since(interpreter: Interpreter, keys: dict[str, tuple[object, int]]) -> dict[str, Taken]:
    """Which of them a call that is being left has consumed, and how."""
    found = {}
    for name, (identity, before) in keys.items():
        uses = interpreter.consumed.of(identity)
        if len(uses) > before:
            found[name] = uses[-1].inside(interpreter)
    return found


def consume(frame: Frame, node: _ast.AST, key: Value, argument: _ast.AST | None, taken: Taken) -> None:
    """Note that a draw or a split consumes the key; a second use gives the same numbers."""
    identity = identity_of(frame, key, argument)
    if identity is None:
        return
    interpreter = frame.interpreter
    interpreter.draws += 1
    use = Use(interpreter, (frame.module, frame.function, node), taken)
    earlier = interpreter.consumed.of(identity)
    reused = [before for before in earlier if before.leads_to(use) and not are_one(before, use)]
    if reused:
        worst = next((before for before in reused if before.repeats_in(use)), reused[0])
        _reused(frame, node, key, argument, worst, use)
    interpreter.consumed = interpreter.consumed.having(identity, use)


def _further_in(event: KeyReused) -> tuple[Origin, ...]:
    """Where the functions that are called consume the key, if it is they who do."""
    found = {}
    for node, calls, callee in (
        (event.previous, event.previous_calls, event.previous_callee),
        (event.node, event.calls, event.callee),
    ):
        module, _, consumer = calls[-1]
        if consumer is not node:
            found[consumer] = Origin(f"`{callee}` consumes the key here", module, consumer)
    return tuple(found.values())


def _are_two_programs(one: Place, other: Place) -> bool:
    """The statements of two modules: scripts that nobody runs together, as a rule."""
    return one[1] is None and other[1] is None and one[0] is not other[0]


def _is_closed_over(use: Use, argument: _ast.AST | None) -> bool:
    """A transform calls a function that is defined beside it, and that takes a key of the code around both."""
    (_, outer, call), (module, function, _) = use.calls[-2:]
    if function is None or not isinstance(call, _ast.Call) or is_plain_call(call, function):
        return False
    is_beside = module.function_of(function) is outer
    return is_beside and isinstance(argument, _ast.Name) and argument.id not in changing(function)


def _reused(frame: Frame, taken_by: _ast.AST, key: Value, argument: _ast.AST | None, before: Use, use: Use) -> None:
    """Point at the call where the ways of the two uses part: there the key was at hand, and was handed out twice.

    What a function makes of a key of the module, or of its class, is said once, not at each of its callers.
    """
    if _are_two_programs(before.calls[0], use.calls[0]):
        return
    noted = [(KeyReused.kind, id(use.calls[-1][2]), detail) for detail in (None, "split")]
    if before.calls[0][1] is None and not frame.interpreter.seen.isdisjoint(noted):
        return
    level = parted = before.parting(use)
    while hasattr(use.calls[level][2], "body") and level < len(use.calls) - 1:
        level += 1  # a function that was entered without a call in view
    # Where cond, or scan, hands out nothing, its function has the key from around it.
    is_inside = level == len(use.calls) - 2 and _is_closed_over(use, argument)
    module, function, node = use.calls[-1 if is_inside else level]
    event = KeyReused(module, function, node, key, frame.context)
    event.argument = argument if node is taken_by else None
    event.callee = use.callee
    event.calls, event.previous_calls = use.calls[level:], before.calls[min(parted, len(before.calls) - 1) :]
    event.previous_module, _, event.previous = event.previous_calls[0]
    event.previous_callee = before.callee
    event.repeated_for = before.repeated_for(use)
    event.repeats = before.repeats_in(use)
    event.related = _further_in(event)
    frame.interpreter.note(event, None if event.repeats else "split")
