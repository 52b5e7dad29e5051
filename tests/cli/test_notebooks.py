"""Notebooks on the command line: named, in folders, on stdin; fixed, reported, and left alone."""

import json

import pytest

from tests.cli.command_line import jaxlint
from tests.notebook.books import book, cell, sources

FIRST = "%matplotlib inline\nimport jax\nimport jax.numpy as jnp"
STEP = "@jax.jit\ndef step(x):\n    print(x)\n    return x[x > 0].sum()"
BOOK = book(cell("# Title", "markdown"), FIRST, STEP, "%time step(jnp.ones(3))")


@pytest.fixture
def notebook(tmp_path):
    path = tmp_path / "train.ipynb"
    path.write_text(BOOK)
    return path


def test_by_name_and_in_a_folder(notebook):
    named = jaxlint("train.ipynb", cwd=notebook.parent)
    assert "train.ipynb:cell 3:4:12: error JAX103 [*]" in named.stdout
    assert "train.ipynb:cell 3:1:2  `x` is an argument of `step`" in named.stdout
    assert "4 |     return x[x > 0].sum()" in named.stdout
    assert "in 1 file." in named.stdout
    assert jaxlint(".", cwd=notebook.parent).stdout == named.stdout


def test_fix_changes_the_lines_of_the_fix(notebook):
    done = jaxlint("--fix", "train.ipynb", cwd=notebook.parent)
    assert "Fixed 2 findings." in done.stdout
    old, new = BOOK.splitlines(), notebook.read_text().splitlines()
    changed = [(one.strip(), other.strip()) for one, other in zip(old, new, strict=True) if one != other]
    assert changed == [
        (r'"    print(x)\n",', r'"    jax.debug.print(\"{}\", x)\n",'),
        ('"    return x[x > 0].sum()"', '"    return x.sum(where=x > 0)"'),
    ]


def test_stdin(notebook):
    done = jaxlint("--fix", "--stdin-filename", "train.ipynb", "-", cwd=notebook.parent, given=BOOK.encode())
    assert notebook.read_text() == BOOK
    jaxlint("--fix", "train.ipynb", cwd=notebook.parent)
    assert done.stdout == notebook.read_text()


def test_diff_shows_cells_as_their_reader_sees_them(notebook):
    done = jaxlint("--diff", "train.ipynb", cwd=notebook.parent)
    assert done.stdout.startswith("--- train.ipynb:cell 3\n+++ train.ipynb:cell 3\n@@ -1,4 +1,4 @@\n @jax.jit\n")
    assert notebook.read_text() == BOOK


def test_imports_go_into_a_cell(tmp_path):
    path = tmp_path / "a.ipynb"
    path.write_text(book("%matplotlib inline\nfrom jax import jit", "@jit\ndef f(x):\n    print(x)\n    return x"))
    assert jaxlint("--fix", "a.ipynb", cwd=tmp_path).returncode == 0
    first, second = sources(path.read_text())
    assert first in (
        "%matplotlib inline\nimport jax\nfrom jax import jit",
        "%matplotlib inline\nfrom jax import jit\nimport jax",
    )
    assert second == '@jit\ndef f(x):\n    jax.debug.print("{}", x)\n    return x'


def test_a_finding_in_a_file_that_a_notebook_leads_to(tmp_path):
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "helper.py").write_text("def f(x):\n    if x > 0:\n        return x\n    return -x\n")
    (tmp_path / "use.ipynb").write_text(book("import jax\nfrom helper import f", "jax.jit(f)(1.0)"))
    done = jaxlint("helper.py", cwd=tmp_path)
    assert "helper.py:2:8: error JAX301" in done.stdout
    assert "use.ipynb:cell 2:1:1" in done.stdout


