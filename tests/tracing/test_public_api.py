"""public-api: what a library exports, under the transforms that its signatures promise."""

from __future__ import annotations

import pytest

from jaxlint.project.project import Project
from jaxlint.text.source import Source
from jaxlint.tracing.program import trace
from jaxlint.tracing.starts.public_api import exported

HEAD = "import jax\nimport jax.numpy as jnp\n"
OFFERS = "from lib._src.core import f\n"


def events(text: str, offers: str = OFFERS, public_api: bool = True) -> list[tuple[str, str]]:
    """Kind of event, and why the value is traced."""
    project = Project(public_api=lambda path: public_api)
    for path, source in (("lib/__init__.py", offers), ("lib/_src/__init__.py", ""), ("lib/_src/core.py", HEAD + text)):
        project.add(Source(path, source))
    found = trace(project).events
    return [(event.kind, getattr(event.value, "origin", None) and event.value.origin.root().text) for event in found]


@pytest.fixture(autouse=True)
def package(tmp_path, monkeypatch):
    """Modules get their dotted names from the folders that they lie in."""
    (tmp_path / "lib" / "_src").mkdir(parents=True)
    for name in ("lib/__init__.py", "lib/_src/__init__.py", "lib/_src/core.py"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)


ASKS = "def f(x: jax.Array, n: int = 2):\n    return x if x.sum() > 0 else -x\n"


def test_the_finding_names_function_and_transform():
    ((kind, why),) = events(ASKS)
    assert kind == "truth-test"
    assert why.startswith("`x` is an argument of `f`, which is exported")
    assert "`jax.jit` traces it" in why


@pytest.mark.parametrize(
    "text",
    [
        "def f(x: jax.Array, n: int):\n    return x if n > 0 else -x\n",
        "def f(x: jax.Array, scale: float):\n    return x if scale == 1.0 else x * scale\n",
        "def f(x, mode):\n    return x if x.sum() > 0 else -x\n",
        "def f(x: jax.Array, shape: tuple[int, ...]):\n    return x + jnp.zeros(shape)\n",
        "def f(x: jax.Array, bound: jax.Array = None):\n    return x if bound is None or bound > 1 else x + bound\n",
    ],
    ids=["int", "float", "no annotation", "shape", "default"],
)
def test_what_no_annotation_calls_an_array_is_static(text):
    assert events(text) == []


@pytest.mark.parametrize(
    "offers",
    ["", "from lib._src.core import f\n__all__ = ['g']\n", "from lib._src.core import f as _f\n"],
    ids=["not imported", "not listed", "private name"],
)
def test_only_what_is_exported(offers):
    assert events(ASKS, offers) == []


@pytest.mark.parametrize(
    "offers",
    [OFFERS, "from ._src.core import f as g\n", "from lib._src.core import f, h\n__all__ = ['f']\n"],
    ids=["imported", "renamed", "listed"],
)
def test_ways_to_export(offers):
    assert [kind for kind, _ in events(ASKS, offers)] == ["truth-test"]


def test_a_module_hands_on_what_it_names_twice():
    project = Project(public_api=lambda path: True)
    texts = {"lib/__init__.py": "", "lib/ops.py": "from lib._src.core import f as f, g\n", "lib/_src/core.py": ""}
    for path, text in texts.items():
        project.add(Source(path, text))
    assert exported(project) == {("lib._src.core", "f")}


def test_gradients_flow_backwards():
    text = "def f(x: jax.Array):\n    return jax.lax.while_loop(lambda y: y.sum() > 1, lambda y: y / 2, x).sum()\n"
    assert [kind for kind, _ in events(text)] == ["not-reversible"]
    assert events(text, public_api=False) == []


def test_only_where_it_is_asked_for():
    assert events(ASKS, public_api=False) == []
