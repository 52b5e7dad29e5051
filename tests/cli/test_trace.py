"""``jaxlint trace`` at a column."""

import pytest

from tests.cli.command_line import jaxlint

PROGRAM = """\
import jax
import jax.numpy as jnp


@jax.jit
def f(x, y):
    é = "ü"; n = x.shape[0]
    if x + y > 0:
        return jnp.where(
            x > n,
            1,
        )
    return jnp.sum(x) * n

f(jnp.ones(3), 1)
"""


@pytest.fixture
def directory(tmp_path):
    (tmp_path / "f.py").write_text(PROGRAM)
    return tmp_path


@pytest.mark.parametrize(
    ("place", "text", "value", "cause"),
    [
        ("8:8", "x", "traced f32[3]", "x"),
        ("8:12", "y", "traced int[]", "y"),
        ("8:10", "x + y", "traced f32[3]", "x"),
        ("8:14", "x + y > 0", "traced bool[3]", "x"),
        ("7:18", "x", "traced f32[3]", "x"),
        ("7:20", "x.shape", "tuple(static 3)", None),
        ("9:16", "jnp.where( x > n, 1, )", "traced int[3]", "x"),
        ("11:14", "jnp.where( x > n, 1, )", "traced int[3]", "x"),
        ("13:16", "jnp.sum(x)", "traced f32[]", "x"),
        ("13:20", "x", "traced f32[3]", "x"),
        ("13:25", "n", "static 3", None),
    ],
)
def test_the_value_at_a_column(directory, place, text, value, cause):
    """The smallest one, but of a call more than the name that it begins with."""
    done = jaxlint("trace", f"f.py:{place}", cwd=directory)
    head, *because = done.stdout.splitlines()
    assert head == f"{text}  {value}"
    said = [f"`{cause}` is an argument of `f`, traced by `jax.jit` (f.py:5)"] if cause else []
    assert [row.strip() for row in because] == said


def test_a_cause_is_spelled_as_in_a_report(tmp_path):
    loop = "import jax\n\njax.lax.fori_loop(0, 3, lambda i, v: v + i, 0)\n"
    (tmp_path / "f.py").write_text(loop)
    done = jaxlint("trace", "f.py:3:42", cwd=tmp_path)
    assert "`i` is an argument of `<lambda>`, traced by `lax.fori_loop` (f.py:3)" in done.stdout


def test_a_column_of_nothing(directory):
    done = jaxlint("trace", "f.py:8:5", cwd=directory)
    assert (done.returncode, done.stdout) == (0, "f.py:8:5: no values on this line\n")


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("f.py:13:26", "f.py:13: the line has no column 26, only 25"),
        ("f.py:13:0", "f.py:13: the line has no column 0, only 25"),
        ("f.py:4:1", "f.py:4: the line is empty"),
        ("f.py:99:1", "f.py: the file has no line 99"),
        ("f.py:8:x", "expected FILE:LINE or FILE:LINE:COLUMN, got 'f.py:8:x'"),
        ("gone.py:8:1", "gone.py: can't be read: No such file or directory"),
        (f"f.py:{'9' * 5000}:1", f"expected FILE:LINE or FILE:LINE:COLUMN, got 'f.py:{'9' * 5000}:1'"),
    ],
)
def test_no_such_place(directory, place, said):
    done = jaxlint("trace", place, cwd=directory)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"error: {said}\n")


SILENT = """\
import jax
import numpy as np


@jax.jit
def f(x):
    try:
        return {call}(x)
    except {caught}:
        return x

f(1.0)
"""


@pytest.mark.parametrize(
    ("call", "caught", "silent"),
    [
        ("float", "TypeError", "a `try` around it is ready for the error"),
        ("np.sin", "Exception", "a `try` around it is ready for the error"),
        ("float", "KeyError", None),
    ],
)
def test_why_nothing_is_reported(tmp_path, call, caught, silent):
    (tmp_path / "f.py").write_text(SILENT.format(call=call, caught=caught))
    rows = jaxlint("trace", "f.py:8", cwd=tmp_path).stdout.splitlines()
    said = [f"nothing is reported here: {silent}"] if silent else []
    assert [row.strip() for row in rows if "reported" in row] == said


def test_a_branch_that_may_never_be_taken_is_named(tmp_path):
    asked = "import jax\n\n\n@jax.jit\ndef f(x, mode):\n    return int(x) if isinstance(mode, str) else x\n\n\n"
    (tmp_path / "f.py").write_text(asked + "f(1.0, None if input() else 2)\n")
    said = jaxlint("trace", "f.py:6", cwd=tmp_path).stdout
    assert "nothing is reported here: this branch may never be taken" in said
