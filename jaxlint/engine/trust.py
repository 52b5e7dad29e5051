"""How far the user trusts the fixes of a rule: the settings take them away, or let them count as more or less."""

from __future__ import annotations

from jaxlint.diagnostic import SUGGESTION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic
    from jaxlint.engine.select import Selection, SelectionByFile
    from jaxlint.rules.rule import Rule

LEFT_OUT = "the settings disable the fixes of this rule"


def trust(diagnostics: list[Diagnostic], selection: Selection | SelectionByFile) -> None:
    """By what holds in the file of each finding."""
    rules: dict[str, Rule] | None = None
    for one in diagnostics:
        own = selection.at(one.location.path)
        if one.fix is None or not own.speaks_of_fixes:
            continue
        rules = rules or {rule.code: rule for rule in own.registered}
        if not own.may_fix(rules[one.code]):
            one.fix, one.no_fix = None, LEFT_OUT  # of a comment: others were not made at all
        elif one.fix.applicability != SUGGESTION:
            one.fix = one.fix.counting_as(own.level(rules[one.code], one.fix.applicability))
