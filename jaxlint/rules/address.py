"""Where on the web a rule is explained: the one place that knows."""

from __future__ import annotations

import re

from jaxlint.rules.registry import all_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.rules.rule import Rule

# Where docs/rules is published, with a slash at the end: what `Documentation` of pyproject's urls says, which
# tests/rules/test_address.py holds equal.  Empty as long as it is published nowhere.
SITE = ""


def address_of(code: str) -> str | None:
    """The address of a rule's page; None for a code that no rule has."""
    for rule in all_rules():
        if rule.code == code:
            return rule_address(rule)
    return None


def rule_address(rule: Rule) -> str | None:
    """Our page where it is published, else the page of JAX's documentation that ours leads to."""
    if SITE:
        return f"{SITE}{rule.name}.html"
    found = re.search(r"https://[^\s)]*[\w/]", rule.doc)
    return None if found is None else found[0]
