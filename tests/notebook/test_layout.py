"""A new source for a cell leaves every other byte as it was."""

import json

import pytest

from jaxlint.notebook.layout import BadNotebook, code_cells, lines_of_cells, with_sources
from tests.notebook.books import book, cell

WRITTEN = [
    book("a = 1\nb = 2\n", cell("# text", "markdown"), "c = 3"),
    json.dumps(json.loads(book("a = 1\nb = 2\n", "c = 3"))),  # on one line
    json.dumps(json.loads(book("a = 1\nb = 2\n", "c = 3")), indent=4, sort_keys=True),
    json.dumps(json.loads(book("a = 'é'\n", "c = 3")), indent="\t"),
    book("a = 1", "c = 3").replace('[\n    "c = 3"\n   ]', '"c = 3"'),  # one string for all lines
    f"  \n{book('a = 1', 'c = 3')}\n\n".replace("\n", "\r\n"),
]


@pytest.mark.parametrize("text", WRITTEN)
def test_nothing_changes_where_nothing_is_changed(text):
    cells = code_cells(text)
    assert with_sources(text, cells, [one.source for one in cells]) == text


@pytest.mark.parametrize("text", WRITTEN)
def test_one_cell_changes(text):
    cells = code_cells(text)
    new = 'c = "ü\\n\t"\nd = 4\n'
    made = with_sources(text, cells, [cells[0].source, new])
    assert [one.source for one in code_cells(made)] == [cells[0].source, new]
    assert made[: cells[1].start] == text[: cells[1].start]
    assert made.endswith(text[cells[1].end :])


def test_lines_that_stay_keep_their_spelling():
    text = book("a = 'x'\nb = 2\nc = 3").replace("'x'", "'\\u0078\\/'")
    made = with_sources(text, code_cells(text), ["a = 'x/'\nb = 20\nc = 3"])
    assert made == text.replace("b = 2", "b = 20")


def test_an_ascii_file_stays_ascii():
    text = json.dumps(json.loads(book("a = 'é'", "b = 2")), indent=1)
    made = with_sources(text, code_cells(text), ["a = 'é'", "b = 'ü'"])
    assert made.isascii()
    assert code_cells(made)[1].source == "b = 'ü'"


def test_cells_are_counted_with_those_of_text():
    assert [one.number for one in code_cells(book(cell("x", "markdown"), "a", cell("y", "raw"), "b"))] == [2, 4]


@pytest.mark.parametrize("language", ["python", "Python", "ipython", "python3", "ipython3"])
def test_python(language):
    assert len(code_cells(book("a = 1", language=language))) == 1


@pytest.mark.parametrize("language", ["R", "julia", "c++"])
def test_other_languages(language):
    assert code_cells(book("a = 1", language=language)) == []


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("", "Expecting", 1),
        ("x = 1\n", "Expecting", 1),
        ("[]", "Expecting", 1),
        ("{}", "has no cells", None),
        ('{\n"cells": [\n{"cell_type": "code"\n', "Expecting", 4),
        ('{"cells": {}}', "Expecting", 1),
        ('{"cells": [1]}', "Expecting", 1),
        ('{1: 2, "cells": []}', "property name", 1),
        (book("a = 1")[:-20], "Unterminated", None),
        (book("a") + "x", "Extra data", None),
        (book("a", nbformat=3), "notebook format 3", None),
        ('{"cells": [\n{"cell_type": "code", "source": 3}]}', "source of cell 1", 2),
        ('{"cells": ' + "[" * 100_000, "is no notebook", None),
    ],
)
def test_no_notebook(text, message, line):
    with pytest.raises(BadNotebook, match=message) as raised:
        code_cells(text)
    if line is not None:
        assert raised.value.line == line


def test_lines_of_the_file():
    text = book(cell("# a\n# b", "markdown"), "a = 1\nb = 2", "c = 3")
    rows = text.split("\n")
    lines = lines_of_cells(text)
    found = {number: [rows[line - 1].strip() for line in some] for number, some in lines.items()}
    assert found == {2: [r'"a = 1\n",', '"b = 2"'], 3: ['"c = 3"']}
