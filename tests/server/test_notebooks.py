"""Notebooks in editors: what is told of cells is what the command says of the notebook, each at its own lines."""

import json

import pytest
from lsprotocol import types

from tests.cli.command_line import BAD, jaxlint
from tests.server.client import applied, uri, wait

PROSE = "# A title\n"
IMPORTS = "%matplotlib inline\nimport jax\nimport jax.numpy as jnp\n"
STEP = "@jax.jit\ndef step(x):\n    print('x', x)\n    if x > 0:\n        return x\n    return -x"
RUN = "%time step(jnp.float32(1))"
QUIET = STEP.replace("    print('x', x)\n", "").replace("if x > 0", "if x.ndim > 0")


def address(book, name):
    return uri(book).replace("file:", "vscode-notebook-cell:") + f"#{name}"


@pytest.fixture
def book(top):
    return top / "a b.ipynb"


def cells_of(book):
    return [
        (address(book, "prose"), "markdown", PROSE),
        (address(book, "imports"), "python", IMPORTS),
        (address(book, "step"), "python", STEP),
        (address(book, "run"), "python", RUN),
    ]


def written(book, cells):
    """The same on disk."""
    made = [
        {"cell_type": "markdown" if language == "markdown" else "code", "metadata": {}, "source": text}
        for _, language, text, *_ in cells
    ]
    book.write_text(json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))


@pytest.mark.parametrize("pulls", [False, True])
def test_the_answer_is_the_commands(top, editor, book, pulls):
    cells = cells_of(book)
    written(book, cells)
    done = jaxlint("--no-cache", "--output-format", "json", book.name, cwd=top)
    expected = [
        (cells[one["cell"] - 1][0], one["code"], one["line"] - 1, one["column"] - 1, one["message"])
        for one in json.loads(done.stdout)["findings"]
    ]
    assert len(expected) == 2
    one = editor(pulls=pulls)
    assert one.initialized.capabilities.notebook_document_sync.save
    one.open_notebook(book, *cells)
    found = []
    for name, *_ in cells[1:]:
        for item in one.pull(name).items if pulls else one.diagnostics(name):
            start = item.range.start
            found.append((name, item.code, start.line, start.character, item.message))
    assert found == expected
    if not pulls:
        (step,) = [item for item in one.diagnostics(cells[2][0]) if item.code == "JAX301"]
        (place,) = step.related_information
        assert (place.location.uri, place.message[:26]) == (cells[2][0], "cell 3: `x` is an argument")


def test_findings_go_when_they_are_mended_when_the_cell_goes_and_when_the_notebook_closes(editor, book):
    cells = cells_of(book)
    name = cells[2][0]
    one = editor()
    one.open_notebook(book, *cells)
    one.until(name, ["JAX501", "JAX301"])
    one.write(book, name, 2, (2, 0, 3, 0, ""), (2, 7, 2, 8, "x.ndim"))
    one.until(name, [])
    assert one.shown[name].version == 2
    one.write(book, name, 3, STEP)
    one.until(name, ["JAX501", "JAX301"])
    one.splice(book, 2, 1, closed=[name])
    one.until(name, [])
    one.splice(book, 2, 0, cells[2], opened=[cells[2]])
    one.until(name, ["JAX501", "JAX301"])
    one.save_notebook(book)
    one.close_notebook(book, *cells)
    one.until(name, [])
    assert one.leave() == 0


def test_cells_flow_into_one_another_in_their_order(editor, book):
    define = (address(book, "define"), "python", "def loss(x):\n    return x.item()")
    jit = (address(book, "jit"), "python", "import jax\nstep = jax.jit(loss)")
    quiet = (address(book, "quiet"), "python", "def loss(x):\n    return x")
    one = editor()
    one.open_notebook(book, define, jit)
    one.until(define[0], ["JAX201"])
    one.splice(book, 1, 0, quiet, opened=[quiet])  # jit sees this one now
    one.until(define[0], [])
    one.splice(book, 0, 2, quiet, define)  # moved: their texts stay
    one.until(define[0], ["JAX201"])
    one.splice(book, 1, 1)  # gone, and not a word of its text
    one.until(define[0], [])