def test_cells_that_are_meant_to_raise(tmp_path):
    (tmp_path / "a.ipynb").write_text(
        book("import jax", cell("jax.jit(lambda x: float(x))(1.0)", tags=["raises-exception"]))
    )
    assert jaxlint("a.ipynb", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize("text", ["", "{", "[]", "null", book("x = 1", nbformat=2), "\0"])
def test_what_is_no_notebook(tmp_path, text):
    (tmp_path / "bad.ipynb").write_text(text)
    (tmp_path / "train.ipynb").write_text(BOOK)
    done = jaxlint("--fix", ".", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("error: bad.ipynb")
    assert done.stderr.count("\n") == 1
    assert (tmp_path / "bad.ipynb").read_text() == text
    assert "Fixed 2 findings." in done.stdout


def test_a_cell_that_is_no_python(tmp_path):
    (tmp_path / "a.ipynb").write_text(book(FIRST, "def broken(:\n    pass", STEP))
    done = jaxlint("a.ipynb", cwd=tmp_path)
    assert done.stderr.startswith("error: a.ipynb:cell 2:1: syntax error")
    assert "a.ipynb:cell 3:4:12: error JAX103" in done.stdout
    assert done.returncode == 2


def test_json_names_the_cell(notebook):
    findings = json.loads(jaxlint("--output-format", "json", "train.ipynb", cwd=notebook.parent).stdout)["findings"]
    found = next(one for one in findings if one["code"] == "JAX103")
    assert (found["path"], found["cell"], found["line"], found["column"]) == ("train.ipynb", 3, 4, 12)
    assert [(one["path"], one["cell"], one["line"]) for one in found["fix"]["edits"]] == [("train.ipynb", 3, 4)]


@pytest.mark.parametrize("name", ["github", "gitlab", "sarif", "junit", "rdjson", "azure", "pylint"])
def test_formats_of_lines_name_the_line_of_the_file(notebook, name):
    line = BOOK[: BOOK.index("return x[x")].count("\n") + 1
    text = jaxlint("--output-format", name, "train.ipynb", cwd=notebook.parent).stdout
    assert "(line 4 of cell 3)" in text
    assert str(line) in text
    assert "ipynb:cell" not in text


def test_comments_silence_and_are_written(notebook):
    assert jaxlint("--add-ignore", "train.ipynb", cwd=notebook.parent).returncode == 0
    assert "# jaxlint: ignore[JAX103]" in sources(notebook.read_text())[2]
    assert jaxlint("train.ipynb", cwd=notebook.parent).returncode == 0


def test_places(notebook):
    done = jaxlint("trace", "train.ipynb:cell 3:4", cwd=notebook.parent)
    assert "traced by `jax.jit` (train.ipynb:cell 3:1)" in done.stdout
    for place in ("train.ipynb:cell 3:4:14", "train.ipynb:3:4:14"):
        done = jaxlint("trace", place, cwd=notebook.parent)
        assert done.stdout.splitlines()[0].split("  ") == ["x", "traced f32[3]"]
    done = jaxlint("trace", "train.ipynb:cell 3:4:99", cwd=notebook.parent)
    assert done.stderr.startswith("error: train.ipynb:cell 3:4: the line has no column 99, only ")
    done = jaxlint("explain", "train.ipynb:cell 3:4", cwd=notebook.parent)
    assert done.stdout.startswith("train.ipynb:cell 3:4\n")
    for place in ("train.ipynb:4", "train.ipynb:cell 9:1", "train.ipynb:cell 3:40", "train.ipynb:cell 1:1"):
        done = jaxlint("trace", place, cwd=notebook.parent)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_a_notebook_that_is_kept(notebook):
    (notebook.parent / "pyproject.toml").write_text("")
    cold = jaxlint("train.ipynb", cwd=notebook.parent)
    assert jaxlint("train.ipynb", cwd=notebook.parent).stdout == cold.stdout
    notebook.write_text(BOOK.replace("x[x > 0].sum()", "x.sum()"))
    assert "JAX103" not in jaxlint("train.ipynb", cwd=notebook.parent).stdout


def test_messages_name_lines_of_cells(tmp_path):
    draw = "jax.random.normal(key)"
    cells = "import jax\nkey = jax.random.key(0)", f"x = {draw}", f"\ny = {draw}", "z = x + y"
    (tmp_path / "a.ipynb").write_text(book(*cells))
    done = jaxlint("a.ipynb", cwd=tmp_path)
    assert "a.ipynb:cell 3:2:5: warning JAX402" in done.stdout
    assert "already consumed by `jax.random.normal` on line 1 of cell 2" in done.stdout
