"""A cloned repository is hostile: what it brings decides neither what is written nor what is hidden."""

import json
import os
import sys

import pytest

from tests.cli.command_line import BAD, jaxlint

NOBODY = 65534
BRANCH = "import jax\n\n\n@jax.jit\ndef f(x):\n    if x > 0:\n        return x\n    return -x\n"


@pytest.fixture
def project(tmp_path):
    (tmp_path / "p").mkdir()
    (tmp_path / "p/pyproject.toml").write_text("[project]\nname = 'p'\n")
    (tmp_path / "p/bad.py").write_text(BAD)
    return tmp_path / "p"


@pytest.mark.parametrize("kind", ["up", "absolute", "link to a folder", "link to a file", "extended"])
@pytest.mark.parametrize("option", ["--update-baseline", "--prune-baseline", "--no-cache"])
def test_settings_name_no_baseline_outside_of_the_project(project, kind, option):
    outside = project.parent / "outside"
    outside.mkdir()
    (project / "folder").symlink_to(outside)
    (project / "file.json").symlink_to(outside / "x.json")
    named = {"up": "../outside/x.json", "absolute": str(outside / "x.json"), "link to a folder": "folder/x.json"}
    name = named.get(kind, "file.json")
    (project / "jaxlint.toml").write_text(f'\nbaseline = "{name}"\n')
    if kind == "extended":
        (project / "jaxlint.toml").rename(project / "base.toml")
        (project / "jaxlint.toml").write_text('extend = "base.toml"\n')
    done = jaxlint(option, ".", cwd=project)
    assert done.returncode == 2
    assert "`baseline` must name a file of the project" in done.stderr
    assert ("jaxlint.toml:2: " in done.stderr) == (kind != "extended")
    assert list(outside.iterdir()) == []


def test_the_user_names_a_baseline_anywhere(project):
    for option in (["--baseline", "../x.json"], ["--config", 'baseline = "../y.json"']):
        assert jaxlint(*option, "--update-baseline", ".", cwd=project).returncode == 0
    (project / "inner").mkdir()
    (project / "link").symlink_to("inner")
    (project / "jaxlint.toml").write_text('baseline = "link/x.json"\n')
    assert jaxlint("--update-baseline", ".", cwd=project).returncode == 0
    assert len(json.loads((project / "inner/x.json").read_text())["findings"]) == 2


def test_no_baseline_is_said_to_be_written_that_is_not(project):
    (project / "x.json").write_text('{"version": 1, "findings": []}')
    (project / "x.json").chmod(0o444)
    if os.access(project / "x.json", os.W_OK):  # as root: a folder of the name can't be replaced either
        (project / "x.json").unlink()
        (project / "gone").write_text("a file")
    path = "x.json" if (project / "x.json").exists() else "gone/x.json"
    done = jaxlint("--baseline", path, "--update-baseline", ".", cwd=project)
    assert done.returncode == 2
    assert "can't be written" in done.stderr
    assert "wrote" not in done.stderr


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives a file to another user")
@pytest.mark.parametrize("name", ["jaxlint.toml", "pyproject.toml", ".git"])
def test_what_another_user_put_above_does_not_hold(tmp_path, name):
    (tmp_path / "work").mkdir()
    (tmp_path / "work/a.py").write_text(BRANCH)
    head = "[tool.jaxlint]\n" if name == "pyproject.toml" else ""
    if name == ".git":
        (tmp_path / name).mkdir()
    else:
        (tmp_path / name).write_text(f'{head}ignore = ["ALL"]\nunsafe-fixes = true\n')
    os.chown(tmp_path / name, NOBODY, NOBODY)
    done = jaxlint("--fix", "a.py", cwd=tmp_path / "work")
    assert "JAX301" in done.stdout
    assert (tmp_path / "work/a.py").read_text() == BRANCH
    assert ("ignored: it belongs to another user" in done.stderr) == (name != ".git")
    os.chown(tmp_path / "work/a.py", NOBODY, NOBODY)
    os.chown(tmp_path / "work", NOBODY, NOBODY)
    os.chown(tmp_path, NOBODY, NOBODY)  # a checkout that is mounted belongs to another user as a whole
    assert ("JAX301" in jaxlint("a.py", cwd=tmp_path / "work").stdout) == (name == ".git")


def test_settings_above_a_project_make_no_fix_unsafe(project):
    for said in ("unsafe-fixes = true", 'extend-safe-fixes = ["ALL"]'):
        (project.parent / "jaxlint.toml").write_text(f"{said}\n")
        done = jaxlint("--fix", "bad.py", cwd=project)
        assert ".item()" in (project / "bad.py").read_text()
        assert "top-level settings of the project" in done.stderr
    assert jaxlint("--fix", "--config", "unsafe-fixes = true", "bad.py", cwd=project).returncode == 0
    assert ".item()" not in (project / "bad.py").read_text()


