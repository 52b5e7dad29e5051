"""Tracebacks are read, wherever they come from."""

from pathlib import Path

import pytest

from jaxlint.explain.explain import explain_text
from jaxlint.explain.read import place_of, traceback_text
from jaxlint.explain.traceback import tracebacks
from tests.explain.programs import programs

RECORDED = Path(__file__).parent / "recorded"
(BRANCH,) = [one for one in programs() if one.name == "branch"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The program lies elsewhere than where it ran."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "train.py").write_text(BRANCH.text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("path", sorted(RECORDED.iterdir()), ids=lambda path: path.name)
def test_recorded(folder, path):
    first = explain_text(traceback_text(str(path)), str(folder))[0]
    assert first.error == "TracerBoolConversionError"
    assert (first.place.path, first.place.line, first.place.function) == ("train.py", 6, "clip")
    assert first.match.diagnostic.code == "JAX301"


def test_a_cell_of_a_notebook_is_in_no_file(folder):
    last = explain_text(traceback_text(str(RECORDED / "notebook.ipynb")), str(folder))[-1]
    assert (last.error, last.place, last.match) == ("ConcretizationTypeError", None, None)
    assert "behind a traced value" in last.meaning.text


def frames(text):
    return [
        [(frame.path, frame.line, frame.function, frame.code) for frame in one.frames]
        for chain in tracebacks(text)
        for one in chain
    ]


def test_old_ipython():
    text = """
TypeError                                 Traceback (most recent call last)
<ipython-input-3-0a1b2c> in <module>
      1 import train
----> 2 train.main()

~/train.py in main(steps)
      5 def main(steps):
----> 6     x[0] = 1.0
      7     return x

TypeError: 'ArrayImpl' object does not support item assignment.
"""
    assert frames(text) == [
        [("<ipython-input-3-0a1b2c>", 2, "<module>", "train.main()"), ("~/train.py", 6, "main", "x[0] = 1.0")]
    ]


def test_lines_around_do_not_matter():
    text = 'step 1\n\x1b[31mTraceback (most recent call last):\x1b[0m\n  File "a.py", line 3, in f\n    g()\n'
    text += "jax.errors.TracerBoolConversionError: so\nand so\n\nSee https://x\n--------------------\nFor simplicity\n"
    ((one,),) = tracebacks(text)
    assert (one.error, one.message) == ("TracerBoolConversionError", "so\nand so\n\nSee https://x")
    assert [(frame.path, frame.code) for frame in one.frames] == [("a.py", "g()")]


@pytest.mark.parametrize("name", ["queue.Empty", "optuna.TrialPruned", "StopIteration", "Exception"])
def test_errors_of_any_name(name):
    text = f'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    g()\n{name}: so\n'
    ((one,),) = tracebacks(text)
    assert (one.error, one.message) == (name.rpartition(".")[2], "so")
    ((one,),) = tracebacks(f"a.py:3: in f\n    g()\nE   {name}: so\n")
    assert (one.error, one.message) == (name.rpartition(".")[2], "so")


def test_a_time_before_each_line():
    lines = 'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    g()\nValueError: x\ny'.splitlines()
    text = "".join(f"2026-11-26 14:12:03,{at:03} worker-0 ERROR {line}\n" for at, line in enumerate(lines, 511))
    ((one,),) = tracebacks(text)
    assert (one.error, one.message) == ("ValueError", "x\ny")
    assert frames(text) == [[("a.py", 3, "f", "g()")]]


@pytest.mark.parametrize("prefix", ["[rank0]: ", "(train pid=123) ", "node-1 | ", "2026-11-23 12:00:00 worker: "])
def test_what_launchers_put_before_each_line(prefix):
    text = 'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    g()\nValueError: x\ny\n'
    ((one,),) = tracebacks("".join(f"{prefix}{line}\n" for line in text.splitlines()))
    assert (one.error, one.message) == ("ValueError", "x\ny")
    assert frames("".join(f"{prefix}{line}\n" for line in text.splitlines())) == [[("a.py", 3, "f", "g()")]]


def test_what_is_chained_is_one():
    part = 'Traceback (most recent call last):\n  File "a.py", line {}, in f\n    g()\nValueError: {}\n'
    text = part.format(1, "x") + "\nDuring handling of the above exception, another exception occurred:\n\n"
    text += part.format(2, "y") + "\n" + part.format(3, "z")
    assert [[one.message.strip() for one in chain] for chain in tracebacks(text)] == [["x", "y"], ["z"]]


@pytest.mark.parametrize(
    "text", ["", "No error here: all is fine\n", "Error\n", "  File 'x'\n\x00\x1b[", "=" * 100_000]
)
def test_no_traceback(text):
    assert tracebacks(text) == []


def test_another_file_of_the_same_name_is_not_taken(folder):
    (folder / "train.py").write_text("\n" * 30)
    first = explain_text(traceback_text(str(RECORDED / "ipython.txt")), str(folder))[0]
    assert first.place is None


def test_a_file_that_has_changed_is_told(folder):
    text = (
        f'Traceback (most recent call last):\n  File "{folder}/train.py", line 7, in clip\n    if x:\nValueError: y\n'
    )
    assert explain_text(text, ".")[0].place.stale


@pytest.mark.parametrize(
    ("argument", "expected"),
    [
        ("a.py:3", ("a.py", 3)),
        ("a.py:3:7", ("a.py", 3)),
        ("C:/a.py:3", ("C:/a.py", 3)),
        ("n.ipynb:cell 3:4:7", ("n.ipynb:cell 3", 4)),
        ("n.ipynb:3:4", ("n.ipynb:3", 4)),
        ("a.py", None),
        ("-", None),
        (":", None),
        ("a.py:x", None),
    ],
)
def test_places(argument, expected):
    assert place_of(argument) == expected
