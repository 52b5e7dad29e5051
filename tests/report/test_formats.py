"""Each format of the table, by what those who read it have published of it."""

import json
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator, ValidationError

from jaxlint.diagnostic import UNSAFE, Diagnostic, Fix, Problem, Severity
from jaxlint.engine.request import Outcome
from jaxlint.report.formats import FORMATS, rendered
from jaxlint.report.view import View
from jaxlint.text.edit import Edit
from jaxlint.text.source import Source
from jaxlint.text.span import Span
from tests.report.samples import located, outcome
from tests.report.schemas import GITLAB, RDJSON, SARIF

SCHEMAS = {"sarif": SARIF, "gitlab": GITLAB, "rdjson": RDJSON}
MASK_PAGE = "https://docs.jax.dev/en/latest/errors.html#jax.errors.NonConcreteBooleanIndexError"


def shown(name, result=None, **view):
    return rendered(name, result or outcome(), View(**view))


def nothing():
    clean = Outcome()
    clean.sources = clean.before = {"good.py": Source("good.py", "")}
    return clean


@pytest.mark.parametrize("name", SCHEMAS)
@pytest.mark.parametrize("make", [outcome, nothing, Outcome])
def test_the_schema(name, make):
    document = json.loads(shown(name, make()))
    Draft202012Validator(SCHEMAS[name]).validate(document)


@pytest.mark.parametrize(
    ("name", "spoil"),
    [
        ("sarif", lambda it: it["runs"][0]["results"][0].update(ruleID="JAX103")),
        ("sarif", lambda it: it["runs"][0]["results"][0]["locations"][0].update(message="no object")),
        ("gitlab", lambda it: it[0].pop("fingerprint")),
        ("gitlab", lambda it: it[0]["location"].clear()),
        ("rdjson", lambda it: it["diagnostics"][0].update(severity="error")),
    ],
)  # fmt: skip
def test_the_schema_can_fail(name, spoil):
    document = json.loads(shown(name))
    spoil(document)
    with pytest.raises(ValidationError):
        Draft202012Validator(SCHEMAS[name]).validate(document)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("path", ["a.py", "evil\x1b[31m\n::error::,;]]>\"'<&.py", "dir/\udcff.py"])
def test_no_format_lets_control_characters_through(name, path):
    report = shown(name, outcome(path))
    assert "\x1b" not in report
    assert not any(line.startswith("::error::,") for line in report.split("\n"))
    report.encode("ascii" if "json" in name or name in ("sarif", "gitlab") else "utf-8")


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {"concise", "grouped", "pylint"}))
def test_each_finding_names_its_page(name):
    assert MASK_PAGE in shown(name)


def test_concise():
    assert shown("concise").split("\n")[:3] == [
        "a.py:1:1: warning JAX402 a warning",
        "a.py:5:9: error JAX103 [*] 100%: `x[mask]`\\nis bad",
        "Found 1 error and 1 warning in 1 of 2 files.",
    ]
    assert shown("concise", quiet=True).count("\n") == 2


def test_grouped():
    result = outcome()
    result.diagnostics.append(
        Diagnostic("JAX101", "x", Severity.INFO, "an advice", located("b.py", 0, 6, "import jax\n"))
    )
    assert shown("grouped", result, unsafe=True).split("\n")[:7] == [
        "a.py:",
        "  1:1 warning JAX402 [*] a warning",
        "  5:9 error JAX103 [*] 100%: `x[mask]`\\nis bad",
        "",
        "b.py:",
        "  1:1 info JAX101 an advice",
        "",
    ]


def test_json_lines_are_the_findings_of_json():
    lines = [json.loads(line) for line in shown("json-lines").splitlines()]
    assert lines == json.loads(shown("json"))["findings"]
    assert lines[1]["url"] == MASK_PAGE


def test_pylint():
    assert shown("pylint").splitlines() == ["a.py:1: [JAX402] a warning", "a.py:5: [JAX103] 100%: `x[mask]`\\nis bad"]


def test_azure():
    assert shown("azure").splitlines() == [
        "##vso[task.logissue type=error;sourcepath=c,d.py;linenumber=3;]can't be read: so it goes",
        "##vso[task.logissue type=warning;sourcepath=a.py;linenumber=1;columnnumber=1;code=JAX402;]a warning"
        "%0Asee: https://docs.jax.dev/en/latest/jax.experimental.key_reuse.html",
        "##vso[task.logissue type=error;sourcepath=a.py;linenumber=5;columnnumber=9;code=JAX103;]"
        f"100%AZP25: `x[mask]`%0Ais bad%0Asee: {MASK_PAGE}",
    ]
    command = shown("azure", outcome("a];b\n.py")).splitlines()[1]
    assert "sourcepath=a%5D%3Bb%0A.py;" in command


def results(result):
    return json.loads(shown("sarif", result))["runs"][0]["results"]


def test_sarif_tells_why_the_value_is_traced():
    (flow,) = results(outcome())[1]["codeFlows"]
    steps = [step["location"] for step in flow["threadFlows"][0]["locations"]]
    assert [step["message"]["text"] for step in steps] == [
        "`total` is traced by jax.jit",
        "argument `mask`",
        "100%: `x[mask]`\nis bad",
    ]
    assert steps[0]["physicalLocation"]["region"]["startLine"] == 3


