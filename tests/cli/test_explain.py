"""``jaxlint explain`` as it is used."""

import pytest

from tests.cli.command_line import BAD, GOOD, jaxlint

TRACEBACK = """\
Traceback (most recent call last):
  File "bad.py", line 7, in f
    return x.item()
jax.errors.ConcretizationTypeError: Abstract tracer value encountered where concrete value is expected
"""


@pytest.fixture
def directory(tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "good.py").write_text(GOOD)
    (tmp_path / "bad.py").write_text(BAD)
    return tmp_path


@pytest.mark.parametrize("arguments", [["explain", "-"], ["explain"], ["explain", "log.txt"]], ids=str)
def test_a_traceback(directory, arguments):
    (directory / "log.txt").write_text(TRACEBACK)
    done = jaxlint(*arguments, cwd=directory, given=TRACEBACK)
    assert done.returncode == 0
    assert done.stdout.startswith("ConcretizationTypeError at bad.py:7, in `f`\n    return x.item()\n")
    assert "bad.py:7:12: error JAX201 " in done.stdout
    assert "`x` is an argument of `f`, traced by `jax.jit`" in done.stdout
    assert "way 1 (unsafe): " in done.stdout
    assert "way 2: " in done.stdout
    assert "see: https://docs.jax.dev/" in done.stdout


def test_a_place(directory):
    done = jaxlint("explain", "bad.py:7:12", cwd=directory)
    assert done.returncode == 0
    assert done.stdout.startswith(
        "bad.py:7\n    return x.item()\n\njaxlint reports on this line:\nbad.py:7:12: error JAX201 "
    )


def test_a_place_without_a_finding(directory):
    (directory / "good.py").write_text("import jax\n\n\n@jax.jit\ndef f(x):\n    return x + 1\n")
    said = jaxlint("explain", "good.py:6", cwd=directory).stdout
    assert "jaxlint has no finding here." in said
    assert "`x` is an argument of `f`, traced by `jax.jit` (good.py:4)" in said


def test_an_error_without_a_finding(directory):
    text = (
        TRACEBACK.replace("bad.py", "good.py")
        .replace("line 7", "line 5")
        .replace("return x.item()", "return jnp.sum(x)")
    )
    said = jaxlint("explain", cwd=directory, given=text).stdout
    assert "jaxlint has no finding here." in said
    assert "What it means\n  JAX needs the number behind a traced value" in said
    assert said.endswith("See https://docs.jax.dev/en/latest/errors.html#jax.errors.ConcretizationTypeError\n")


def test_an_error_that_is_none_of_jax(directory):
    text = TRACEBACK.replace("jax.errors.ConcretizationTypeError: Abstract", "KeyError: Abstract")
    said = jaxlint("explain", cwd=directory, given=text).stdout
    assert "jaxlint reports on this line:\n" in said
    said = jaxlint("explain", cwd=directory, given=text.replace("line 7", "line 2")).stdout
    assert "jaxlint has no finding here and does not recognize this KeyError" in " ".join(said.split())


def test_what_silences_a_report_silences_no_explanation(directory):
    (directory / "jaxlint.toml").write_text('ignore = ["ALL"]\nper-file-ignores = { "*" = ["JAX2"] }\n')
    assert "error JAX201 " in jaxlint("explain", cwd=directory, given=TRACEBACK).stdout


@pytest.mark.parametrize(
    ("arguments", "given", "said"),
    [
        (["explain", "-"], "all is well\n", "error: stdin: contains no traceback"),
        (["explain", "good.py"], "", "error: good.py: contains no traceback"),
        (["explain", "gone.log"], "", "error: gone.log: no such file; a place in a program is FILE:LINE"),
        (["explain", "gone.py:3"], "", "error: gone.py: can't be read"),
        (["explain", "good.py:99"], "", "error: good.py: the file has no line 99"),
        (["explain", "good.ipynb"], "", "error: good.ipynb: is no notebook"),
    ],
    ids=str,
)
def test_bad_input(directory, arguments, given, said):
    (directory / "good.ipynb").write_text("[]")
    done = jaxlint(*arguments, cwd=directory, given=given)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(said)


def test_the_whole_message_is_quoted(directory):
    text = TRACEBACK.rstrip() + "\nand so\n------------------------------\nand more\nSee https://x\n"
    said = jaxlint("explain", cwd=directory, given=text).stdout
    assert "is expected\n    and so\n    and more\n    See https://x\n\n" in said


def test_a_cause_on_another_line(directory):
    (directory / "loop.py").write_text(LOOP)
    text = 'Traceback (most recent call last):\n  File "loop.py", line 8, in <module>\n    jax.grad(advance)(1.0)\n'
    text += "ValueError: Reverse-mode differentiation does not work for lax.while_loop or lax.fori_loop\n"
    said = jaxlint("explain", cwd=directory, given=text).stdout
    assert "jaxlint finds the cause on another line:\nloop.py:5:12: error JAX611 " in said


LOOP = """\
import jax


def advance(x):
    return jax.lax.while_loop(lambda c: c < 3, lambda c: 2 * c, x)


jax.grad(advance)(1.0)
"""
