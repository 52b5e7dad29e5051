"""``jaxlint rule``: the pages of the rules."""

from __future__ import annotations

import sys

from jaxlint.cli.streams import emit, tell
from jaxlint.engine.select import hint
from jaxlint.rules.page import list_text, page_data, page_text
from jaxlint.rules.registry import all_rules


def rule(selector: str | None, output_format: str, in_full: bool = False) -> int:
    """A page for a code or name, a list for what means several.

    ``in_full``: the pages of those, too.  The exit status: 2 where there is no such rule.
    """
    rules = all_rules()
    word = selector or "ALL"
    chosen = [rule for rule in rules if word in rule.selectors() or word.upper() in rule.selectors()]
    if not chosen:
        tell("error", f"unknown rule {word!r}{hint(word, rules)}")
        return 2
    is_one = len(chosen) == 1 and word.upper() in (chosen[0].code, chosen[0].name.upper())
    if output_format == "json":
        import json

        pages = [page_data(rule) for rule in chosen]
        emit(json.dumps(pages[0] if is_one else pages, indent=2) + "\n", sys.stdout)
    elif in_full:
        emit("\n".join(map(page_text, chosen)), sys.stdout)
    else:
        emit(page_text(chosen[0]) if is_one else list_text(chosen), sys.stdout)
    return 0
