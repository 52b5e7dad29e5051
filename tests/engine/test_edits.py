"""Runs in one process: what an edit leaves alone is not run again, and the findings are those of a run without."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request
from jaxlint.server.places import KnownPlaces
from jaxlint.text.source import Source
from jaxlint.tracing.running.interpreter import Interpreter

if TYPE_CHECKING:
    from pathlib import Path

    from jaxlint.diagnostic import Diagnostic

FILES = {
    "steps.py": """
import jax
import jax.numpy as jnp

SCALE = 2.0


def clip(x):
    y = x * SCALE
    if jnp.sum(y) > 3:
        return y
    return x


def total(x):
    scaled = x * SCALE
    return jnp.sum(scaled)
""",
    "model.py": """
import jax
from steps import clip, total


class Model:
    width = 3

    def __call__(self, x):
        z = clip(x)
        return z + self.width

    def loss(self, x):
        return total(x)


@jax.jit
def forward(x):
    return Model()(x)
""",
    "train.py": """
import jax
from model import Model, forward

model = Model()


@jax.jit
def step(x):
    return model.loss(x) + x.item()


def main(xs):
    for x in xs:
        forward(x)
""",
    "plain.py": """
import jax


@jax.jit
def alone(x):
    return float(x)
""",
}
EDITS = [
    ("steps.py", "SCALE = 2.0", "# why\nSCALE = 2.0"),
    ("steps.py", "    y = x * SCALE\n", "    y = x * SCALE\n    spare = y\n"),
    ("steps.py", "    if jnp.sum(y) > 3:\n        return y\n", ""),
    ("steps.py", "    scaled = x * SCALE\n", "    scaled = x * SCALE\n    assert x > 0\n"),
    ("steps.py", "SCALE = 2.0", "SCALE = 3"),
    ("model.py", "        z = clip(x)\n", "        z = clip(x)\n        print(bool(z))\n"),
    ("model.py", "    width = 3\n", "    width = 4\n"),
    ("model.py", "class Model:", "class Model(dict):"),
    ("model.py", "@jax.jit\ndef forward", "def forward"),
    ("steps.py", "\n\ndef total", "\n\nBOUND = 3\n\n\ndef total"),
    ("steps.py", "\n\ndef total", "\n\n@jax.jit\ndef more(y):\n    return float(y)\n\n\ndef total"),
    ("steps.py", "\n\ndef total", "\n\ndef clip(x):\n    return float(x)\n\n\ndef total"),
    ("steps.py", "\n\ndef total", "\n\nclass Wide(Narrow):\n    pass\n\n\ndef total"),
    ("model.py", "    def loss(self, x):\n", "    def size(self):\n        return 3\n\n    def loss(self, x):\n"),
    ("train.py", "x.item()", "x.sum()"),
    ("train.py", "        forward(x)\n", "        jax.jit(forward)(x)\n"),
    ("train.py", "import jax\n", "import jax\nimport plain\n"),
    ("plain.py", "float(x)", "int(x)"),
    ("plain.py", "import jax\n", "import jax  # so\n"),
]


@pytest.fixture
def project(tmp_path: Path) -> dict[str, Source]:
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'net'\nversion = '0'\n")
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return {str(tmp_path / name): Source(str(tmp_path / name), text) for name, text in FILES.items()}


def found(buffers: dict[str, Source], places: KnownPlaces) -> list[str]:
    outcome = run(Request(list(buffers), select=("ALL",), buffers=dict(buffers), places=places))
    assert outcome.problems == []
    return [repr((one.sort_key(), one.message, _fix(one))) for one in outcome.diagnostics]


def _fix(diagnostic: Diagnostic) -> object:
    edits = {} if diagnostic.fix is None else diagnostic.fix.edits
    return diagnostic.no_fix, [(path, edit.span.start, edit.replacement) for path in edits for edit in edits[path]]


def named(buffers: dict[str, Source], name: str) -> str:
    return next(path for path in buffers if path.endswith(name))


@pytest.mark.parametrize("backwards", [False, True])
def test_findings_after_edits_are_those_of_a_new_run(project: dict[str, Source], backwards: bool) -> None:
    places = KnownPlaces()
    assert found(project, places) == found(project, KnownPlaces())
    for name, old, new in reversed(EDITS) if backwards else EDITS:
        path = named(project, name)
        text = project[path].text
        assert old in FILES[name]
        project[path] = Source(path, text.replace(old, new))
        assert found(project, places) == found(project, KnownPlaces()), (name, new)
        project[path] = Source(path, text)
        assert found(project, places) == found(project, KnownPlaces()), (name, old)


def test_an_edit_runs_what_rests_on_it(project: dict[str, Source], monkeypatch: pytest.MonkeyPatch) -> None:
    taken, step = [0], Interpreter.begin_one

    def counted(self: Interpreter) -> None:
        taken[0] += 1
        step(self)

    monkeypatch.setattr(Interpreter, "begin_one", counted)
    places = KnownPlaces()

    def cost(name: str, old: str, new: str) -> int:
        path = named(project, name)
        project[path] = Source(path, project[path].text.replace(old, new))
        taken[0] = 0
        run(Request(list(project), fixable=(), buffers=dict(project), places=places))
        return taken[0]

    everything = cost("steps.py", "", "")
    assert everything > 5
    assert cost("steps.py", "SCALE = 2.0", "# why\nSCALE = 2.0") == 0
    assert cost("steps.py", "\n\ndef total", "\n\ndef spare(y):\n    return y + 1\n\n\ndef total") < everything / 4
    assert cost("plain.py", "return float(x)", "return int(x)") < everything / 4
    assert 0 < cost("steps.py", "scaled = x * SCALE", "scaled = x + SCALE") < everything
