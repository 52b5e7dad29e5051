"""The GitHub action: what its documentation asks of it, and its last step, run here as GitHub would."""

import os
import re
import shlex
import subprocess

import pytest
import yaml

from tests.cli.command_line import BAD, COMMAND, GOOD, ROOT, environment

ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
DEFAULTS = {name: given["default"] for name, given in ACTION["inputs"].items()}
WORKFLOWS = [
    text
    for path in sorted((ROOT / "docs").glob("*.md"))
    for text in re.findall(r"^```yaml\n(.*?)^```", path.read_text(), re.MULTILINE | re.DOTALL)
    if "OWNER/jaxlint@" in text
]


def asked(text):
    """What a workflow gives to the action."""
    (job,) = yaml.safe_load(text)["jobs"].values()
    (step,) = [step for step in job["steps"] if step["uses"].startswith("OWNER/jaxlint@")]
    return step["with"]


def filled(text, inputs):
    """Only inputs stand in the environment of the last step; GitHub puts in what they are."""
    return re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: inputs[found[1]], text)


def last_step(folder, **inputs):
    """Its script, with jaxlint where the step before has installed it."""
    home = folder / "runner" / "jaxlint" / "bin"
    home.mkdir(parents=True)
    (home / "jaxlint").write_text(f'#!/bin/sh\nexec {shlex.join(COMMAND)} "$@"\n')
    (home / "jaxlint").chmod(0o755)
    step = ACTION["runs"]["steps"][-1]
    given = {name: filled(text, {**DEFAULTS, **inputs}) for name, text in step["env"].items()}
    env = {**environment(), **given, "RUNNER_TEMP": str(folder / "runner")}
    work = folder / "work"
    work.mkdir()
    (work / "bad.py").write_text(BAD)
    (work / "good.py").write_text(GOOD)
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
    return subprocess.run(command, cwd=work, env=env, capture_output=True, text=True)


def test_there_is_a_workflow_to_copy():
    assert WORKFLOWS


@pytest.mark.parametrize("text", WORKFLOWS)
def test_the_workflows_of_the_docs_run(tmp_path, text):
    assert set(asked(text)) <= set(DEFAULTS)
    done = last_step(tmp_path, **asked(text))
    assert (done.returncode, done.stderr) == (1, "")
    assert "::error title=JAX201 item-on-tracer,file=bad.py,line=7," in done.stdout
    assert "::warning title=JAX501 print-in-trace,file=bad.py,line=6," in done.stdout


def test_inputs_are_words_and_no_commands(tmp_path):
    done = last_step(
        tmp_path, **{"args": "--select\nJAX5 -q", "paths": "good.py $(touch${IFS}x)", "output-format": "json"}
    )
    assert "error: $(touch${IFS}x): no such file or directory" in done.stderr
    assert sorted(os.listdir(tmp_path / "work")) == ["bad.py", "good.py"]


def test_all_inputs_are_used_and_no_others():
    steps = str(ACTION["runs"]["steps"])
    assert set(re.findall(r"inputs\.([\w-]+)", steps)) == set(DEFAULTS)
    assert not any("${{" in step.get("run", "") for step in ACTION["runs"]["steps"])  # it would be run as it stands
