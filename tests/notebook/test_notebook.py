"""Cells as one text, and its changes back to the cells."""

import pytest

from jaxlint.diagnostic import SAFE, Diagnostic, Fix, Location, Problem, Severity
from jaxlint.discovery.read import decode, rewritten
from jaxlint.engine.cells import within_cells
from jaxlint.text.edit import Edit, apply_edits
from jaxlint.text.span import Span
from tests.notebook.books import book, cell, sources


def read(text):
    return decode("a.ipynb", text.encode())


def test_unchanged_bytes():
    data = b"\xef\xbb\xbf" + book("!ls\nx = 1", cell("# a", "markdown"), "y = x\n").encode()
    assert rewritten(data, decode("a.ipynb", data)) == data


def test_a_change():
    text = book("%time f()\nx = 1", "", "y = x\n\n", "z = 1")
    notebook = read(text)
    made = rewritten(text.encode(), notebook.having(notebook.text.replace("y = x", "y = -x\nw = y")))
    assert sources(made.decode()) == ["%time f()\nx = 1", "", "y = -x\nw = y\n\n", "z = 1"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("pass", "past"),  # what stands for a magic
        ("\x1fcell 2", "\x1fcell 7"),
        ("#\x1fcell 2\n", ""),
        ("#\x1fcell 2\n", "#\x1fcell 2\n#\x1fcell 2\n"),
        ("pass#\x1fmagic 0", ""),
        ("#\x1fcell 1\n", "import jax\n#\x1fcell 1\n"),
    ],
)
def test_a_change_beyond_the_cells_is_refused(old, new):
    text = book("!ls\nx = 1", "y = x")
    notebook = read(text)
    changed = notebook.text.replace(old, new)
    assert changed != notebook.text
    found = rewritten(text.encode(), notebook.having(changed))
    assert isinstance(found, Problem)
    assert "not fixed" in found.message


def test_a_broken_cell_costs_only_itself():
    notebook = read(book("x = 1", "def f(:\n  pass", "y = x"))
    assert [one.line for one in notebook.problems] == [4]
    assert notebook.problems[0].message.startswith("syntax error")
    assert "x = 1" in notebook.text
    assert "y = x" in notebook.text


def test_cells_that_hold_one_another_s_ends_are_read_apart():
    notebook = read(book("x = (1 +", "2)", "y = 3"))
    assert len(notebook.problems) == 2
    assert "y = 3" in notebook.text


def test_a_line_knows_its_cell():
    notebook = read(book("x = 1\ny = 2", cell("text", "markdown"), "z = 3"))
    assert [notebook.cell(line) for line in (2, 3, 5)] == [1, 1, 3]


def test_control_characters():
    found = read(book("x = '\x1f'"))
    assert isinstance(found, Problem)
    assert "cell 1" in found.message


@pytest.mark.parametrize(
    ("first", "last", "free"),
    [
        ("x = 1", "x = 1", True),
        ("x = 1", "z = 2", True),
        ("z = 2", "y = x", False),  # over two cells
        ("pass", "pass", False),  # stands for a magic
        ("#\x1fcell 2", "#\x1fcell 2", False),
    ],
)
def test_only_the_python_of_one_cell_may_change(first, last, free):
    notebook = read(book("!ls\nx = 1\nz = 2", "y = x"))
    start, end = notebook.text.index(first), notebook.text.index(last) + len(last)
    edits = {"a.ipynb": [Edit(Span(start, end), "w = 3")]}
    assert (notebook.within_cell(edits["a.ipynb"][0]) is not None) is free
    found = Diagnostic(
        "JAX301", "name", Severity.ERROR, "why", Location("a.ipynb", 3, 1, 3, 6), (), Fix(SAFE, "so", edits)
    )
    (one,) = within_cells([found], {"a.ipynb": notebook})
    assert (one.fix is not None) is free
    assert (one.no_fix is None) is free


@pytest.mark.parametrize(
    ("old", "new", "cell"),
    [
        ("z = 2\n", "w = 3\n", "x = 1\nw = 3"),
        ("z = 2\n", "", "x = 1"),
        ("x = 1\nz = 2\n", "w = 3\nv = 4\n", "w = 3\nv = 4"),
        ("x = 1\nz = 2\n", "", ""),
    ],
)
def test_the_last_line_of_a_cell_may_change(old, new, cell):
    """With its line break, which the edit of a whole line takes in, and which ends the cell."""
    notebook = read(book("x = 1\nz = 2", "y = x"))
    start = notebook.text.index(old)
    edit = notebook.within_cell(Edit(Span(start, start + len(old)), new))
    changed = notebook.having(apply_edits(notebook.text, [edit]))
    assert [changed.shown(part) for part in changed.parts] == [cell, "y = x"]
