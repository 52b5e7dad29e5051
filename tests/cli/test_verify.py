"""``jaxlint verify`` as a user runs it: verdicts, exit statuses, one line for what can't be done."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command_line import COMMAND, ROOT, environment, jaxlint
from tests.server.client import wait

pytestmark = pytest.mark.slow

HEAD = """\
import jax
import jax.numpy as jnp
"""
MASKED = f"""\
from __future__ import annotations

import os
from typing import NamedTuple

import numpy as np
{HEAD}

@jax.jit
def masked(x: Float[Array, "n 3"], y: Float[Array, "n"]):
    return x[y > 0].sum()


@jax.jit
def places(x: Float[Array, "n"]):
    return jnp.where(x > 0)[0]


@jax.jit
def root(x):
    if x.min() < 0:
        return jnp.zeros_like(x)
    return jnp.sqrt(x)


def example():
    return root(jnp.ones((2, 2)))


def unknown(x, y=1):
    return x * y


def broken(x: Float[Array, "n"]):
    return x.nothing


def endless(x: Float[Array, "n"]):
    while True:
        pass


class Model:
    def __init__(self, n):
        self.n = n

    def step(self, x: Float[Array, "n"], flag: bool):
        return x * self.n if flag else x


class Pair(NamedTuple):
    a: Float[Array, "n"]
    b: Float[Array, "n"]


def swapped(p: Pair, others: list[Float[Array, "n"]], key: Key[Array, ""]):
    return Pair(p.b, others[0])


soft = jax.jit(lambda x: x if x.sum() > 0 else 2 * x)


@jax.jit
def draws(x: Float[Array, "n"]):
    return x + np.random.rand(4)


@jax.jit
def doubled(x: Float[Array, "n"]):
    out = jnp.zeros(4)
    for i in range(4):
        out[i] = x[i] * 2
    return out


@jax.jit
def head(x: Float[Array, "n"], n):
    return x[:n].sum()


@jax.jit
def choice(x: Float[Array, "n"]):
    return max(x[1], x[0], x[2])


def noise(key: Key[Array, ""]):
    return jax.random.normal(key) + jax.random.normal(key)


def moved(p):
    return p.a + p.b if p.a.sum() > 0 else p.b


jax.jit(moved)(Pair(jnp.ones(2), jnp.ones(2)))


def leaves(x: Float[Array, "n"]):
    raise SystemExit(3)


def dies(x: Float[Array, "n"]):
    os._exit(5)


def steps(x: Float[Array, "n"]):
    yield x


def whole(n: int):
    return n * 2


print("made while it is imported")
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "m.py").write_text(MASKED)
    return tmp_path


@pytest.mark.parametrize(
    ("function", "more", "status", "said"),
    [
        ("masked", [], 0, "masked(x=f32[4, 3], y=f32[4])\n  --fix: equal, on 10 rounds of inputs\n"),
        ("masked", ["--shapes", "x=bf16[2, 5], y=f32[2]"], 0, "masked(x=bf16[2, 5], y=f32[2])\n  --fix: equal"),
        ("places", [], 1, "--fix --unsafe-fixes: differs\n    int32["),
        ("root", [], 0, "root(x=f32[2, 2])"),
        ("masked", ["--gradients"], 0, "gradients\n  --fix: equal"),
        ("Model(2).step", [], 0, "Model(2).step(x=f32[4], flag=bool)"),
        ("swapped", [], 0, "swapped(p=Pair(a=f32[4], b=f32[4]), others=[f32[4], f32[4]], key=key)"),
        ("soft", ["--shapes", "x=f32[2]"], 0, "soft(x=f32[2])\n"),
        ("draws", [], 1, "differs\n"),
        ("doubled", [], 0, "--fix --unsafe-fixes: equal, on 10 rounds of inputs"),
        ("head", ["--shapes", "n=int[1:4]"], 0, "head(x=f32[4], n=int[1:4])\n"),
        ("noise", [], 1, "    the fixes of JAX402 are meant to draw other numbers\n"),
        ("choice", [], 1, "; equal on ordinary inputs, differs on NaN, infinities and -0\n"),
        ("moved", [], 0, "moved(p=Pair(a=f32[2], b=f32[2]))\n"),
        ("unknown", ["--shapes", "x=f32[], y=i32[3]"], 0, "unknown(x=f32[], y=i32[3])"),
    ],
)
def test_verdicts(folder, function, more, status, said):
    done = jaxlint("verify", f"m.py::{function}", *more, cwd=folder)
    assert (done.returncode, done.stderr) == (status, "")
    assert said in done.stdout


