"""What shells are told of a command line that is being written."""

import os
import shutil
import subprocess

import pytest

from tests.cli.command_line import BAD, COMMAND, environment, jaxlint


@pytest.fixture
def directory(tmp_path):
    for name in ("train.py", "model.py", "notes.txt", "a b.py"):
        (tmp_path / name).write_text(BAD)
    (tmp_path / "tracks").mkdir()
    return tmp_path


def words(directory, line, shell="bash"):
    """``line``: its last word is the one to complete."""
    index = line.count(" ")
    asked = {"_JAXLINT_COMPLETE": f"{shell}_complete", "COMP_WORDS": line, "COMP_CWORD": str(index)}
    if shell == "fish":
        asked["COMP_CWORD"] = line.split(" ")[-1]
    done = jaxlint(cwd=directory, env=asked)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("jaxlint tr", ["plain,trace", "plain,tracks", "plain,train.py"]),
        ("jaxlint mo", ["file,mo"]),
        ("jaxlint completion ", ["plain,bash", "plain,zsh", "plain,fish"]),
        ("jaxlint --extend-s", ["plain,--extend-select"]),
        ("jaxlint train.py --extend-s", ["plain,--extend-select"]),
        ("jaxlint --select JAX101", ["plain,JAX101"]),
        ("jaxlint --extend-select keys", ["plain,keys"]),
        ("jaxlint --fixable keys", ["plain,keys"]),
        ("jaxlint --select = JAX101", ["plain,JAX101"]),
        ("jaxlint check --ignore JAX301,jax101", ["plain,JAX301,JAX101"]),
        ("jaxlint rule JAX101", ["plain,JAX101"]),
        ("jaxlint rule boolean-mask-r", ["plain,boolean-mask-read"]),
        ("jaxlint rule AL", ["plain,ALL"]),
        ("jaxlint train.py mo", ["file,mo"]),
        ("jaxlint trace mo", ["file,mo"]),
        ("jaxlint --output-format js", ["plain,json", "plain,json-lines"]),
    ],
)
def test_how_a_line_may_go_on(directory, line, expected):
    assert words(directory, line) == expected


def test_the_first_word(directory):
    (directory / ".git").mkdir()
    found = words(directory, "jaxlint ")
    assert found[0] == "plain,check"
    assert found[-3:] == ["plain,model.py", "plain,tracks", "plain,train.py"]


def test_codes_and_groups_come_before_names(directory):
    found = words(directory, "jaxlint rule ")
    assert {"plain,JAX101", "plain,JAX905", "plain,keys", "plain,ALL"} <= set(found)
    assert "plain,item-on-tracer" not in found


def test_other_shells_say_what_a_code_means(directory):
    assert words(directory, "jaxlint rule JAX201", "zsh") == ["plain", "JAX201", "item-on-tracer"]
    assert words(directory, "jaxlint --select=JAX201", "zsh") == ["plain", "--select=JAX201", "item-on-tracer"]
    assert words(directory, "jaxlint rule JAX201", "fish")[0].startswith("plain,JAX201")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_scripts(directory, shell):
    done = jaxlint("completion", shell, cwd=directory, env={"PATH": "/nowhere"})
    assert (done.returncode, done.stderr) == (0, "")
    assert f"_JAXLINT_COMPLETE={shell}_complete" in done.stdout


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
def test_in_bash(directory):
    (directory / "bin").mkdir()
    (directory / "bin" / "jaxlint").write_text(f'#!/bin/sh\nexec {" ".join(COMMAND)} "$@"\n')
    (directory / "bin" / "jaxlint").chmod(0o755)
    (directory / "script").write_text(jaxlint("completion", "bash", cwd=directory).stdout)
    asked = "source ./script; COMP_WORDS=(jaxlint --select JAX10); COMP_CWORD=2; _jaxlint_completion jaxlint; "
    path = os.pathsep.join([str(directory / "bin"), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "--norc", "-c", asked + 'echo "${COMPREPLY[@]}"'],
        cwd=directory,
        env={**environment(), "PATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("JAX101 JAX102 JAX103 ")


def test_a_variable_that_lies_about_keeps_nobody_from_linting(directory):
    env = {"_JAXLINT_COMPLETE": "bash_complete"}
    assert jaxlint("train.py", cwd=directory, env=env).returncode == 1
    done = jaxlint(cwd=directory, env=env)
    said = "error: _JAXLINT_COMPLETE is for the scripts that `jaxlint completion SHELL` prints\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


def test_an_unknown_shell(directory):
    done = jaxlint("completion", "tcsh", cwd=directory)
    assert (done.returncode, done.stdout) == (2, "")
    assert "'tcsh' is not one of 'bash', 'zsh', 'fish'" in done.stderr
