"""The report for people, as it looks."""

import os
import re
import termios

import pytest

from jaxlint.cli.streams import columns_of
from jaxlint.diagnostic import Diagnostic, Location, Problem, Severity
from jaxlint.engine.request import Outcome
from jaxlint.report.paint import Paint, visible
from jaxlint.report.text import render as text_report
from jaxlint.report.view import View
from jaxlint.text.source import Source
from tests.report.samples import outcome

PLAIN = """\
a.py:1:1: warning JAX402 a warning
  |
1 | import jax
  | ^^^^^^
  = fix (unsafe): drop it
1 - import jax
  = see: https://docs.jax.dev/en/latest/jax.experimental.key_reuse.html

a.py:5:9: error JAX103 [*] 100%: `x[mask]`\\nis bad
  |
5 |     kept = x[mask]
  |            ^^^^^^^
  = because
      a.py:3:1  `total` is traced by jax.jit
                argument `mask`
  = fix (safe): select by value
  + import jax.numpy as jnp
5 -     kept = x[mask]
  +     kept = jnp.where(mask, x, 0)
  = see: https://docs.jax.dev/en/latest/errors.html#jax.errors.NonConcreteBooleanIndexError

Found 1 error and 1 warning in 1 of 2 files.
1 fixable with `--fix`, 1 more with `--fix --unsafe-fixes`.
jaxlint could not complete this run: 1 problem (see above).
"""


def test_the_whole_report():
    assert text_report(outcome(), View()) == PLAIN


def test_colours_change_nothing_but_colours():

    painted = text_report(outcome(), View(Paint(True)))
    assert painted != PLAIN
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == PLAIN


def test_unsafe_fixes_are_marked_when_they_would_be_applied():
    assert "warning JAX402 [*] a warning" in text_report(outcome(), View(unsafe=True))


def test_quiet_has_no_footer():
    assert text_report(outcome(), View(quiet=True)).endswith("NonConcreteBooleanIndexError\n")


def test_file_names_reach_the_terminal_escaped():
    report = text_report(outcome("evil\x1b[31m\n::error.py"), View())
    assert "\x1b" not in report
    assert "evil\\x1b[31m\\n::error.py:1:1:" in report
    assert visible("ok é日") == "ok é日"
    assert visible("\udcff") == "\\udcff"


def marked(text, line, column, end_line, end_column):
    result = Outcome()
    result.sources = result.before = {"a.py": Source("a.py", text)}
    where = Location("a.py", line, column, end_line, end_column)
    result.diagnostics = [Diagnostic("JAX101", "x", Severity.ERROR, "m", where)]
    return text_report(result, View(quiet=True)).split("\n")[2:4]


def test_marks_stand_under_wide_and_combining_characters():
    assert marked("日本 = e\u0301 + f(x)\n", 1, 10, 1, 13) == [
        "1 | 日本 = e\u0301 + f(x)".replace("\u0301", "\u0301"),
        "  |           ^^^",
    ]


def test_a_span_that_goes_on_is_marked_to_the_end_of_its_line():
    assert marked("y = f(  \n  x)\n", 1, 5, 2, 5) == ["1 | y = f(", "  |     ^^ ..."]


def test_an_empty_span_is_still_marked():
    assert marked("y\n", 1, 2, 1, 2)[1] == "  |  ^"


def test_nothing_found():
    clean = Outcome()
    assert text_report(clean, View()) == "No Python files or notebooks to check.\n"
    clean.sources = {"a.py": Source("a.py", "")}
    assert text_report(clean, View()) == "No findings in 1 file.\n"


@pytest.mark.parametrize(
    ("files", "failed", "said"),
    [
        (["a.py", "b.py"], ["b.py"], "No findings in 1 file; 1 file could not be checked in full."),
        (["a.py"], ["a.py"], "1 file could not be checked in full."),
        (["a.py", "b.py"], ["a.py", "b.py"], "2 files could not be checked in full."),
        (["a.py"], ["pyproject.toml"], "No findings in 1 file."),
    ],
)
def test_what_failed_is_not_counted_as_checked(files, failed, said):
    done = Outcome()
    done.sources = {path: Source(path, "") for path in files}
    done.problems = [Problem(path, "broken") for path in failed]
    assert text_report(done, View()).startswith(said + "\n")


def test_sentences_fit_the_terminal_and_code_stays_as_it_is():
    result = outcome()
    one = result.diagnostics[1]
    one.related[0].message = "a reason of many words " * 8
    one.fix.summary = "what the fix is about " * 8
    wide, narrow = text_report(result, View()), text_report(result, View(columns=60))
    assert max(map(len, wide.split("\n"))) > 180
    assert narrow.split() == wide.split()
    code = [row for row in wide.split("\n") if " |" in row or "error JAX" in row]
    assert code == [row for row in narrow.split("\n") if " |" in row or "error JAX" in row]
    assert all(len(row) <= 60 for row in narrow.split("\n") if "reason" in row or "about" in row)
    assert text_report(result, View(columns=10_000)) == wide


def test_the_width_of_a_terminal(tmp_path):
    end, terminal = os.openpty()
    termios.tcsetwinsize(terminal, (24, 77))
    with open(terminal, "w") as stream, open(tmp_path / "file", "w") as file:
        assert columns_of(stream) == 77
        assert columns_of(file) is None
        assert columns_of(None) is None
    os.close(end)
