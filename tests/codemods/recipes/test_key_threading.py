"""A key comes through all callers in all modules, or there is no fix."""

from __future__ import annotations

import sys
from itertools import permutations
from pathlib import Path

import jax
import jax.numpy as jnp
import pytest

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Outcome, Request

pytestmark = pytest.mark.slow

NOISE = """\
import numpy as np


def noise(shape):
    return np.random.normal(size=shape)
"""
MODEL = """\
import jax

from noise import noise


@jax.jit
def step(x):
    return x + noise(x.shape)
"""
MAIN = """\
import jax.numpy as jnp

import model


def main(n=3):
    x = jnp.zeros(4)
    rows = []
    for _ in range(n):
        rows.append(model.step(x))
    return jnp.stack(rows)
"""
FILES = {"noise.py": NOISE, "model.py": MODEL, "main.py": MAIN}


def written(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def mended(folder: Path, names: list[str], write: bool = True) -> Outcome:
    paths = [str(folder / name) for name in names]
    return run(Request(paths, select=("ALL",), fix=True, unsafe=True, write=write))


def texts(folder: Path, files: dict[str, str]) -> dict[str, str]:
    return {name: (folder / name).read_text() for name in files}


def called(folder: Path, module: str, function: str = "main"):
    """What a function of a fresh import gives."""
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    try:
        return getattr(__import__(module, fromlist=["_"]), function)()
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            if str(folder) in (getattr(sys.modules[name], "__file__", None) or ""):
                del sys.modules[name]


def test_through_three_modules(tmp_path: Path) -> None:
    written(tmp_path, FILES)
    outcome = mended(tmp_path, list(FILES))
    assert (outcome.problems, outcome.diagnostics) == ([], [])
    after = texts(tmp_path, FILES)
    assert "def noise(shape, key):" in after["noise.py"]
    assert "def step(x, key):" in after["model.py"]
    assert "noise(x.shape, key=key)" in after["model.py"]
    assert (
        "    key = jax.random.key(0)\n    for _ in range(n):\n        key, subkey = jax.random.split(key)\n"
        in (after["main.py"])
    )
    rows = called(tmp_path, "main")
    assert not jnp.allclose(rows[0], rows[1])
    assert not jnp.allclose(rows[1], rows[2])


@pytest.mark.parametrize("names", list(permutations(FILES)))
def test_the_order_of_the_files_does_not_matter(tmp_path: Path, names: tuple[str, ...]) -> None:
    written(tmp_path, FILES)
    outcome = mended(tmp_path, list(names), write=False)
    again = mended(tmp_path, list(FILES), write=False)
    assert {path: one.text for path, one in outcome.sources.items()} == {
        path: one.text for path, one in again.sources.items()
    }


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("main.py", MAIN + "\n\ndef broken(:\n"),
        ("model.py", MODEL.replace("import noise", "import *")),
        ("model.py", MODEL + "\n\nsteps = [noise]\n"),
        ("model.py", MODEL + "\n\ndef later(n):\n    return map(noise, n)\n"),
        ("model.py", MODEL.replace("def step(x):", "def step(x):\n    g = globals()['noise']")),
        ("main.py", MAIN + "\n\nstep = getattr(model, 'step')\n"),
        ("main.py", MAIN + "\n\nmodules = [model]\n"),
        ("main.py", MAIN.replace("model.step(x)", "model.step(**x)")),
        ("main.py", MAIN + "\n\nmodel.step = 3\n"),
    ],
)
def test_no_half_fix(tmp_path: Path, name: str, change: str) -> None:
    files = {**FILES, name: change}
    written(tmp_path, files)
    outcome = mended(tmp_path, list(files))
    assert texts(tmp_path, files) == files
    found = [one.fix for one in outcome.diagnostics if one.code == "JAX401"]
    assert [None if fix is None else fix.applicability for fix in found] in (["suggestion"], [None])


@pytest.mark.parametrize("left_out", ["main.py", "model.py"])
def test_a_file_that_was_not_asked_for_can_not_be_edited(tmp_path: Path, left_out: str) -> None:
    written(tmp_path, FILES)
    mended(tmp_path, [name for name in FILES if name != left_out])
    assert texts(tmp_path, FILES) == FILES