def test_nothing_is_written_beside_the_file(folder):
    jaxlint("verify", "m.py::masked", cwd=folder)
    assert [path.name for path in folder.iterdir()] == ["m.py"]
    assert (folder / "m.py").read_text() == MASKED


@pytest.mark.parametrize(
    ("place", "more", "said"),
    [
        ("m.py::nope", [], "m.py: there is no function `nope` at module level, or in a class of it"),
        ("m.py", [], "expected FILE::FUNCTION, got 'm.py'"),
        ("m.py::f+", [], "m.py: `f+` is no function's name"),
        ("m.py::Model.step", [], "m.py: `Model.step` needs an instance: m.py::Model(...).step"),
        ("gone.py::f", [], "gone.py: can't be read: No such file or directory"),
        ("m.py::unknown", [], "m.py: the shape of argument `x` can't be inferred; say it, for example --shapes "),
        ("m.py::unknown", ["--shapes", "z=f32[]"], "m.py: `unknown` has no parameter `z`"),
        ("m.py::unknown", ["--shapes", "x="], "expected --shapes such as `x=f32[3], n=3`, got 'x='"),
        ("m.py::broken", [], "m.py: broken(x=f32[4]): the original fails un-jitted, too: AttributeError: "),
        ("m.py::leaves", [], "m.py: leaves(x=f32[4]): the original fails un-jitted, too: SystemExit: 3 (m.py:"),
        ("m.py::dies", [], "m.py: dies(x=f32[4]): no answer: the process ended with status 5\n"),
        ("m.py::steps", [], "m.py: `steps` is a generator: it has no result to compare"),
        ("m.py::whole", ["--gradients"], "m.py: whole(n=int): no float array goes in: there are no gradients"),
        (
            "m.py::soft",
            ["--shapes", "x=f33[2]"],
            "m.py: soft(x=f33[2]): `f33[2]` is no argument: an array is `f32[3, 4]`",
        ),
        ("m.py::soft", ["--shapes", "x=f32[n]"], "m.py: soft(x=f32[n]): `f32[n]` has no shape: sizes are numbers"),
        ("m.py::head", ["--shapes", "n=int[4:1]"], "m.py: head(x=f32[4], n=int[4:1]): `int[4:1]` has no range: "),
        ("m.py::endless", ["--timeout", "9"], "m.py: endless(x=f32[4]): stopped after 9 seconds (--timeout)"),
    ],
)
def test_what_could_not_run(folder, place, more, said):
    done = jaxlint("verify", place, *more, cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"error: {said}")
    assert done.stderr.count("\n") == 1


