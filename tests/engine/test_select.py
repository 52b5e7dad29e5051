"""Selectors."""

import pytest

from jaxlint.engine.request import Request
from jaxlint.engine.select import Selection
from jaxlint.settings.model import Settings
from tests.engine.fakes import rule

RULES = [
    rule("JAX101", "single-argument-where"),
    rule("JAX103", "boolean-mask-read"),
    rule("JAX301", "branch-on-tracer", family="control-flow"),
    rule("JAX309", "traced-array-iteration", severity="info", family="control-flow", groups=("performance",)),
]


def selection(settings=None, **request):
    return Selection(Settings("/", **(settings or {})), Request(["."], **request), lambda: RULES)


def codes(settings=None, **request):
    return " ".join(rule.code[3:] for rule in selection(settings, **request).rules)


@pytest.mark.parametrize(
    ("settings", "request_", "expected"),
    [
        ({}, {}, "101 103 301"),
        ({"select": ("JAX1",)}, {}, "101 103"),
        ({"select": ("ALL",)}, {}, "101 103 301 309"),
        ({"select": ()}, {}, ""),
        ({"ignore": ("branch-on-tracer",)}, {}, "101 103"),
        ({"extend_select": ("JAX309",)}, {}, "101 103 301 309"),
        ({"select": ("JAX101",), "ignore": ("JAX1",)}, {}, "101"),
        ({"select": ("JAX1",), "ignore": ("JAX101",)}, {}, "103"),
        ({"select": ("JAX1",), "ignore": ("JAX1",)}, {}, ""),
        ({"select": ("JAX1",)}, {"select": ("JAX3",)}, "301 309"),
        ({"ignore": ("JAX1",)}, {"select": ("JAX1",)}, "101 103"),
        ({"select": ("JAX1",)}, {"ignore": ("JAX101",)}, "103"),
        ({"ignore": ("JAX1",)}, {"extend_select": ("JAX101",)}, "101 301"),
        ({}, {"select": ("boolean-mask-read",)}, "103"),
        ({"select": ("shapes",)}, {}, "101 103"),
        ({"select": ("ALL",), "ignore": ("control-flow",)}, {}, "101 103"),
        ({"select": ("JAX",), "ignore": ("shapes",)}, {}, "301 309"),
        ({"extend_select": ("performance",), "ignore": ("control-flow",)}, {}, "101 103 309"),
        ({"select": ("JAX301",), "ignore": ("control-flow",)}, {}, "301"),
    ],
)
def test_selection(settings, request_, expected):
    assert codes(settings, **request_) == expected


@pytest.mark.parametrize(
    ("severity", "expected"),
    [
        ((), [None, None]),
        ((("ALL", "warning"),), ["warning", "warning"]),
        ((("shapes", "info"), ("JAX103", "error")), ["info", "error"]),
        ((("JAX103", "error"), ("shapes", "info")), ["info", "error"]),
        ((("branch-on-tracer", "info"),), [None, None]),
    ],
)
def test_the_most_specific_selector_says_how_severe(severity, expected):
    made = selection({"severity": severity})
    assert [made.severity(one) for one in RULES[:2]] == expected


def test_unknown_selectors_of_severities_are_told():
    made = selection({"path": "pyproject.toml", "severity": (("shape", "info"),), "lines": {"shape": 7}})
    assert [str(one) for one in made.problems] == ["pyproject.toml:7: unknown rule 'shape'; did you mean `shapes`?"]


def test_unknown_selectors_are_told_where_they_stand():
    settings = {"path": "pyproject.toml", "ignore": ("JAX130",), "lines": {"JAX130": 4}}
    problems = selection(settings, select=("boolean-mask-red", "JAX1", "jax1033")).problems
    assert [str(problem) for problem in problems] == [
        "pyproject.toml:4: unknown rule 'JAX130'; did you mean `JAX101`?",
        "--select: unknown rule 'boolean-mask-red'; did you mean `boolean-mask-read`?",
        "--select: unknown rule 'jax1033'; did you mean `JAX103`?",
    ]


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("E501", ", a code of another tool: jaxlint's begin with JAX"),
        ("PLR0913", ", a code of another tool: jaxlint's begin with JAX"),
        ("JL001", ", a code of another tool: jaxlint's begin with JAX"),
        ("f401", ", a code of another tool: jaxlint's begin with JAX"),
        ("jax1", "; did you mean `JAX1`?"),
        ("jax101", "; did you mean `JAX101`?"),
        ("all", "; did you mean `ALL`?"),
        ("Shapes", "; did you mean `shapes`?"),
        ("BRANCH-ON-TRACER", "; did you mean `branch-on-tracer`?"),
        ("JX101", "; did you mean `JAX101`?"),
        ("shapes1", "; did you mean `shapes`?"),
        ("JAX3999", "; did you mean `JAX301`?"),
        ("JAX9999", ""),
        ("501", ""),
        ("E", ""),
    ],
)
def test_what_an_unknown_selector_may_have_meant(word, said):
    typed = selection(select=(word,)).problems
    written = selection({"path": "pyproject.toml", "ignore": (word,), "lines": {word: 2}}).problems
    assert [str(one) for one in typed + written] == [
        f"--select: unknown rule {word!r}{said}",
        f"pyproject.toml:2: unknown rule {word!r}{said}",
    ]


def test_rules_are_not_loaded_before_they_are_asked_for():
    Selection(Settings("/"), Request(["."]), lambda: pytest.fail("loaded"))
    with pytest.raises(pytest.fail.Exception):
        Selection(Settings("/"), Request(["."], ignore=("JAX1",)), lambda: pytest.fail("loaded"))


def test_per_file_ignores():
    chosen = selection({"per_file_ignores": (("tests/", ("JAX1",)), ("*_test.py", ("ALL",)))})
    where, branch = RULES[0], RULES[2]
    assert chosen.speaks_in(where, "/src/a.py")
    assert not chosen.speaks_in(where, "/tests/deep/a.py")
    assert chosen.speaks_in(branch, "/tests/deep/a.py")
    assert not chosen.speaks_in(branch, "/src/a_test.py")