def test_half_typed_cells_keep_their_findings_and_those_of_others(editor, book):
    cells = cells_of(book)
    name = cells[2][0]
    new = (address(book, "new"), "python", "def f(")
    one = editor(pulls=True)
    one.open_notebook(book, *cells, new)
    before = [(item.code, item.range.start.line) for item in one.pull(name).items]
    assert before == [("JAX501", 2), ("JAX301", 3)]
    one.write(book, cells[1][0], 2, (3, 0, 3, 0, "x = ("))
    assert [(item.code, item.range.start.line) for item in one.pull(name).items] == before
    one.write(book, cells[1][0], 3, IMPORTS)
    one.write(book, name, 2, (0, 0, 0, 0, "y = (\n"))
    assert [(item.code, item.range.start.line) for item in one.pull(name).items] == [("JAX501", 3), ("JAX301", 4)]
    assert not one.actions(name, 3, 4)
    whole = address(book, "whole")
    draw = (whole, "python", "@jax.jit\ndef draw(k):\n    print(k)\n    return k")
    one.splice(book, 5, 0, draw, opened=[draw])
    assert [item.code for item in one.pull(whole).items] == ["JAX501"]
    one.write(book, whole, 2, draw[2] + "\n")
    assert not one.actions(whole, only=["source.fixAll"])  # while another one is half-typed
    one.write(book, name, 3, STEP)
    assert list(edits_of(one.actions(whole, only=["source.fixAll"])[0])) == [whole]
    assert one.logged == []


def test_cells_that_may_raise(editor, book):
    cells = cells_of(book)
    name = cells[2][0]
    one = editor()
    one.open_notebook(book, *cells)
    one.until(name, ["JAX501", "JAX301"])
    tags = {"metadata": {"tags": ["raises-exception"]}}
    one.change_notebook(book, data=[types.NotebookCell(types.NotebookCellKind.Code, name, tags)])
    one.until(name, ["JAX501"])


def edits_of(action):
    return {one.text_document.uri: one.edits for one in action.edit.document_changes}


def test_fixes_and_comments_are_edits_of_the_cells(editor, book):
    cells = cells_of(book)
    name = cells[2][0]
    one = editor()
    one.open_notebook(book, *cells)
    one.until(name, ["JAX501", "JAX301"])
    fix, ignore, whole = one.actions(name, 2, 6)
    fixed = STEP.replace("print('x', x)", 'jax.debug.print("x {}", x)')
    assert list(edits_of(fix)) == [name]
    assert [edit.text_document.version for edit in fix.edit.document_changes] == [1]
    assert applied(STEP, edits_of(fix)[name]) == fixed
    silenced = applied(STEP, edits_of(one.resolve(ignore))[name])
    assert silenced == STEP.replace("x)\n    if", "x)  # jaxlint: ignore[JAX501]\n    if")
    assert whole.kind == "source.fixAll.jaxlint"
    all_fixed = fixed.replace("    if x > 0:\n        return x\n    return -x", "    return jnp.where(x > 0, x, -x)")
    assert {name: applied(STEP, made) for name, made in edits_of(one.resolve(whole)).items()} == {name: all_fixed}
    assert not one.actions(cells[1][0], only=["source.fixAll"])  # nothing changes there
    one.write(book, name, 2, silenced)
    one.until(name, ["JAX301"])


def test_all_fixes_of_a_notebook_are_those_of_the_command(top, editor, book):
    """Asked for in each cell, as VS Code does on save: one of them gets no more than the import for another."""
    cells = cells_of(book)
    cells[1] = (cells[1][0], "python", "%matplotlib inline\nfrom jax import jit, numpy as jnp")
    cells[2] = (cells[2][0], "python", STEP.replace("jax.jit", "jit"))
    cells.append((address(book, "draw"), "python", "%time w = 3\n@jit\ndef draw(k):\n    print(k)\n    return k"))
    written(book, cells)
    one = editor()
    one.open_notebook(book, *cells)
    one.until(cells[4][0], ["JAX501"])
    edits = {}
    for name, *_ in cells[1:]:
        for made in one.actions(name, only=["source.fixAll.jaxlint"]):
            assert list(edits_of(made)) == [name]
            edits |= edits_of(made)
    jaxlint("--fix", "--no-cache", book.name, cwd=top)
    texts = ["".join(cell["source"]) for cell in json.loads(book.read_text())["cells"]]
    assert [applied(text, edits.get(name, [])) for name, _, text, *_ in cells] == texts
    assert [name.partition("#")[2] for name in edits] == ["imports", "step", "draw"]


def test_hover_and_hints_in_cells(editor, book):
    cells = cells_of(book)
    cells[3] = (cells[3][0], "python", "!ls -la\n%time y = step(jnp.float32(1))\n%time jax.jit(lambda z: z)(y)")
    one = editor(settings={"inlayHints": True})
    one.open_notebook(book, *cells)
    one.until(cells[2][0], ["JAX501", "JAX301"])
    hover = one.hover(cells[2][0], 3, 7)
    assert hover.contents.value.startswith("`x`: `traced f32[]`")
    assert "(a b.ipynb:cell 3:1)" in hover.contents.value
    assert (hover.range.start.line, hover.range.start.character) == (3, 7)
    assert one.hover(cells[3][0], 2, 27).contents.value.startswith("`y`: ")
    assert "(a b.ipynb:cell 3:1)" in one.hover(cells[2][0], 2, 5).contents.value  # of `print`, by its finding
    assert one.hover(cells[3][0], 0, 5) is None
    wait(lambda: one.hints(cells[2][0]))
    rows = STEP.split("\n")
    assert [rows[it.position.line][: it.position.character] for it in one.hints(cells[2][0])] == ["def step(x"]
    places = [(it.position.line, it.position.character) for it in one.hints(cells[3][0])]
    assert places == [(1, 7), (2, 22)]


