"""Which PRNG keys were consumed on the way to one place of the program, as a value that its paths share."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from jaxlint.tracing.keys.key_use import Use

    Last = Any  # a key with the Last before it, or None; as a tuple, mypyc would make another one of it each time

_KEPT = 4  # uses of one key that are remembered
_RECENT = 24  # keys that each use copies; what is older is shared


class Consumed:
    """Identity of a key -> where it was consumed.  Never changed: one more use makes another, that shares the older.

    ``last``: the key that was consumed last, and the ``last`` before that.
    """

    __slots__ = ("_older", "_recent", "last")

    def __init__(
        self, older: dict[object, tuple[Use, ...]], recent: dict[object, tuple[Use, ...]], last: Last = None
    ) -> None:
        many = len(recent) > _RECENT
        self.last = last
        self._older = {**older, **recent} if many else older
        self._recent = {} if many else recent

    def of(self, identity: object) -> tuple[Use, ...]:
        """Where this key was consumed, at most a few times."""
        return self._recent.get(identity) or self._older.get(identity, ())

    def having(self, identity: object, use: Use) -> Consumed:
        """The same after one more use of a key."""
        earlier = self.of(identity)
        if len(earlier) == _KEPT:
            return self
        return Consumed(self._older, {**self._recent, identity: (*earlier, use)}, (identity, self.last))

    def is_full(self, identity: object) -> bool:
        """One more use of this key is not kept."""
        return len(self.of(identity)) == _KEPT

    def since(self, before: Consumed) -> list[object]:
        """The keys that were consumed after that, in this order."""
        found: list[object] = []
        last = self.last
        while last is not None and last is not before.last:
            found.append(last[0])
            last = last[1]
        return [*dict.fromkeys(reversed(found))]

    def merged(self, other: Consumed | None) -> Consumed:
        """What was consumed on either of two paths."""
        if other is None or other is self:
            return self
        new: dict[object, tuple[Use, ...]] = {}
        last = self.last
        for identity in self._only_in(other):
            before = self.of(identity)
            uses = (*before, *(use for use in other.of(identity) if use not in before))[:_KEPT]
            if len(uses) > len(before):
                last = identity, last
                new[identity] = uses
        return Consumed(self._older, {**self._recent, **new}, last) if new else self

    def _only_in(self, other: Consumed) -> list[object]:
        """The keys that the other path has consumed since the two parted; nothing that lies before is looked at."""
        mine, theirs = self.last, other.last
        ours, others = {id(mine): 0}, {id(theirs): 0}  # by how long ago
        trail: list[object] = []
        while id(theirs) not in ours and id(mine) not in others:
            if mine is not None:
                mine = mine[1]
                ours[id(mine)] = len(ours)
            if theirs is not None:
                trail.append(theirs[0])
                theirs = theirs[1]
                others[id(theirs)] = len(others)
        return [*dict.fromkeys(reversed(trail[: others.get(id(mine), len(trail))]))]


NOTHING = Consumed({}, {})
