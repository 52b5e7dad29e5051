"""What is told of a file does not depend on how it was named: seven layouts, each asked in every way."""

import json
import os

import pytest

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request

BRANCH = "import jax.numpy as jnp\n\n\ndef loss(x):\n    if x.sum() > 0:\n        return x\n    return -x\n"
STEP = "import jax\nfrom {home} import loss\n\nstep = jax.jit(loss)\n"
PRINTS = "import jax\n\n\n@jax.jit\ndef f(x):\n    print(x)\n    return x.item()\n"
SOLVER = "class Solver:\n    def step(self, x):\n        raise NotImplementedError\n"
EULER = (
    "from pkg.base import Solver\n\n\nclass Euler(Solver):\n    def step(self, x):\n        return x if x > 0 else -x\n"
)
LOOP = (
    "import jax\nfrom pkg.base import Solver\n\n\n"
    "def solve(solver: Solver, x):\n    return jax.lax.fori_loop(0, 9, lambda i, y: solver.step(y), x)\n"
)
FIXTURE = "import pytest\nimport jax.numpy as jnp\n\n\n@pytest.fixture\ndef batch():\n    return jnp.ones(3)\n"
TEST = (
    "import jax\nfrom pkg.loss import loss\n\n\ndef test_loss(batch):\n    assert jax.jit(loss)(batch).shape == (3,)\n"
)

LAYOUTS = {
    "scripts": {"loss.py": BRANCH, "train.py": STEP.format(home="loss"), "other.py": PRINTS},
    "package": {
        "pyproject.toml": '[project]\nname = "pkg"\n',
        "pkg/__init__.py": "from pkg.loss import loss as loss\n",
        "pkg/loss.py": BRANCH,
        "train.py": STEP.format(home="pkg"),
        "tests/test_f.py": PRINTS,
    },
    "helpers": {
        "pyproject.toml": '[project]\nname = "pkg"\n',
        "pkg/__init__.py": "",
        "pkg/signs.py": "def loss(x):\n    return x if x > 0 else -x\n",  # names no JAX
        "pkg/steps.py": "from . import jitted\n",  # and this one imports who does
        "pkg/jitted.py": STEP.format(home="pkg.signs"),
        "pkg/tables.py": "import csv\n",
    },
    "src": {
        "setup.py": "",
        "src/pkg/__init__.py": "",
        "src/pkg/loss.py": BRANCH,
        "tests/conftest.py": FIXTURE,
        "tests/test_loss.py": TEST,
    },
    "required": {
        "requirements.txt": "jax\n",
        "docs/requirements.txt": "sphinx\n",
        "docs/versions.py": "import jax\n\nrelease = jax.__version__\n",
        "kit/__init__.py": "",
        "kit/loss.py": BRANCH,
        "jobs/train.py": STEP.format(home="kit.loss"),
    },
    "hierarchy": {
        ".git/HEAD": "",
        "pkg/__init__.py": "",
        "pkg/base.py": SOLVER,
        "pkg/euler.py": EULER,
        "pkg/loop.py": LOOP,
    },
    "monorepo": {
        ".git/HEAD": "",
        "jaxlint.toml": 'ignore = ["JAX501"]\n',
        "a/pyproject.toml": '[tool.jaxlint]\nselect = ["JAX2"]\n',
        "a/apart/__init__.py": "",
        "a/apart/f.py": PRINTS,
        "b/f.py": PRINTS,
        "b/loss.py": BRANCH,
        "scripts/train.py": "import sys\nimport jax\nfrom b.loss import loss\n\nstep = jax.jit(loss)\n",
        "old/jaxlint.toml": 'extend-exclude = ["gone.py"]\n',
        "old/gone.py": PRINTS,
        "old/kept.py": PRINTS,
    },
}
EXPECTED = {
    "scripts": {"loss.py": ["JAX301"], "other.py": ["JAX201", "JAX501"]},
    "package": {"pkg/loss.py": ["JAX301"], "tests/test_f.py": ["JAX201", "JAX501"]},
    "helpers": {"pkg/signs.py": ["JAX303"]},
    "src": {"src/pkg/loss.py": ["JAX301"]},
    "required": {"kit/loss.py": ["JAX301"]},
    "hierarchy": {"pkg/euler.py": ["JAX303"]},
    "monorepo": {
        "a/apart/f.py": ["JAX201"],
        "b/f.py": ["JAX201"],
        "b/loss.py": ["JAX301"],
        "old/kept.py": ["JAX201", "JAX501"],
    },
}


@pytest.fixture(params=LAYOUTS)
def project(request, tmp_path):
    for name, text in LAYOUTS[request.param].items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return request.param, tmp_path


def told(here, paths, **options):
    """The findings of a run by file, all that is said of each; relative to nothing."""
    os.chdir(here)
    outcome = run(Request(paths, **options))
    assert outcome.problems == []
    found = {}
    for one in outcome.diagnostics:
        related = [step for step in one.related if not step.message.startswith("caused by `")]
        steps = [(step.message, step.location and os.path.abspath(step.location.path)) for step in related]
        edits = one.fix and sorted((os.path.abspath(path), str(made)) for path, made in one.fix.alone.items())
        said = [one.code, one.severity, one.message, one.location.line, one.location.column, steps, edits, one.no_fix]
        found.setdefault(os.path.abspath(one.location.path), []).append(json.loads(json.dumps(said)))
    return found


