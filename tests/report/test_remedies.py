"""Each finding says what to do, whoever reads the report."""

from __future__ import annotations

import json
from html import unescape

import pytest

from jaxlint.diagnostic import SAFE, Diagnostic, Fix, Location, Way
from jaxlint.engine.request import Outcome
from jaxlint.report.formats import rendered
from jaxlint.report.view import View
from jaxlint.rules.registry import all_rules
from jaxlint.text.source import Source

WHERE, COND, STATIC = Way("use `jnp.where`", "both are cheap"), Way("use `lax.cond`", "one is not"), Way("stay", "few")


def finding(
    ways: tuple[Way, ...], fix: Fix | None = None, no_fix: str | None = None, code: str = "JAX301"
) -> Diagnostic:
    place = Location("a.py", 1, 1, 1, 2)
    return Diagnostic(code, "a-name", "error", "`x` is traced", place, (), fix, no_fix, ways)


def report(name: str, *findings: Diagnostic, **view: bool) -> str:
    outcome = Outcome()
    outcome.sources = outcome.before = {"a.py": Source("a.py", "x = 1\n")}
    outcome.diagnostics = list(findings)
    return rendered(name, outcome, View(quiet=True, **view))


def plain(said: str) -> str:
    """A report without the spelling of its format."""
    if said.startswith(("{", "[")):
        said = "\n".join(strings(json.loads(said)))
    return unescape(said).replace("%25", "%")


def strings(data: object) -> list[str]:
    parts = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return [data] if isinstance(data, str) else [one for part in parts for one in strings(part)]


@pytest.mark.parametrize("name", ["text", "json", "sarif", "github", "gitlab", "junit", "rdjson"])
def test_each_rule_has_a_way_out(name: str) -> None:
    for rule in all_rules():
        said = plain(report(name, finding(rule.ways, code=rule.code)))
        assert rule.ways
        assert [way.title for way in rule.ways if way.title not in said] == []


def test_the_fix_comes_first_and_is_told_once() -> None:
    fix = Fix(SAFE, "branch with `lax.cond`", {"a.py": []})
    ways = finding((WHERE, COND, STATIC), fix).remedies()
    assert [(one.title, one.when, one.fix) for one in ways] == [
        ("branch with `lax.cond`", "one is not", fix),
        ("use `jnp.where`", "both are cheap", None),
        ("stay", "few", None),
    ]


def test_a_fix_of_another_kind_takes_no_way_away() -> None:
    fix = Fix(SAFE, "compute it in Python", {"a.py": []})
    assert [str(one) for one in finding((WHERE, STATIC), fix).remedies()] == [
        "compute it in Python",
        "use `jnp.where`, if both are cheap",
        "stay, if few",
    ]


def test_where_there_is_no_fix_the_first_way_says_why() -> None:
    data = json.loads(report("json", finding((WHERE, COND), no_fix="it prints")))["findings"][0]
    assert [(one["title"], one["applicability"], one["edits"], one["no_fix"]) for one in data["ways"]] == [
        ("use `jnp.where`", None, [], "it prints"),
        ("use `lax.cond`", None, [], None),
    ]


def test_the_text() -> None:
    said = report("text", finding((WHERE, COND), no_fix="it prints"))
    assert "  = fix: use `jnp.where`, if both are cheap\n  = or: use `lax.cond`, if one is not\n" in said
    assert "it prints" not in said
    assert "  = no automatic fix: it prints\n" in report("text", finding((WHERE,), no_fix="it prints"), verbose=True)
    assert "  = way 1: use `jnp.where`" in report("text", finding((WHERE, COND)), numbered=True)
