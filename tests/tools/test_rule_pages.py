"""The pages of the rules are what their docstrings say."""

from __future__ import annotations

import re

from tools.rule_pages import FOLDER, ROOT, pages

HOW = "python -m tools.rule_pages writes them anew"


def test_the_pages_are_current() -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    wanted = pages()
    assert written.keys() == wanted.keys(), HOW
    assert [name for name in wanted if written[name] != wanted[name]] == [], HOW


def test_links_lead_somewhere() -> None:
    dead = []
    for name, text in pages().items():
        prose = re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL)
        links = [link for link in re.findall(r"\]\(([^)]+)\)", prose) if not link.startswith("http")]
        dead += [f"{name}: {link}" for link in links if not (FOLDER / link).exists()]
    assert dead == []
    assert (ROOT / "docs" / "rules" / "index.md").exists()
