"""One use of a PRNG key: by what, in which calls, branches and iterations."""

from __future__ import annotations

from jaxlint.tracing.keys.taken_branches import asks_of_iteration, is_taken_once

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.events.event import Place
    from jaxlint.tracing.values.value import Value

    Turn = tuple[int, int, str]  # calls under way around the loop, number of the iteration, what it is called
    Arm = tuple[_ast.AST, int]  # a branching statement or expression, and the number of the branch
    Way = tuple[tuple[Place, ...], tuple[Arm, ...], tuple[Turn, ...]]  # to a place: calls, branches and loops around it
    Path = tuple[tuple[object, ...], ...]  # of each split on the way: which row of it

SPLIT = "jax.random.split"
HANDED = "handed over"  # to what nobody follows


class Taken:
    """How a call consumed a key: by what, and the calls and undecided branches in it that led there.

    ``argument``: what the last of the calls was given for it.
    ``below``: of a split, how keys that came of it were used, each with the rows that lead there.
    """

    __slots__ = ("argument", "arms", "below", "callee", "calls")

    def __init__(
        self, callee: str, calls: tuple[Place, ...] = (), arms: tuple[Arm, ...] = (), argument: _ast.AST | None = None
    ) -> None:
        self.below: list[tuple[Path, Taken]] = []
        self.argument = argument
        self.callee = callee
        self.calls = calls
        self.arms = arms


class Use:
    """``calls``: the calls that lead to it, outermost first, the one that takes the key last.

    ``arms``: the undecided branches around it; ``turns``: the loops around it, with the number of the turn;
    ``key``: the identity of what is taken, ``value`` what is known of it, as ``argument`` of the call ``node``.
    """

    __slots__ = ("argument", "arms", "callee", "calls", "key", "node", "turns", "value")

    def __init__(
        self, way: Way, place: Place, taken: Taken, key: object, value: Value, argument: _ast.AST | None
    ) -> None:
        self.key = key
        self.value = value
        is_closed_over = argument is None and taken.argument is not None
        self.node = taken.calls[-1][2] if is_closed_over else place[2]
        self.argument = taken.argument if is_closed_over else argument
        calls, arms, self.turns = way
        self.calls: tuple[Place, ...] = (*calls, place, *taken.calls)
        self.arms = (*arms, *taken.arms)
        self.callee = taken.callee

    def inside(self, way: Way) -> Taken:
        """The same as seen from a call that is being left."""
        calls, arms, _ = way
        inner = self.calls[len(calls) + 1 :]
        return Taken(self.callee, inner, self.arms[len(arms) :], self.argument if inner else None)

    def leads_to(self, later: Use) -> bool:
        """True where one of the two never happens without the other: no two branches that may exclude each other."""
        for (node, branch), (other, taken) in zip(self.arms, later.arms, strict=False):
            if node is other and branch != taken:
                return False
            if node is not other and not (
                asks_of_iteration(self.calls[-1], node, other) and asks_of_iteration(later.calls[-1], other, node)
            ):
                return False
        if [call[2] for call in self.calls] != [call[2] for call in later.calls]:
            return True
        # One place met twice: in two iterations, or by another way than a call, and then only one of them is run.
        module, arms = self.calls[-1][0], (*self.arms, *later.arms)
        return bool(self.repeated_for(later)) and not any(is_taken_once(module, *branch) for branch in arms)

    def repeats_in(self, later: Use) -> bool:
        """True where both may hand out the same bits: what is drawn of a key repeats nothing of the keys split from it.

        Of two splits, what is drawn from their keys may: ``meet`` tells.
        """
        return SPLIT not in (self.callee, later.callee)

    def repeated_for(self, later: Use) -> str:
        """What there is another of between the two: an iteration, a leaf of a tree; empty where there is none."""
        pairs = zip(self.turns, later.turns, strict=False)
        return next((one[2] for one, other in pairs if one[0] == other[0] and one != other), "")

    def is_before(self, other: Use) -> bool:
        """As the text has the two; of two iterations, the first."""
        level = self.parting(other)
        (module, function, node), there = (one.calls[min(level, len(one.calls) - 1)] for one in (self, other))
        if self.repeated_for(other) or module is not there[0] or function is not there[1]:
            return True
        return bool(node.lineno <= there[2].lineno)  # type: ignore[attr-defined]

    def parting(self, later: Use) -> int:
        """How many calls the two have in common; in a loop, those around the loop."""
        for level, (one, other) in enumerate(zip(self.calls, later.calls, strict=False)):
            if one[2] is not other[2]:
                return level
        for one, other in zip(self.turns, later.turns, strict=False):  # type: ignore[assignment]
            if one != other:
                return min(one[0], len(later.calls) - 1)  # type: ignore[call-overload, no-any-return]
        return len(later.calls) - 1
