"""Real tracebacks: programs are run on JAX, and what it says is explained."""

import os
import subprocess
import sys

import pytest

from jaxlint.explain.explain import explain_text
from tests.explain.programs import HERE, programs

PROGRAMS = programs()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("programs")
    (made / ".git").mkdir()
    for one in PROGRAMS:
        (made / f"{one.name}.py").write_text(one.text)
        (made / f"test_{one.name}.py").write_text(f"def test_it():\n    import {one.name}\n")
    return made


def output(folder, *command):
    environment = {**os.environ, "JAX_PLATFORMS": "cpu"}
    done = subprocess.run(
        [sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True, timeout=300
    )
    return done.stdout + done.stderr


def check(folder, text, monkeypatch):
    monkeypatch.chdir(folder)
    found = explain_text(text, ".")
    told = {one.place.path: one for one in found if one.place is not None}
    for program in PROGRAMS:
        one = told[f"{program.name}.py"]
        codes = None if one.match is None else one.match.diagnostic.code
        # pytest tells of the last error of a chain, Python of all
        assert (one.error, codes) == (program.error, program.code), program.name
        assert not one.place.stale
        assert one.meaning is not None
        if program.code is None:
            assert one.meaning.check


@pytest.mark.slow
@pytest.mark.parametrize("filtering", ["off", "quiet_remove_frames", "remove_frames"])
def test_tracebacks_of_python(folder, filtering, monkeypatch):
    files = [f"{one.name}.py" for one in PROGRAMS]
    check(folder, output(folder, str(HERE / "run_all.py"), filtering, *files), monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("style", ["auto", "long", "short", "native"])
def test_tracebacks_of_pytest(folder, style, monkeypatch):
    options = ["-p", "no:cacheprovider", "-p", "no:xdist", "-o", "addopts=", f"--tb={style}"]
    check(folder, output(folder, "-m", "pytest", *options, "."), monkeypatch)