def test_sarif_fixes_rules_and_problems():
    (fix,) = results(outcome())[1]["fixes"]
    (change,) = fix["artifactChanges"]
    assert [one["insertedContent"]["text"] for one in change["replacements"]] == [
        "import jax.numpy as jnp\n",
        "jnp.where(mask, x, 0)",
    ]
    assert change["replacements"][1]["deletedRegion"] == {
        "startLine": 5,
        "startColumn": 9,
        "endLine": 5,
        "endColumn": 16,
    }
    run = json.loads(shown("sarif"))["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert [(rule["id"], rule["name"]) for rule in rules] == [("JAX103", "BooleanMaskRead"), ("JAX402", "KeyReused")]
    assert rules[0]["helpUri"] == MASK_PAGE
    assert "keys" in rules[1]["properties"]["tags"]
    assert "\n## Bad\n\n```python\n" in rules[0]["help"]["markdown"]
    assert [rules[one["ruleIndex"]]["id"] for one in run["results"]] == [one["ruleId"] for one in run["results"]]
    assert run["invocations"][0]["executionSuccessful"] is False


@pytest.mark.parametrize(
    ("path", "expected"),
    [("a b/ü%.py", {"uri": "a%20b/%C3%BC%25.py", "uriBaseId": "%SRCROOT%"}), ("/x/a.py", {"uri": "file:///x/a.py"})],
)
def test_sarif_addresses(path, expected):
    assert results(outcome(path))[0]["locations"][0]["physicalLocation"]["artifactLocation"] == expected


def fingerprint(text, code="JAX402", path="a.py"):
    result = Outcome()
    result.sources = {path: Source(path, text)}
    at = text.index("bad(")
    result.diagnostics = [Diagnostic(code, "x", Severity.ERROR, "m", located(path, at, at + 4, text))]
    return results(result)[0]["partialFingerprints"]["jaxlint/v1"]


def test_fingerprints_stay_where_lines_move():
    first = fingerprint("def f():\n    bad(x)\n")
    assert fingerprint("import y\n\n\n@y\ndef f():\n    a = 1\n    bad(x)\n") == first
    assert fingerprint("class C:\n    def f():\n        bad(x)\n") != first
    assert fingerprint("def f():\n    bad(y)\n") != first
    assert fingerprint("def f():\n    bad(x)\n", path="b.py") != first


def test_findings_of_one_line_have_fingerprints_of_their_own():
    result = outcome()
    result.diagnostics *= 2
    issues = json.loads(shown("gitlab", result))
    assert len({issue["fingerprint"] for issue in issues}) == 5


def test_gitlab():
    problem, warning, error = json.loads(shown("gitlab"))
    assert [one["severity"] for one in (problem, warning, error)] == ["blocker", "minor", "major"]
    assert error["location"]["positions"]["begin"] == {"line": 5, "column": 9}


@pytest.mark.parametrize("path", ["a.py", "x]]>&\x00\ud800\x85<.py"])
def test_junit(path):
    result = outcome(path)
    result.diagnostics[0].message = "]]> <failure> & \x1b \ufffe"
    suites = ElementTree.fromstring(shown("junit", result).encode())
    assert {key: suites.get(key) for key in ("tests", "failures", "errors")} == {
        "tests": "4",
        "failures": "2",
        "errors": "1",
    }
    assert [int(suite.get("tests")) for suite in suites] == [2, 1, 1]
    for suite in suites:
        assert len(suite.findall("testcase")) == int(suite.get("tests"))
        assert len(suite.findall("testcase/failure")) == int(suite.get("failures"))
        assert len(suite.findall("testcase/error")) == int(suite.get("errors"))
        assert all(case.get("name") and case.get("classname") is not None for case in suite)
    failure = suites[0].find("testcase/failure")
    assert failure.text.endswith("\nsee: https://docs.jax.dev/en/latest/jax.experimental.key_reuse.html")


def test_rdjson_counts_bytes():
    text = "日 = bad(x)\n"
    result = Outcome()
    result.sources = {"a.py": Source("a.py", text)}
    edits = [Edit(Span(4, 7), "good"), Edit(Span(8, 9), "日")]
    fix = Fix(UNSAFE, "s", {"a.py": edits})
    result.diagnostics = [Diagnostic("JAX101", "x", Severity.ERROR, "m", located("a.py", 4, 10, text), (), fix)]
    (found,) = json.loads(shown("rdjson", result))["diagnostics"]
    assert found["location"]["range"] == {"start": {"line": 1, "column": 7}, "end": {"line": 1, "column": 13}}
    (suggestion,) = found["suggestions"]
    assert suggestion == {
        "range": {"start": {"line": 1, "column": 7}, "end": {"line": 1, "column": 12}},
        "text": "good(日",
    }


def test_half_a_fix_is_no_suggestion():
    result = outcome()
    fix = result.diagnostics[1].fix
    fix.alone = {**fix.edits, "b.py": [Edit(Span(0, 0), "x")]}
    assert json.loads(shown("rdjson", result))["diagnostics"][2]["suggestions"] == []


def test_problems_of_no_line():
    result = Outcome()
    result.problems = [Problem("gone.py", "no such file or directory")]
    assert "line" not in json.loads(shown("rdjson", result))["diagnostics"][0]["location"].get("range", {})
    assert json.loads(shown("gitlab", result))[0]["location"]["lines"] == {"begin": 1}
    assert ElementTree.fromstring(shown("junit", result)).find("testsuite/testcase").get("line") is None
