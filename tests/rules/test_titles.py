"""The titles of fixes are short; what a fix costs stands in its note."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from jaxlint.diagnostic import UNSAFE, Diagnostic, Fix
from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request
from jaxlint.rules.registry import all_rules
from jaxlint.settings.overrides import Overrides
from tools.rule_pages import fix_levels

pytestmark = pytest.mark.slow
FIXTURES = Path(__file__).parents[2] / "fixtures"


@pytest.fixture(scope="module")
def findings() -> list[Diagnostic]:
    paths = [str(path) for path in FIXTURES.rglob("*.py") if path.name.count(".") == 1]
    overrides = Overrides(isolated=True)
    asked = [Request([path], select=("ALL",), overrides=overrides, isolated_files=True) for path in paths]
    return [one for request in asked for one in run(request).diagnostics]


@pytest.fixture(scope="module")
def fixes(findings: list[Diagnostic]) -> list[Fix]:
    return [one.fix for one in findings if one.fix is not None]


def test_a_fix_has_a_level_that_the_page_of_its_rule_promises(findings: list[Diagnostic]) -> None:
    """And that the index of the rules lists."""
    promised = {rule.code: fix_levels(rule) for rule in all_rules()}
    levels = {(one.code, str(one.fix.applicability)) for one in findings if one.fix is not None}
    assert len(levels) > 60
    assert {(code, level) for code, level in levels if level not in promised[code]} == set()
    assert [rule.code for rule in all_rules() if bool(promised[rule.code]) != (rule.fix is not None)] == []


def test_titles_are_short_and_speak_of_what_is_written(fixes: list[Fix]) -> None:
    titles = {fix.title for fix in fixes}
    assert len(titles) > 60
    assert {title for title in titles if len(title) > 60 or title[0].isupper() or title.endswith(".")} == set()


@pytest.mark.parametrize("word", ["jnp", "lax", "jax"])
def test_a_function_of_jax_in_a_title_is_what_is_written(fixes: list[Fix], word: str) -> None:
    named = [(fix, name) for fix in fixes for name in re.findall(rf"`{word}\.([\w.]+)`", fix.title)]
    assert named
    # An edit that takes lines out leaves their comments alone.
    written = [(name.rpartition(".")[2], texts(fix)) for fix, name in named]
    assert {(name, text) for name, text in written if "hazard" not in text and name not in text} == set()


def texts(fix: Fix) -> str:
    return "\n".join(one.replacement for edits in fix.alone.values() for one in edits)


def test_the_note_takes_the_rest() -> None:
    fix = Fix(UNSAFE, "use `jnp.roll`; a shift wraps around; also use `jnp.sum`", {})
    assert (fix.title, fix.note) == ("use `jnp.roll`", "a shift wraps around; also use `jnp.sum`")
    assert Fix(fix.applicability, "use `jnp.sum`", {}).note == ""
