"""Files in the syntax of a newer Python are linted and fixed like any other, whichever Python runs jaxlint."""

from tests.cli.command_line import jaxlint

BEFORE = """\
import jax

type Array = jax.Array


class Base[T]:
    def step(self, x: T):
        raise NotImplementedError


class Env[T](Base[T]):
    def step(self, x):
        print(f"{"step"} {x} {{}}")
        try:
            y = 1 if x > 0 else 2
        except KeyError, OSError:
            y = 3
        return x[x > 0].sum() + y


def first[
    T,
](env: Base[T], x: Array):
    return jax.jit(env.step)(x)
"""


def test_the_findings_are_told(tmp_path):
    (tmp_path / "new.py").write_text(BEFORE)
    done = jaxlint("--output-format", "concise", "new.py", cwd=tmp_path)
    assert [line[:27] for line in done.stdout.splitlines()[:3]] == [
        "new.py:13:9: warning JAX501",
        "new.py:15:22: error JAX303 ",
        "new.py:18:16: error JAX103 ",
    ], done.stdout
    assert done.stderr == ""


def test_and_fixed(tmp_path):
    (tmp_path / "new.py").write_text(BEFORE)
    jaxlint("--fix", "new.py", cwd=tmp_path)
    expected = BEFORE.replace('print(f"{"step"} {x} {{}}")', 'jax.debug.print("{} {x} {{}}", "step", x=x)')
    assert (tmp_path / "new.py").read_text() == expected.replace("x[x > 0].sum()", "x.sum(where=x > 0)")


def test_and_silenced(tmp_path):
    (tmp_path / "new.py").write_text(BEFORE)
    jaxlint("--add-ignore", "new.py", cwd=tmp_path)
    done = jaxlint("new.py", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert (tmp_path / "new.py").read_text().count("# jaxlint: ignore[") == 3


def test_and_known_to_baselines(tmp_path):
    (tmp_path / "new.py").write_text(BEFORE)
    jaxlint("--baseline", "known.json", "--update-baseline", "new.py", cwd=tmp_path)
    (tmp_path / "new.py").write_text("import os\n" + BEFORE)
    assert jaxlint("--baseline", "known.json", "new.py", cwd=tmp_path).returncode == 0
    assert '"Env.step"' in (tmp_path / "known.json").read_text()
