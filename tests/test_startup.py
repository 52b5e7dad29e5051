"""What a run imports.  A hook runs jaxlint on clean files all day: each module here costs 10 to 200 ms a time."""

import subprocess
import sys

import pytest

from tests.cli.command_line import BAD, GOOD, ROOT

NEVER = ("jax", "jaxlib", "numpy", "pygls")
NOT_WHEN_CLEAN = (
    *NEVER,
    "libcst",
    "click",
    "pathspec",
    "ast",
    "re",
    "dataclasses",
    "inspect",
    "pathlib",
    "typing",
    "logging",
    "json",
    "tomllib",
    "tokenize",
    "difflib",
    "textwrap",
    "functools",
    "collections",
    "enum",
    "jaxlint.rules",
    "jaxlint.codemods",
)
REPORT = "import sys; sys.stderr.write(' '.join(sorted(sys.modules)))"


def loaded(code, cwd):
    """The modules that a fresh interpreter holds after running the code; -S: no site-packages hooks speak for us."""
    setup = f"import sys; sys.path.insert(0, {str(ROOT)!r}); "
    command = [sys.executable, "-I", "-S", "-c", f"{setup}{code}; {REPORT}"]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def run(*arguments):
    return f"from jaxlint.cli.main import run; run({list(arguments)!r})"


@pytest.fixture
def directory(tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "x"\n')
    (tmp_path / "good.py").write_text(GOOD)
    return tmp_path


def test_import_jaxlint(directory):
    bare = loaded("pass", directory)
    assert loaded("import jaxlint", directory) - bare == {"jaxlint", "jaxlint.release"}


@pytest.mark.parametrize(
    "arguments", [["good.py"], ["check", "--force-exclude", "good.py"], ["."], ["--fix", "good.py"]], ids=str
)
def test_a_clean_run(directory, arguments):
    assert sorted(loaded(run("--no-cache", *arguments), directory) & set(NOT_WHEN_CLEAN)) == []


@pytest.mark.parametrize("arguments", [["plain.py"], ["--fix", "plain.py"]], ids=str)
def test_a_file_that_names_no_jax(directory, arguments):
    (directory / "plain.py").write_text("import csv\n\n\ndef f(x):\n    return x if x > 0 else -x\n")
    wanted = {*NOT_WHEN_CLEAN, "jaxlint.tracing.program", "jaxlint.tracing.expressions", "jaxlint.dataflow"}
    assert sorted(loaded(run("--no-cache", *arguments), directory) & wanted) == []


def test_a_run_that_finds_nothing_changed(directory):
    loaded(run("good.py"), directory)
    wanted = {"click", "libcst", "pathspec", "ast", "logging", "jaxlint.tracing", "jaxlint.rules", "jaxlint.codemods"}
    assert sorted(loaded(run("good.py"), directory) & wanted) == []


def test_the_check_can_fail(directory):
    modules = loaded(f"import ast, json; {run('good.py')}", directory)
    assert modules & set(NOT_WHEN_CLEAN) >= {"ast", "json"}
    assert "jaxlint.syntax.parse" in modules  # the run did run


def test_a_run_with_findings_loads_no_jax(directory):
    (directory / "bad.py").write_text(BAD)
    command = [
        sys.executable,
        "-c",
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); {run('--fix', 'bad.py')}; {REPORT}",
    ]
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, check=True)
    modules = set(done.stderr.split())
    assert "jaxlint.rules.registry" in modules
    assert sorted(modules & set(NEVER)) == []
