"""What a rule is, and what it says of one event."""

from __future__ import annotations

from jaxlint.codemods.rewrite import Rewrite
from jaxlint.diagnostic import Way
from jaxlint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable
    from typing import Any

    from jaxlint.codemods.site import Site

    # Any: each rule names the kind of event that it asks for.
    Check = Callable[[Any], "Hazard | None"]
    Mend = Callable[[Any, Site], "Rewrite | None"]


class Hazard(Record):
    """An event that a rule calls bad: the sentence for the user, and the node to mark (default: the event's).

    ``severity``: of this one, where it is less than the rule's; ``ways``: how the titles of the rule's ways out begin
    that fit this one, in order; empty: all.
    """

    message: str
    node: _ast.AST | None = None
    severity: str | None = None
    ways: tuple[str, ...] = ()


class Rule:
    """``events``: kinds the check wants to see; ``runtime``: what JAX raises or which JAX checker confirms it;
    ``unfixed``: why a finding has no fix, where no recipe knows better; ``groups``: what else it is about than its
    family, the folder that it is in: each is a selector; ``ways``: out of what it reports."""

    __slots__ = (
        "check", "code", "doc", "events", "family", "fix", "groups", "name", "runtime", "severity", "unfixed", "ways",
    )  # fmt: skip

    def __init__(
        self,
        code: str,
        severity: str,
        events: tuple[str, ...],
        runtime: str,
        check: Check,
        fix: Mend | None = None,
        unfixed: str = "",
        groups: tuple[str, ...] = (),
    ) -> None:
        self.code = code
        self.severity = severity
        self.events = events
        self.runtime = runtime
        self.check = check
        self.fix = fix
        self.unfixed = unfixed or f"no known rewrite fits; see `jaxlint rule {code}`, Ways out"
        self.groups = groups
        self.name = ""  # the file name in kebab-case,
        self.family = ""  # the folder's, and
        self.doc = ""  # the file's docstring,
        self.ways: tuple[Way, ...] = ()  # and those that it lists: all set by the registry

    def ways_out(self, hazard: Hazard) -> tuple[Way, ...]:
        """Of one finding."""
        fitting = (way for start in hazard.ways for way in self.ways if way.title.startswith(start))
        return tuple(fitting) if hazard.ways else self.ways

    def selectors(self) -> dict[str, int]:
        """The words that mean this rule, each with how narrow it is: a code, the start of one, a group, a name."""
        starts = {self.code[:length]: length for length in range(3, len(self.code) + 1)}
        return {"ALL": 0, **starts, self.family: 4, **dict.fromkeys(self.groups, 5), self.name: 100}
