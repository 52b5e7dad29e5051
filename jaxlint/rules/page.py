"""A rule's docstring as a page: for the terminal, and as data."""

from __future__ import annotations

import re
from textwrap import dedent

from jaxlint.diagnostic import Way

_WAY = re.compile(r"- (?P<title>(?:`[^`]*`|[^`:]|:(?! ))+)(?:: (?P<when>(?:`[^`]*`|[^`])+))?")
SILENCING = "How to silence"  # whose text begins with "When"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.rules.rule import Rule


class Page:
    """``sections``: heading and body, in the order of the docstring."""

    __slots__ = ("rule", "sections", "summary")

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        head, *rest = ("\n" + rule.doc).split("\n## ")
        self.summary = " ".join(head.split())
        self.sections: list[tuple[str, str]] = []
        for section in rest:
            heading, _, body = section.partition("\n")
            text = dedent(body).strip("\n")
            if heading.strip() == SILENCING:
                text = f"Put `# jaxlint: ignore[{rule.code}] -- reason` on the line {text[:1].lower()}{text[1:]}"
            self.sections.append((heading.strip(), text))

    @property
    def ways(self) -> tuple[Way, ...]:
        """Of the list under "Ways out", a line each: ``- title: when``, and a colon in code is the code's."""
        lines = dict(self.sections).get("Ways out", "").splitlines()
        found = [(line, _WAY.fullmatch(line)) for line in lines]
        if wrong := [line for line, way in found if way is None]:
            raise ValueError(f"{self.rule.name}: no way out: {wrong[0]!r}")
        return tuple(Way(way["title"], way["when"] or "") for _, way in found if way is not None)


def page_text(rule: Rule) -> str:
    """The whole page."""
    page = Page(rule)
    title = f"{rule.code}  {rule.name}  ({rule.severity})"
    lines = [title, "=" * len(title), page.summary, ""]
    for heading, body in page.sections:
        lines.append(heading)
        lines.extend(f"  {row}".rstrip() for row in body.split("\n"))
        lines.append("")
    return "\n".join(lines)


def page_data(rule: Rule) -> dict[str, object]:
    """The same as plain data, for JSON."""
    page = Page(rule)
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity,
        "groups": [rule.family, *rule.groups],
        "summary": page.summary,
        "fixable": rule.fix is not None,
        "runtime": rule.runtime,
        "sections": dict(page.sections),
    }


def list_text(rules: list[Rule]) -> str:
    """One line a rule."""
    width = max((len(rule.name) for rule in rules), default=0)
    rows = [f"{rule.code}  {rule.name:<{width}}  {rule.severity:<7}  {Page(rule).summary}".rstrip() for rule in rules]
    return "\n".join(rows) + "\n" if rows else ""
