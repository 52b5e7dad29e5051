"""The rules of a SARIF report, each with its page."""

from __future__ import annotations

from jaxlint.diagnostic import Severity
from jaxlint.rules.address import rule_address
from jaxlint.rules.page import Page, page_text
from jaxlint.rules.registry import all_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from jaxlint.rules.rule import Rule

LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def rules_of(codes: Iterable[str]) -> list[dict[str, object]]:
    """Those that have findings, in the order of their codes; a code that no rule has gets no more than its name."""
    known = {rule.code: rule for rule in all_rules()}
    return [_rule(known[code]) if code in known else {"id": code} for code in codes]


def _rule(rule: Rule) -> dict[str, object]:
    page, address = Page(rule), rule_address(rule)
    return {
        "id": rule.code,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": page.summary},
        "fullDescription": {"text": " ".join(dict(page.sections)["Why"].split())},
        "help": {"text": page_text(rule), "markdown": _markdown(page)},
        **({} if address is None else {"helpUri": address}),
        "defaultConfiguration": {"level": LEVELS[rule.severity]},
        "properties": {"tags": ["jax", rule.family, *rule.groups], "problem.severity": _severity(rule)},
    }


def _markdown(page: Page) -> str:
    """As GitHub shows it beside a finding."""
    rows = [page.summary, ""]
    for heading, body in page.sections:
        fenced = heading in ("Bad", "Good")
        rows += [f"## {heading}", "", *(["```python", body, "```"] if fenced else [body]), ""]
    return "\n".join(rows)


def _severity(rule: Rule) -> str:
    """GitHub's word for it."""
    return "recommendation" if rule.severity == Severity.INFO else rule.severity