def test_a_file_that_is_called_like_a_module_of_pythons(tmp_path):
    (tmp_path / "random.py").write_text("def f(n: int):\n    return n\n")
    done = jaxlint("verify", "random.py::f", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_without_jax(folder, tmp_path_factory):
    fake = tmp_path_factory.mktemp("fake")
    (fake / "jax.py").write_text("raise ImportError('no JAX here')\n")
    done = jaxlint("verify", "m.py::masked", cwd=folder, env={"PYTHONPATH": f"{ROOT}:{fake}"})
    assert done.returncode == 2
    assert "JAX can't be imported by " in done.stderr


def test_modules_of_a_package(tmp_path):
    package = tmp_path / "pkg"
    package.mkdir()
    (package / "__init__.py").write_text("")
    helper = f"{HEAD}from typing import NamedTuple\n\n\nclass Pair(NamedTuple):\n    a: jax.Array\n    b: jax.Array\n"
    (package / "parts.py").write_text(helper)
    text = f"from __future__ import annotations\n{HEAD}from .parts import Pair\n\n\n@jax.jit\n"
    text += 'def f(x: Float[Array, "n"]):\n'
    (package / "main.py").write_text(text + "    return Pair(x[x > 0].sum(), x)\n")
    done = jaxlint("verify", "pkg/main.py::f", "pkg/parts.py", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "--fix: equal" in done.stdout


def test_neither_hook_nor_check_runs_code():
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text()
    assert "verify" not in hooks
    for path in Path(ROOT, "jaxlint").rglob("*.py"):
        inside = path.is_relative_to(ROOT / "jaxlint" / "verify")
        assert inside or path.name in ("verify.py", "command.py") or "jaxlint.verify" not in path.read_text(), path


BEGINS = """
import os, subprocess, sys, time

def child(n: int):
    subprocess.Popen(["sleep", "71.25"])
    return n

def session(n: int):
    # its parent ends at once, so that nobody but a subreaper gets it
    code = "import subprocess; subprocess.Popen(['sleep', '71.5'], start_new_session=True)"
    subprocess.run([sys.executable, "-c", code], start_new_session=True)
    return n

def shared(n: int):
    import mmap

    memory = mmap.mmap(-1, 3 << 30)  # which no limit of a process counts
    for place in range(0, 3 << 30, 4096):
        memory[place] = 1
    time.sleep(100)
    return n

def slow(n: int):
    subprocess.Popen(["sleep", "71.75"])
    open(os.environ["BEGUN"], "w").close()
    time.sleep(100)
    return n

def large(n: int):
    return len(bytes(3 << 30)) % 2 + n  # nobody writes there, and it stays an address

def lies(n: int):
    with open(sys.argv[1], "w") as stream:
        stream.write(os.environ["LIE"])
    os._exit(0)
"""


def running(seconds):
    return subprocess.run(["pgrep", "-fx", f"sleep {seconds}"], capture_output=True, text=True).stdout.split()


@pytest.fixture
def begins(tmp_path):
    (tmp_path / "m.py").write_text(BEGINS)
    return tmp_path


def test_what_the_code_leaves_behind_is_ended_and_not_waited_for(begins):
    done = jaxlint("verify", "m.py::child", "--timeout", "100", cwd=begins)  # 71 seconds would be too long
    assert (done.returncode, done.stderr) == (0, "")
    assert running(71.25) == []


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no subreapers")
def test_nor_what_has_left_its_group_and_its_parent(begins):
    done = jaxlint("verify", "m.py::session", cwd=begins)
    assert (done.returncode, done.stderr) == (0, "")
    assert running(71.5) == []


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell what all together take")
def test_memory_of_all_together_is_limited(begins):
    done = jaxlint("verify", "m.py::shared", "--memory", "1", cwd=begins)
    assert done.returncode == 2
    assert "stopped at more than 1 gigabytes (--memory)" in done.stderr


@pytest.mark.parametrize("option", ["--timeout", "--memory"])
@pytest.mark.parametrize("amount", ["nan", "inf", "-inf", "1e300", "0", "-1", "9" * 5000])
def test_amounts_that_are_none(begins, option, amount):
    done = jaxlint("verify", "m.py::child", option, amount, cwd=begins)
    assert done.returncode == 2
    assert option in done.stderr
    assert "Traceback" not in done.stderr


def test_where_jaxlint_is_killed_nothing_is_left(begins):
    (begins / "tmp").mkdir()
    env = {**environment(), "TMPDIR": str(begins / "tmp"), "BEGUN": str(begins / "begun")}
    with subprocess.Popen([*COMMAND, "verify", "m.py::slow"], cwd=begins, env=env) as begun:
        wait(lambda: (begins / "begun").exists())
        assert running(71.75)
        begun.kill()
    wait(lambda: not running(71.75) and not list((begins / "tmp").iterdir()))


def test_memory_is_limited(begins):
    assert jaxlint("verify", "m.py::large", cwd=begins).returncode == 0
    done = jaxlint("verify", "m.py::large", "--memory", "2", cwd=begins)
    assert done.returncode == 2
    assert "fails un-jitted, too: MemoryError" in done.stderr


@pytest.mark.parametrize(
    "lie", ["{}", "[]", "", '{"error": 1}', '{"forms": []}', '{"forms": [{}]}', '{"forms": [{"verdict": "fine"}]}']
)
def test_no_answer_is_believed_that_is_none(begins, lie):
    done = jaxlint("verify", "m.py::lies", cwd=begins, env={"LIE": lie})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: m.py: lies(n=int): no answer: the process ended with status 0\n"
