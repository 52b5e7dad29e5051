"""Which PRNG keys were consumed on the way to one place of the program, as a value that its paths share."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.keys.key_use import Use

_KEPT = 4  # uses of one key that are remembered
_RECENT = 24  # keys that each use copies; what is older is shared


class Consumed:
    """Identity of a key -> where it was consumed.  Never changed: one more use makes another, that shares the older."""

    __slots__ = ("_older", "_recent")

    def __init__(self, older: dict[object, tuple[Use, ...]], recent: dict[object, tuple[Use, ...]]) -> None:
        many = len(recent) > _RECENT
        self._older = {**older, **recent} if many else older
        self._recent = {} if many else recent

    def of(self, identity: object) -> tuple[Use, ...]:
        """Where this key was consumed, at most a few times."""
        return self._recent.get(identity) or self._older.get(identity, ())

    def having(self, identity: object, use: Use) -> Consumed:
        """The same after one more use of a key."""
        earlier = self.of(identity)
        return self if len(earlier) == _KEPT else Consumed(self._older, {**self._recent, identity: (*earlier, use)})

    def merged(self, other: Consumed | None) -> Consumed:
        """What was consumed on either of two paths."""
        if other is None or other is self:
            return self
        same = other._older is self._older
        theirs = other._recent if same else {**other._older, **other._recent}
        mine = self._recent if same else {**self._older, **self._recent}
        new = {}
        for identity, uses in theirs.items():
            if mine.get(identity) is not uses:
                before = self.of(identity)
                new[identity] = (*before, *(use for use in uses if use not in before))[:_KEPT]
        return Consumed(self._older, {**self._recent, **new}) if new else self


NOTHING = Consumed({}, {})
