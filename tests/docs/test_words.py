"""The words of README and the documentation: plain ones, in short sentences, and true to the command."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from jaxlint.cli.command import check
from jaxlint.rules.registry import all_rules

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = sorted([README, ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")], key=lambda path: path.name)
CHECKED = [path for path in PAGES if path.name != "architecture.md"]

PRIVATE = (
    "nobody", "somebody", "anew", "arm", "arms", "mend", "mended", "twin", "kin", "hands on", "hand on", "hands out",
    "gives back", "tells", "told", "speaks", "says of", "stands for", "in view", "of then",
)  # fmt: skip
LONGEST_README = 120  # lines
LONGEST_SENTENCE = 40  # words


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def prose(text: str) -> str:
    """Without code, comments and the targets of links."""
    text = re.sub(r"^(`{3,}|~{3,})(.*)\n(?:.*\n)*?\1$", _fenced, text, flags=re.MULTILINE)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r"(?:(?<=\n\n)|\A)(?: {4,}.*\n|\n(?= {4}))+", "\n", text)
    text = re.sub(r"`[^`]*`", "CODE", text)
    return re.sub(r"\]\([^)\s]*\)", "]", text)


def _fenced(match: re.Match[str]) -> str:
    """A directive such as ``{warning}`` holds prose, and so may no code be searched."""
    is_prose = match[2].strip() in ("{warning}", "{note}", "{tip}")
    return "\n".join(match[0].splitlines()[1:-1]) if is_prose else ""


def private_words(text: str) -> list[str]:
    flat = " ".join(prose(text).split())
    return [word for word in PRIVATE if re.search(rf"(?<![\w-]){word}(?![\w-])", flat, re.IGNORECASE)]


def sentences(text: str) -> list[str]:
    """What a full stop ends, or a colon before a block; a row of a table and an item of a list stand alone."""
    found = []
    for block in re.split(r"\n\s*\n|\n(?=[-|#]|\d+\. )", prose(text)):
        found += re.split(r"(?<=[.?!])\s+", " ".join(block.split()))
    return [one for one in found if one]


def too_long(text: str) -> list[str]:
    return [one for one in sentences(text) if len(re.findall(r"\w[\w'’-]*", one)) > LONGEST_SENTENCE]


@pytest.mark.parametrize("path", CHECKED, ids=lambda path: path.name)
def test_no_private_words(path: Path) -> None:
    assert private_words(text_of(path)) == []


@pytest.mark.parametrize(
    "text",
    [
        "It is told anew.\n",
        "Of what is in\nview, nothing is said.\n",
        "| a | Mended |\n",
        "```{warning}\nNobody runs it.\n```\n",
        "- one\n- two: it says of a text\n",
    ],
)
def test_private_words_are_found(text: str) -> None:
    assert private_words(text) != []


@pytest.mark.parametrize(
    "text",
    [
        "Run `tells`, in [a page](docs/told.md).\n",
        "```text\nnobody\n```\n\nAn army of farms.\n",
        "See:\n\n    nobody    # in view\n\n    somebody\n\nDone.\n",
        "<!-- told -->\n",
        "In viewers, kin-like.\n",
    ],
)
def test_code_is_no_prose(text: str) -> None:
    assert private_words(text) == []


def test_readme_is_short() -> None:
    assert len(text_of(README).splitlines()) <= LONGEST_README
    assert too_long(text_of(README)) == []


def test_long_sentences_are_found() -> None:
    assert too_long("word " * 41 + ".\n") != []
    assert too_long("word " * 40 + ".\n\n" + "word " * 40 + ".\n") == []


def test_readme_counts_the_rules() -> None:
    rows = re.findall(r"^\| ([\w-]+) \|.*\| (\d+) \|$", text_of(README), re.MULTILINE)
    assert {name: int(number) for name, number in rows} == Counter(rule.family for rule in all_rules())
    assert f"[{len(all_rules())} rules]" in text_of(README)


def test_the_links_of_readme_lead_somewhere() -> None:
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", text_of(README)) if "://" not in link]
    assert links
    assert [link for link in links if not (ROOT / link.partition("#")[0]).exists()] == []


def test_every_option_is_on_the_page_of_the_command_line() -> None:
    page = text_of(ROOT / "docs" / "cli.md")
    options = [name for one in check.params for name in one.opts if name.startswith("-")]
    assert len(options) > 30
    assert [name for name in options if not re.search(rf"{name}(?![\w-])", page)] == []
