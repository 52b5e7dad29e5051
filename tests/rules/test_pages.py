"""The page of each rule keeps to its frame, and its examples do what it says: in jaxlint, and on JAX."""

from __future__ import annotations

import contextlib
import io
import re
import warnings
from pathlib import Path

import jax
import pytest

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request
from jaxlint.rules.page import Page
from jaxlint.rules.registry import all_rules
from jaxlint.rules.rule import Rule
from jaxlint.settings.overrides import Overrides

FRAME = ["Why", "Bad", "Good", "Ways out", "Fix safety", "How to silence"]
LAST = ("JAX's error", "How to confirm")
LIBRARIES = ("flax", "optax", "equinox", "haiku")
WAY = re.compile(r"- (?P<title>[^:]+(?:`[^`]*`[^:]*)*): (?P<when>.+[^.])")
RAISES = re.compile(r"`(?:\w+\.)*([A-Z]\w+)`")
PRINTS = re.compile(r"# prints (.*)")

each_rule = pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
each_example = pytest.mark.parametrize("heading", ["Bad", "Good"])


def sections(rule: Rule) -> dict[str, str]:
    return dict(Page(rule).sections)


@each_rule
def test_the_frame(rule: Rule) -> None:
    page = Page(rule)
    headings = [heading for heading, _ in page.sections]
    assert headings[:-1] == FRAME
    assert headings[-1] in LAST
    assert len(page.summary) <= 80
    assert not page.summary.endswith(".")
    assert "\n" not in rule.doc.partition("\n\n")[0].strip()
    lines = {heading: body.count("\n") + 1 for heading, body in page.sections}
    assert lines["Why"] <= 4
    assert lines["Fix safety"] <= 5
    assert ("no automatic fix" in sections(rule)["Fix safety"]) == (rule.fix is None)


@each_rule
def test_the_ways_out(rule: Rule) -> None:
    ways = sections(rule)["Ways out"].split("\n")
    assert 1 <= len(ways) <= 5
    assert [f"- {one.title}{one.when and f': {one.when}'}" for one in rule.ways] == ways
    assert all(part.count("`") % 2 == 0 for one in rule.ways for part in (one.title, one.when))
    for line in ways:
        way = WAY.fullmatch(line)
        assert way is not None, line
        assert len(line) <= 110, line
        assert len(way["title"]) <= 60, line
        assert way["title"][0] == way["title"][0].lower(), line


def codes(path: Path) -> list[str]:
    outcome = run(Request([str(path)], select=("ALL",), overrides=Overrides(isolated=True), isolated_files=True))
    assert outcome.problems == []
    assert all(one.remedies() for one in outcome.diagnostics)
    return sorted(one.code for one in outcome.diagnostics)


@each_example
@each_rule
def test_what_jaxlint_reports(rule: Rule, heading: str, tmp_path: Path) -> None:
    path = tmp_path / "example.py"
    path.write_text(sections(rule)[heading] + "\n")
    assert sorted(set(codes(path))) == ([rule.code] if heading == "Bad" else [])


@each_example
@each_rule
def test_what_jax_does(rule: Rule, heading: str, tmp_path: Path) -> None:
    page = sections(rule)
    text = page[heading]
    for library in LIBRARIES:
        if re.search(rf"^(import|from) {library}\b", text, re.M):
            pytest.importorskip(library)
    raises = RAISES.findall(page[LAST[0]]) if heading == "Bad" and LAST[0] in page else []
    printed, error = executed(text, tmp_path / "example.py")
    assert printed == PRINTS.findall(text)
    if raises:
        assert error is not None, f"raises none of {raises}"
        assert {kind.__name__ for kind in type(error).__mro__} & set(raises), error
    elif error is not None:
        raise error


def executed(text: str, path: Path) -> tuple[list[str], Exception | None]:
    """What a program prints, and raises."""
    path.write_text(text + "\n")
    output, error = io.StringIO(), None
    x64 = jax.config.read("jax_enable_x64")
    try:
        with contextlib.redirect_stdout(output), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(text, str(path), "exec"), {"__name__": "__main__"})
    except Exception as raised:
        error = raised
    finally:
        jax.config.update("jax_enable_x64", x64)
    return output.getvalue().splitlines(), error
