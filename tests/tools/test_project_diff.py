"""Two versions over one project: what is new, gone or changed is told by rule."""

import shutil
from pathlib import Path

import pytest

from tools.project_diff import main

ROOT = Path(__file__).parents[2]
BAD = "import jax\n\n\n@jax.jit\ndef f(x):\n    print(x)\n    return x.item()\n"


@pytest.fixture
def project(tmp_path):
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "bad.py").write_text(BAD)
    return tmp_path / "project"


def test_the_same_version(project, capsys):
    assert main([str(ROOT), str(ROOT), str(project)]) == 0
    told = capsys.readouterr().out
    assert "2 -> 2 findings" in told
    assert told.count("\n") == 1


@pytest.mark.slow
def test_another_version(project, tmp_path, capsys):
    other = tmp_path / "other"
    shutil.copytree(ROOT / "jaxlint", other / "jaxlint", ignore=shutil.ignore_patterns("__pycache__"))
    rules = other / "jaxlint" / "rules"
    (rules / "concretization" / "item_on_tracer.py").unlink()
    rule = rules / "purity" / "print_in_trace.py"
    rule.write_text(rule.read_text().replace("runs once, while tracing", "runs but once"))
    assert main([str(ROOT), str(other), str(project)]) == 1
    told = capsys.readouterr().out
    assert "2 -> 1 findings" in told
    assert "gone: bad.py:7:12 JAX201" in told
    assert "other message: bad.py:6:5 JAX501" in told
    assert told.endswith("JAX201 gone: 1\nJAX501 other message: 1\n")


def test_a_version_that_fails_is_told(project, tmp_path, capsys):
    broken = tmp_path / "jaxlint"
    broken.mkdir()
    (broken / "__init__.py").touch()
    (broken / "__main__.py").write_text("raise ValueError")
    assert main([str(ROOT), str(tmp_path), str(project)]) == 1
    assert "new: ValueError" in capsys.readouterr().out


def test_what_is_no_checkout(project, tmp_path, capsys):
    with pytest.raises(SystemExit):
        main([str(ROOT), str(tmp_path), str(project)])
    assert "is no checkout of jaxlint" in capsys.readouterr().err
