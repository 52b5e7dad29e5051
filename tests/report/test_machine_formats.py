"""JSON, GitHub and patches."""

import json
import os
import subprocess

import pytest

from jaxlint.engine.request import Outcome
from jaxlint.report.diff import diff_report
from jaxlint.report.formats import rendered
from jaxlint.report.paint import Paint
from jaxlint.report.view import View
from jaxlint.text.source import Source
from tests.report.samples import outcome


def json_report(result):
    return rendered("json", result, View())


def github_report(result):
    return rendered("github", result, View())


def test_functions_that_were_given_up_are_named():
    result = outcome()
    result.gave_up = [("a.py:3: total", "budget spent")]
    assert json.loads(json_report(result))["gave_up"] == [{"place": "a.py:3: total", "reason": "budget spent"}]
    (run,) = json.loads(rendered("sarif", result, View()))["runs"]
    notes = [one for one in run["invocations"][0]["toolExecutionNotifications"] if one["level"] == "note"]
    assert notes == [{"level": "note", "message": {"text": "a.py:3: total: budget spent"}}]


@pytest.mark.skipif(os.sep == "\\", reason="there it divides a path")
def test_a_backslash_in_a_name_is_no_slash():
    name = "back\\slash.py"
    assert json.loads(json_report(outcome(name)))["findings"][0]["path"] == name
    assert name in [one["location"]["path"] for one in json.loads(rendered("gitlab", outcome(name), View()))]
    assert '"uri": "back%5Cslash.py"' in rendered("sarif", outcome(name), View())


def test_json():
    report = json.loads(json_report(outcome()))
    assert report["version"] == 1
    assert report["summary"] == {
        "files": 2,
        "skipped": 0,
        "errors": 1,
        "warnings": 1,
        "infos": 0,
        "elsewhere": 0,
        "fixable": 1,
        "unsafely_fixable": 1,
    }
    assert report["problems"] == [{"path": "c,d.py", "line": 3, "message": "can't be read: so it goes"}]
    finding = report["findings"][1]
    place = {key: finding[key] for key in ("path", "line", "column", "end_line", "end_column")}
    assert place == {"path": "a.py", "line": 5, "column": 9, "end_line": 5, "end_column": 16}
    assert [step["message"] for step in finding["related"]] == ["`total` is traced by jax.jit", "argument `mask`"]
    assert finding["related"][0]["line"] == 3
    assert finding["fix"]["applicability"] == "safe"
    assert finding["fix"]["edits"][0] == {
        "path": "a.py",
        "line": 2,
        "column": 1,
        "end_line": 2,
        "end_column": 1,
        "replacement": "import jax.numpy as jnp\n",
    }


def test_github():
    assert github_report(outcome()).split("\n")[:3] == [
        "::error title=jaxlint,file=c%2Cd.py,line=3::can't be read: so it goes",
        "::error title=JAX103 boolean-mask-read,file=a.py,line=5,col=9,endLine=5,endColumn=16"
        "::100%25: `x[mask]`%0Ais bad%0Abecause: `total` is traced by jax.jit (a.py:3)%0Abecause: argument `mask`"
        "%0Afix (safe): select by value"
        "%0Asee: https://docs.jax.dev/en/latest/errors.html#jax.errors.NonConcreteBooleanIndexError",
        "::warning title=JAX402 key-reused,file=a.py,line=1,col=1,endLine=1,endColumn=7::a warning"
        "%0Afix (unsafe): drop it%0Asee: https://docs.jax.dev/en/latest/jax.experimental.key_reuse.html",
    ]


def test_github_file_names_make_no_commands():
    assert github_report(outcome("x\n::error::y")).count("\n::error") == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a\nb\nc\n", "a\nB\nc\n"),
        ("a\nb", "a\nB"),
        ("a\nb", "a\nb\n"),
        ("a\r\nb\r\n", "a\r\nB\r\n"),
        ("a\x0cb\u2028c\nd\n", "a\x0cb\u2028c\nD\n"),
    ],
)
def test_patch_takes_the_diff(tmp_path, old, new):
    result = Outcome()
    result.before, result.sources = {"a.py": Source("a.py", old)}, {"a.py": Source("a.py", new)}
    (tmp_path / "a.py").write_bytes(old.encode())
    diff = diff_report(result, Paint())
    subprocess.run(["patch", "-p0", "--binary"], cwd=tmp_path, input=diff.encode(), check=True, capture_output=True)
    assert (tmp_path / "a.py").read_bytes() == new.encode()


def test_no_change_is_no_diff():
    assert diff_report(outcome(), Paint()) == ""


def test_control_characters_reach_neither_logs_nor_terminals():
    path = "a\x1b[31m,b.py"
    report = github_report(outcome(path))
    assert "\x1b" not in report
    assert "file=a\\x1b[31m%2Cb.py" in report
    changed = outcome("c.py")
    changed.sources["c.py"] = Source("c.py", "x = '\x1b[31m'\t\n")
    assert "\x1b" not in diff_report(changed, Paint(), terminal=True)
    assert "+x = '\\x1b[31m'\t\n" in diff_report(changed, Paint(), terminal=True)
    assert "+x = '\x1b[31m'\t\n" in diff_report(changed, Paint())
