"""Writes docs/rules/: a page for each rule, made from the rule's docstring, and their index.

    python -m tools.rule_pages

Never edit those files: edit the docstring, and run this.  tests/tools/test_rule_pages.py asks whether they are current.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from jaxlint.diagnostic import SAFE, SUGGESTION, UNSAFE
from jaxlint.rules.page import Page
from jaxlint.rules.registry import all_rules
from jaxlint.rules.rule import Rule

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "rules"
NOTE = "<!-- Written by tools/rule_pages.py from the rule's docstring: edit that. -->"
EXAMPLES = ("Bad", "Good")
LEVELS = (SAFE, UNSAFE, SUGGESTION)
INTRODUCTION = """\
The level is *error* if JAX raises, *warning* if the code silently misbehaves or is likely to fail, and *info* for
advice, which is off by default. The column *fix* lists the levels that a fix of the rule can have. Whether a finding
has a fix, and at which level, depends on the code: see [How fixes work](../fixes.md).
"""


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    wanted = pages()
    for path in FOLDER.glob("*.md"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    print(f"{len(wanted)} files in {FOLDER}")
    return 0


def pages() -> dict[str, str]:
    """File name -> text."""
    rules = all_rules()
    return {"index.md": index(rules), **{f"{rule.name}.md": page(rule) for rule in rules}}


def folder(rule: Rule) -> str:
    """Where the files of its family are."""
    return rule.family.replace("-", "_")


def index(rules: list[Rule]) -> str:
    families: dict[str, list[Rule]] = {}
    for rule in rules:
        families.setdefault(rule.family, []).append(rule)
    lines = [NOTE, "# Rules", "", INTRODUCTION]
    for name, members in families.items():
        lines += [
            f"## {name.replace('-', ' ').capitalize()}",
            "",
            f"Group `{name}`{_others(members)}.",
            "",
            "| code | name | level | fix | finds |",
            "|---|---|---|---|---|",
        ]
        lines += [
            f"| {one.code} | [{one.name}]({one.name}.md) | {one.severity} | {', '.join(fix_levels(one)) or 'none'}"
            f" | {_cell(Page(one).summary)} |"
            for one in members
        ]
        lines.append("")
    return "\n".join(lines)


def fix_levels(rule: Rule) -> list[str]:
    """Those that its page promises under "Fix safety"; tests/rules/test_titles.py compares them with real fixes."""
    promise = re.sub(r"`[^`]*`", "", dict(Page(rule).sections).get("Fix safety", ""))
    return [level for level in LEVELS if re.search(rf"\b{level}\b", promise, re.IGNORECASE)]


def _others(rules: list[Rule]) -> str:
    """The further groups of a family, each with its rules."""
    groups: dict[str, list[str]] = {}
    for rule in rules:
        for group in rule.groups:
            groups.setdefault(group, []).append(rule.code)
    return "".join(f"; `{group}` is {', '.join(codes)}" for group, codes in groups.items())


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def page(rule: Rule) -> str:
    made = Page(rule)
    fix = "has fixes" if rule.fix is not None else "has no fix"
    groups = ", ".join(f"`{group}`" for group in (rule.family, *rule.groups))
    lines = [NOTE, f"# {rule.code}: {rule.name}", "", f"*{rule.severity}, {fix}; {groups}*", "", made.summary, ""]
    for heading, body in made.sections:
        lines += [f"## {heading}", ""]
        lines += ["```python", body, "```"] if heading in EXAMPLES else [body]
        lines.append("")
    own, alike = f"fixtures/{folder(rule)}/{_stem(rule)}.py", f"fixtures/lookalikes/{_stem(rule)}.py"
    lines += ["## Shown by", ""]
    lines += [f"[{own}](../../{own}), which JAX runs; what only looks like it: [{alike}](../../{alike}).", ""]
    return "\n".join(lines)


def _stem(rule: Rule) -> str:
    return rule.name.replace("-", "_")


if __name__ == "__main__":
    sys.exit(main())