def test_consent_can_not_be_spelled_so_that_it_passes_for_the_command_lines(project):
    (project / ".git").mkdir()
    (project / "vendored").mkdir()
    (project / "vendored/bad.py").write_text(BAD)
    (project / "vendored/jaxlint.toml").write_text('"unsafe\\u002dfixes" = true\n"extend\\u002dsafe-fixes" = ["ALL"]\n')
    assert jaxlint("--fix", "vendored", cwd=project).returncode == 1
    assert ".item()" in (project / "vendored/bad.py").read_text()


@pytest.mark.parametrize("name", ["--fix", "--unsafe-fixes", "--output-file=x.py", "-o", "--no-such-option.py"])
@pytest.mark.parametrize("command", [["check", "--force-exclude"], []])
def test_a_file_is_no_option(project, name, command):
    (project / name).write_text("import jax\n")
    done = jaxlint(*command, name, "bad.py", cwd=project)
    assert done.returncode == 2
    assert f"{name!r} is both an option and a file" in done.stderr
    assert "x.py" not in os.listdir(project)
    assert (project / "bad.py").read_text() == BAD
    assert jaxlint(*command, "--", name, cwd=project).returncode == 0
    assert jaxlint(*command, f"./{name}", cwd=project).returncode == 0


LONG = "9" * 5000
LOGS = {
    "python": f'Traceback (most recent call last):\n  File "bad.py", line {LONG}, in f\n    x.item()\nValueError: no\n',
    "pytest": f"bad.py:{LONG}: ValueError\nE   ValueError: no\n",
    "notebook": f"In [{LONG}], line {LONG}, in f\nValueError: no\n",
    "arrow": f"Traceback (most recent call last)\nbad.py in f(x)\n---> {LONG} x.item()\nValueError: no\n",
    "message": 'Traceback (most recent call last):\n  File "bad.py", line 6, in f\n    x.item()\n'
    f"jax.errors.UnexpectedTracerError: created on line /x/bad.py:{LONG} (f)\n"
    f"while tracing the function f at /x/bad.py:{LONG} for jit\n",
}


@pytest.mark.parametrize("kind", LOGS)
def test_numbers_of_any_length_in_a_log(project, kind):
    done = jaxlint("explain", "-", cwd=project, given=LOGS[kind].encode())
    assert done.returncode in (0, 2)
    assert "internal error" not in done.stderr + done.stdout
    assert "ValueError: Exceeds" not in done.stderr + done.stdout


def test_a_log_shows_lines_of_python_files_alone(project):
    (project / "secret").write_text("password\n")
    log = 'Traceback (most recent call last):\n  File "secret", line 1, in f\n    x\nTypeError: no\n'
    assert "password" not in jaxlint("explain", "-", cwd=project, given=log.encode()).stdout
    (project / "secret").rename(project / "secret.py")
    log = log.replace('"secret"', '"secret.py"')
    assert "password" in jaxlint("explain", "-", cwd=project, given=log.encode()).stdout


def test_a_notebook_without_end_in_a_log(project):
    (project / "n.ipynb").write_text('{"cells": ' + "[" * 100_000 + "]" * 100_000 + "}")
    done = jaxlint("explain", "n.ipynb", cwd=project)
    assert (done.returncode, "internal error" in done.stderr) == (2, False)


@pytest.mark.parametrize("shard", [f"1/{LONG}", f"{LONG}/{LONG}", "²/3", "1/", "/", "0/2"])
def test_shards_that_are_none(project, shard):
    done = jaxlint("--shard", shard, ".", cwd=project)
    assert done.returncode == 2
    assert "expected I/N" in done.stderr


@pytest.mark.parametrize("key", ["extend", "baseline"])
def test_paths_with_nul(project, key):
    (project / "jaxlint.toml").write_text(f'{key} = "a\\u0000b"\n')
    done = jaxlint(".", cwd=project)
    assert done.returncode == 2
    assert f"jaxlint.toml:1: `{key}` must be" in done.stderr


SETUPS = ["(" * 300 + ")" * 300, "x = " + "-" * 100_000 + "1", "print 'x'", "x = 1" + " + 1" * 50_000]


@pytest.mark.parametrize("text", SETUPS, ids=lambda text: text[:9])
def test_a_setup_that_is_no_program(project, text):
    (project / "pyproject.toml").unlink()
    (project / "setup.py").write_text(f"# jax\n{text}\n")
    (project / "old.py").write_text("import jax\n\nx = jax.tree_map\n")
    done = jaxlint("--output-format", "concise", "old.py", cwd=project)
    assert "JAX701" in done.stdout
    assert "internal error" not in done.stderr


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="Python reads them")
def test_template_strings_are_read_or_told(project):
    (project / "t.py").write_text('name = 1\nt = t"hello {name!r:>10} {name=}" t"b"\n')
    done = jaxlint("t.py", cwd=project)
    assert "internal error" not in done.stderr
    assert done.returncode == 0 or "syntax error" in done.stderr


def test_what_python_refuses_to_compute(project):
    (project / "s.py").write_text(
        BRANCH.replace("    if", "    a = [1, 2][::0], (1,)[1:2:0], 'a'[::0], range(3)[::0]\n    if")
    )
    done = jaxlint("--output-format", "concise", "s.py", cwd=project)
    assert (done.stdout[:7], done.stderr) == ("s.py:7:", "")
