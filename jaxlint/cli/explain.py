"""``jaxlint rule``: the pages of the rules."""

from __future__ import annotations

import sys

from jaxlint.cli.streams import emit, tell
from jaxlint.engine.select import nearest
from jaxlint.rules.page import list_text, page_data, page_text
from jaxlint.rules.registry import all_rules


def explain(selector: str | None, output_format: str) -> int:
    """The exit status: 2 where there is no such rule."""
    rules = all_rules()
    chosen = [rule for rule in rules if selector is None or selector.upper() == rule.code or selector == rule.name]
    if not chosen and selector is not None:
        tell("error", f"unknown rule {selector!r}{nearest(selector, [n for r in rules for n in (r.code, r.name)])}")
        return 2
    if output_format == "json":
        import json

        pages = [page_data(rule) for rule in chosen]
        emit(json.dumps(pages if selector is None else pages[0], indent=2) + "\n", sys.stdout)
    elif selector is None:
        emit(list_text(chosen), sys.stdout)
    else:
        emit(page_text(chosen[0]), sys.stdout)
    return 0