def test_positions_are_counted_in_the_clients_units(editor, book):
    name = address(book, "a")
    one = editor()
    one.open_notebook(book, (name, "python", "import jax\n\n@jax.jit\ndef f(x):\n    'é𝄞'; x.item()"))
    one.until(name, ["JAX201"])
    assert one.diagnostics(name)[0].range.start.character == 11
    one.write(book, name, 2, (4, 11, 4, 19, "x"))
    one.until(name, [])


def test_what_is_no_business_of_ours(top, editor, book):
    (top / "pyproject.toml").write_text('[tool.jaxlint]\nextend-exclude = ["gen.ipynb"]\n')
    cells = cells_of(book)
    one = editor(pulls=True)
    one.open_notebook("git:/a.ipynb?ref", *cells)
    assert one.pull(cells[2][0]).items == []
    gone = top / "gen.ipynb"
    one.open_notebook(gone, *[(address(gone, name), *rest) for name, *rest in cells])
    assert one.pull(address(gone, cells[2][0].partition("#")[2])).items == []
    one.open_notebook(top / "r.ipynb", (address(top / "r.ipynb", "r"), "r", BAD))
    assert one.pull(address(top / "r.ipynb", "r")).items == []
    one.open_notebook(book, *cells)
    one.splice(book, 90, 5, ("nowhere", "python", ""), opened=[("elsewhere", "python", BAD)], closed=["nothing"])
    one.write(book, "unknown", 2, BAD)
    one.write(top / "never.ipynb", cells[2][0], 2, BAD)
    one.change_notebook(book, data=[types.NotebookCell(types.NotebookCellKind.Code, "unknown", {"tags": 5})])
    one.write(book, cells[1][0], 2, IMPORTS + "s = '\x1f'")  # what stands for magics, and may not be in a text
    assert one.pull(cells[2][0]).items == []
    assert one.hover(cells[1][0], 1, 8) is None
    one.write(book, cells[1][0], 3, IMPORTS)
    assert [item.code for item in one.pull(cells[2][0]).items] == ["JAX501", "JAX301"]
    one.open_notebook(book, *cells[1:3])  # once more
    assert [item.code for item in one.pull(cells[2][0]).items] == ["JAX501", "JAX301"]
    assert one.hover(cells[3][0], 0, 8) is None
    one.save_notebook(top / "never.ipynb")
    one.close_notebook(top / "never.ipynb", cells[2])
    one.close(cells[2][0])
    assert one.pull(cells[1][0]).items == []
    one.close_notebook(book)
    assert one.leave() == 0


def test_texts_that_were_never_saved(top, editor):
    (top / "loss.py").write_text("def loss(x):\n    return x.item()\n")
    (top / "pyproject.toml").write_text('[tool.jaxlint]\nignore = ["JAX501"]\n')
    (top / "inner").mkdir()
    (top / "inner" / "jaxlint.toml").write_text("ignore = []\n")
    one = editor()
    for name in ("untitled:Untitled-1", f"untitled:{top}/inner/new.py"):
        one.open(name, BAD)
        one.until(name, ["JAX501", "JAX201"] if "inner" in name else ["JAX201"])
        assert one.hover(name, 6, 11).contents.value.startswith("`x`: `traced`")
        shown = "new.py" if "inner" in name else "Untitled-1"
        assert f"traced by `jax.jit` ({shown}:4)\n" in one.hover(name, 6, 11).contents.value
        ignore = [made for made in one.actions(name, 6, 12) if made.title.startswith("Ignore")]
        assert list(edits_of(one.resolve(ignore[0]))) == [name]
        one.change(name, 2, BAD.replace("x.item()", "x"))
        one.until(name, ["JAX501"] if "inner" in name else [])
    one.open("untitled:Untitled-2", "import jax\nfrom loss import loss\nstep = jax.jit(loss)\n")
    one.open(top / "loss.py")
    one.until(top / "loss.py", ["JAX201"])
    step = one.diagnostics(top / "loss.py")[0].related_information[0]
    assert step.location.uri == "untitled:Untitled-2"
    cells = cells_of(top / "Untitled-1.ipynb")
    one.open_notebook("untitled:Untitled-1.ipynb?jupyter-notebook", *cells)
    one.until(cells[2][0], ["JAX301"])