def test_an_excluded_file_can_not_be_edited(tmp_path: Path) -> None:
    files = {**FILES, "jaxlint.toml": 'extend-exclude = ["main.py"]\n'}
    written(tmp_path, files)
    mended(tmp_path, ["."])
    assert texts(tmp_path, files) == files


def test_a_file_that_can_not_be_written_keeps_the_others_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from jaxlint.diagnostic import Problem
    from jaxlint.engine import write

    prepare = write.prepare
    refuse = lambda old, new: Problem(old.path, "no") if old.path.endswith("main.py") else prepare(old, new)  # noqa: E731
    monkeypatch.setattr(write, "prepare", refuse)
    written(tmp_path, FILES)
    outcome = mended(tmp_path, list(FILES))
    assert texts(tmp_path, FILES) == FILES
    assert outcome.fixed == []


def test_stdin_alone_can_not_change_the_callers_on_disk(tmp_path: Path) -> None:
    written(tmp_path, FILES)
    path = str(tmp_path / "model.py")
    alone = MODEL.replace("noise(x.shape)", "np.random.normal()").replace(
        "from noise import noise", "import numpy as np"
    )
    alone += "\n\ndef twice(x):\n    return step(x) + step(x)\n"
    outcome = run(Request([path], select=("ALL",), fix=True, unsafe=True, stdin=alone.encode()))
    assert outcome.sources[path].text == alone


def test_in_a_package_with_relative_imports_and_aliases(tmp_path: Path) -> None:
    files = {
        "kit/__init__.py": "from .noise import noise as make_noise\n",
        "kit/noise.py": NOISE,
        "kit/model.py": "import jax\n\nfrom . import noise as lib\n\n\n"
        "@jax.jit\ndef step(x):\n    return lib.noise(x.shape)\n",
        "main.py": "import jax\nimport jax.numpy as jnp\nimport kit.model as m\nfrom kit import make_noise\n\n\n"
        "def main():\n    return m.step(jnp.ones(2)), make_noise((2,))\n",
    }
    written(tmp_path, files)
    outcome = mended(tmp_path, list(files))
    assert (outcome.problems, outcome.diagnostics) == ([], [])
    assert "lib.noise(x.shape, key=key)" in (tmp_path / "kit/model.py").read_text()
    one, other = called(tmp_path, "main")
    assert not jnp.allclose(one, other)


def test_a_method_and_its_callers(tmp_path: Path) -> None:
    files = {
        "layer.py": "import jax\nimport numpy as np\n\n\nclass Dropout:\n    rate = 0.5\n\n    def mask(self, x):\n"
        '        """Which stay."""\n        return np.random.rand(*x.shape) > self.rate\n\n'
        "    def apply(self, x):\n        return x * self.mask(x)\n",
        "main.py": "import jax\nimport jax.numpy as jnp\n\nfrom layer import Dropout\n\nlayer = Dropout()\n\n\n"
        "@jax.jit\ndef run(x):\n    return layer.apply(x)\n\n\n"
        "def main():\n    return run(jnp.ones(400)), run(jnp.ones(400))\n",
    }
    written(tmp_path, files)
    outcome = mended(tmp_path, list(files))
    assert (outcome.problems, [str(one.message) for one in outcome.diagnostics]) == ([], [])
    one, other = called(tmp_path, "main")
    assert not jnp.allclose(one, other)


def test_two_draws_whose_keys_meet_are_one_fix(tmp_path: Path) -> None:
    head = "import jax\nimport numpy as np\n\n\n"
    parts = [f"@jax.jit\ndef f{i}(x):\n    return x + np.random.normal()\n\n\n" for i in range(15)]
    calls = "".join(f"    total += f{i}(x)\n" for i in range(15))
    files = {"many.py": head + "".join(parts) + f"def main(x=0.0):\n    total = 0.0\n{calls}    return total\n"}
    written(tmp_path, files)
    outcome = mended(tmp_path, list(files))
    assert (outcome.problems, outcome.diagnostics) == ([], [])
    assert [f"jax.random.key({i})" in (tmp_path / "many.py").read_text() for i in (0, 14, 15)] == [True, True, False]
    assert jnp.isfinite(called(tmp_path, "many"))


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    written(tmp_path, FILES)
    mended(tmp_path, list(FILES))
    first = texts(tmp_path, FILES)
    mended(tmp_path, list(FILES))
    assert texts(tmp_path, FILES) == first
    with jax.debug_key_reuse(True):
        called(tmp_path, "main")