def about(whole, paths):
    """Those findings of a whole run that stand in some of these files, or that these cause."""
    found = {
        path: [one for one in said if path in paths or any(place in paths for _, place in one[5])]
        for path, said in whole.items()
    }
    return {path: said for path, said in found.items() if said}


def files_of(top):
    return sorted(str(path) for path in top.rglob("*.py") if path.name != "gone.py")


@pytest.fixture
def whole(project, monkeypatch):
    name, top = project
    monkeypatch.chdir(top)
    found = told(top, ["."])
    codes = {os.path.relpath(path, top): sorted(one[0] for one in said) for path, said in found.items()}
    assert codes == EXPECTED[name]
    return found


def test_a_file_alone_from_three_directories(project, whole):
    _, top = project
    for path in files_of(top):
        expected = about(whole, [path])
        assert told(top, [os.path.relpath(path, top)]) == expected
        assert told(os.path.dirname(path), [os.path.basename(path)]) == expected
        assert told("/", [path]) == expected


def test_on_stdin(project, whole):
    _, top = project
    for path in files_of(top):
        with open(path, "rb") as stream:
            data = stream.read()
        expected = about(whole, [path])
        assert told(top, [os.path.relpath(path, top)], stdin=data) == expected


@pytest.mark.parametrize("name", ["package", "src", "required"])
def test_with_and_without_a_repository(name, tmp_path, monkeypatch):
    for path, text in LAYOUTS[name].items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    monkeypatch.chdir(tmp_path)
    bare = [told(tmp_path, [path]) for path in files_of(tmp_path)]
    (tmp_path / ".git").mkdir()
    assert [told(tmp_path, [path]) for path in files_of(tmp_path)] == bare
    assert any(bare)


def test_in_lists_and_shards(project, whole):
    _, top = project
    files = files_of(top)
    for some in (files[::2], files[1::2]):
        assert told(top, some) == about(whole, some)
    parts = [told(top, ["."], shard=(part, 3)) for part in (1, 2, 3)]
    assert {path: said for part in parts for path, said in part.items()} == whole


def test_warm_and_cold(project, whole, tmp_path_factory):
    _, top = project
    cache = str(tmp_path_factory.mktemp("cache"))
    for _ in range(2):
        assert told(top, ["."], cache=cache) == whole
    for path in files_of(top):
        expected = about(whole, [path])
        assert told(top, [path], cache=cache) == expected
    alone = str(tmp_path_factory.mktemp("alone"))
    for path in files_of(top) * 2:
        expected = about(whole, [path])
        assert told(os.path.dirname(path), [os.path.basename(path)], cache=alone) == expected
    assert told(top, ["."], cache=alone) == whole


def test_isolated_files_see_nothing_of_one_another(project, monkeypatch):
    _, top = project
    monkeypatch.chdir(top)
    alone = [path for path in files_of(top) if told(top, [path], isolated_files=True)]
    assert [os.path.basename(path) for path in alone] == [
        os.path.basename(path) for path in files_of(top) if path.endswith(("other.py", "f.py", "kept.py"))
    ]


def test_what_is_caused_elsewhere_counts(tmp_path, monkeypatch):
    for name, text in LAYOUTS["scripts"].items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    (found,) = run(Request(["train.py"])).diagnostics
    assert found.location.path == "loss.py"
    assert found.related[-1].message == "caused by `train.py`; `loss.py` is not one of the files of this run"
    (whole,) = [one for one in run(Request(["."])).diagnostics if one.location.path == "loss.py"]
    assert str(whole.fix.edits) == str(found.fix.edits)
    assert [step.message for step in whole.related] == [step.message for step in found.related[:-1]]
    assert run(Request(["train.py"], named_only=True)).diagnostics == []
    (tmp_path / "jaxlint.toml").write_text("named-only = true\n")
    assert run(Request(["train.py"])).diagnostics == []
    assert len(run(Request(["loss.py"])).diagnostics) == 1


def test_a_file_that_is_named_is_not_called_another(tmp_path, monkeypatch):
    """Files whose settings aim at different releases of JAX are linted apart."""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("")
    (tmp_path / ".git").mkdir()
    (tmp_path / "a/jaxlint.toml").write_text('target-jax = "0.6.2"\n')
    (tmp_path / "b/loss.py").write_text(LAYOUTS["scripts"]["loss.py"])
    (tmp_path / "a/use.py").write_text("import jax\nfrom b.loss import loss\n\nstep = jax.jit(loss)\n")
    monkeypatch.chdir(tmp_path)
    (found,) = run(Request(["a/use.py", "b/loss.py"])).diagnostics
    assert not any(step.message.startswith("caused by") for step in found.related)
    (found,) = run(Request(["a/use.py"])).diagnostics
    assert found.related[-1].message.startswith("caused by `a/use.py`")


def test_what_other_files_cause_does_not(tmp_path, monkeypatch):
    for name, text in LAYOUTS["scripts"].items():
        (tmp_path / name).write_text(text)
    (tmp_path / "other.py").write_text("from loss import loss\n\nprint(loss)\n")
    monkeypatch.chdir(tmp_path)
    assert run(Request(["other.py"])).diagnostics == []


def test_a_fix_leaves_files_alone_that_were_not_asked_for(tmp_path, monkeypatch):
    for name, text in LAYOUTS["scripts"].items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    run(Request(["train.py"], fix=True, unsafe=True, write=True))
    assert (tmp_path / "loss.py").read_text() == BRANCH
    run(Request(["loss.py"], fix=True, unsafe=True, write=True))
    assert "jnp.where" in (tmp_path / "loss.py").read_text()
