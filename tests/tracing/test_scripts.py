"""What the order of a script's statements means for functions that are run after it."""

from __future__ import annotations

import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import jax
import pytest

from jaxlint.project.project import Project
from jaxlint.text.source import Source
from jaxlint.tracing.events.effects import TracerKept
from jaxlint.tracing.program import trace

ROOT = Path(__file__).parents[2]
FUNCTIONS = "def normalize(v):\n    return v / np.linalg.norm(v)\n\nscaled = jax.jit(lambda v: normalize(v))\n"


def kinds(text: str, path: str = "script.py") -> list[str]:
    project = Project(str(ROOT))
    project.add(Source(path, "import jax\n" + text))
    return [event.kind for event in trace(project).events]


def test_numpy_reaches_a_function_that_nobody_calls() -> None:
    assert kinds("import numpy as np\n" + FUNCTIONS) != []


def test_a_name_that_is_imported_twice_stands_for_neither_afterwards() -> None:
    assert kinds("import jax.numpy as np\n" + FUNCTIONS + "import numpy as np\n") == []
    assert kinds("import jax.numpy as np\nimport numpy as np\n" + FUNCTIONS) != []  # the second is meant


def test_a_statement_that_ends_in_the_middle_leaves_its_names_open() -> None:
    missing = "def missing():\n    raise RuntimeError\n\n"
    cell = "with open('a'):\n    import numpy as np\n    missing()\n    import jax.numpy as np\n"
    assert kinds("import jax.numpy as np\n" + missing + cell + FUNCTIONS) == []
    assert kinds("import numpy as np\n" + missing + "missing()\n" + FUNCTIONS) != []


def test_what_a_class_is_marked_with_may_be_refused() -> None:
    text = """
import unittest
import pytest

class Rows:
    def __init__(self):
        self.fill()

    def fill(self):
        raise RuntimeError

@pytest.mark.parametrize("rows", [Rows()])
class TestRows(unittest.TestCase):
    def test_rows(self):
        assert jax.jit(lambda v: v + 1)(1) == 2
"""
    assert kinds(text, "test_rows.py") == []


LIBRARY = """
from jax import random

def draw(key=random.PRNGKey(0)):
    return random.normal(key)
"""


def reuses(root: Path, **scripts: str) -> int:
    project = Project(str(root))
    for name, text in {"library": LIBRARY, **scripts}.items():
        path = root / f"{name}.py"
        path.write_text(text)
        project.add(Source(str(path), text))
    return [event.kind for event in trace(project).events].count("key-reused")


def test_two_scripts_are_two_programs(tmp_path: Path) -> None:
    script = "import jax\nfrom library import draw\nx = draw()\n"
    assert reuses(tmp_path, one=script, other=script) == 0
    assert reuses(tmp_path, one=script + "y = draw()\n") == 1


STATE = """
STATE = {"host": False}

def use(x):
    if STATE["host"]:
        return float(x)
    return x
"""
STARTED = """
import jax
from state import STATE, use

def same(x):
    return x

if __name__ == "__main__":
    STATE["host"] = True
"""


@pytest.mark.parametrize(
    ("ending", "found"), [("", []), ("    jax.jit(use)(1.0)\n", ["concretized"])], ids=["not its use", "its use"]
)
def test_what_a_file_does_where_it_is_started_it_does_not_where_it_is_imported(
    tmp_path: Path, ending: str, found: list[str]
) -> None:
    other = "import jax\nfrom started import same\nfrom state import use\n\njax.jit(lambda x: use(same(x)))(1.0)\n"
    project = Project(str(tmp_path))
    for name, text in {"imports": other, "started": STARTED + ending, "state": STATE, "works": other}.items():
        path = tmp_path / f"{name}.py"
        path.write_text(text)
        project.add(Source(str(path), text))
    assert [event.kind for event in trace(project).events if event.kind != "name-used"] == found
    for name in ("imports", "works"):
        assert subprocess.run([sys.executable, str(tmp_path / f"{name}.py")], check=False).returncode == 0


LAZY = """
import jax.numpy as jnp

class Lazy:
    def __init__(self):
        self.grid = None

    def loss(self, v):
        if self.grid is None:
            self.grid = jnp.ones(v.shape)
        return (self.grid * v).sum()

lazy = Lazy()
step = jax.jit(lazy.loss)
step(jnp.ones(3))
"""


@pytest.mark.parametrize(
    ("statement", "lines"),
    [
        ("step(jnp.ones(3))", []),  # compiled by then
        ("jax.jit(jax.grad(lazy.loss))(jnp.ones(3))", [11]),
        ("jax.jit(lambda v: lazy.loss(v) + 1)(jnp.ones(3))", [11]),
    ],
)
def test_a_leaked_tracer_in_another_program(statement: str, lines: list[int]) -> None:
    """JAX raises where the second program is lowered, which names no line of it."""
    project = Project(str(ROOT))
    project.add(Source("script.py", "import jax" + LAZY + statement + "\n"))
    kept = [event for event in trace(project).events if isinstance(event, TracerKept)]
    assert [use.node.lineno for event in kept for use in event.fate.used] == lines
    script = compile("import jax" + LAZY + statement, "script.py", "exec")
    with pytest.raises(jax.errors.UnexpectedTracerError) if lines else nullcontext():
        exec(script, {})
