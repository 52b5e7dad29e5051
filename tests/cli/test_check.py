"""Runs that can be worked with: reports, fixes, streams, exit status."""

import json
import os
import signal
import subprocess

import pytest

from jaxlint import __version__
from jaxlint.diagnostic import Problem
from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request
from jaxlint.engine.write import prepare
from tests.cli.command_line import BAD, COMMAND, GOOD, another_process, environment, jaxlint


@pytest.fixture
def directory(tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "good.py").write_text(GOOD)
    (tmp_path / "bad.py").write_text(BAD)
    return tmp_path


def codes(done):
    return [finding["code"] for finding in json.loads(done.stdout)["findings"]]


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["good.py"], 0),
        (["bad.py"], 1),
        ([], 1),
        (["check", "bad.py", "good.py"], 1),
        (["--exit-zero", "bad.py"], 0),
        (["--select", "JAX202", "bad.py"], 0),
        (["--diff", "bad.py"], 1),
        (["--diff", "good.py"], 0),
        (["--fix", "--select", "JAX501", "bad.py"], 0),
        (["--fail-on", "error", "bad.py"], 1),
        (["--fail-on", "error", "--select", "purity", "bad.py"], 0),
        (["--fail-on", "warning", "--select", "purity", "bad.py"], 1),
        (["--fix", "bad.py"], 1),
    ],
    ids=str,
)
def test_exit_status(directory, arguments, status):
    assert jaxlint(*arguments, cwd=directory).returncode == status


def test_settings_say_what_counts_as_an_error_and_what_fails(directory):
    settings = directory / "jaxlint.toml"
    settings.write_text('fail-on = "error"\nselect = ["JAX501"]\n')
    assert jaxlint("bad.py", cwd=directory).returncode == 0
    assert jaxlint("bad.py", "--fail-on", "info", cwd=directory).returncode == 1
    settings.write_text('fail-on = "error"\nselect = ["JAX501"]\nseverity = { purity = "error" }\n')
    done = jaxlint("bad.py", cwd=directory)
    assert done.returncode == 1
    assert ": error JAX501 " in done.stdout


def test_the_report_names_the_place_and_the_reason(directory):
    done = jaxlint("bad.py", cwd=directory)
    assert "bad.py:7:12: error JAX201 " in done.stdout
    assert "7 |     return x.item()\n" in done.stdout
    assert "= because\n" in done.stdout
    assert "Found 1 error and 1 warning in 1 file.\n" in done.stdout
    assert done.stderr == ""


def test_fix_writes_and_tells(directory):
    done = jaxlint("--fix", ".", cwd=directory)
    assert "jax.debug.print" in (directory / "bad.py").read_text()
    assert done.stdout.endswith("Found 1 error in 1 of 2 files.\n1 fixable with `--fix --unsafe-fixes`.\n")
    assert "Fixed 1 finding.\n" in done.stdout
    assert (directory / "good.py").read_text() == GOOD


def test_diff_writes_nothing_and_is_what_fix_does(directory):
    done = jaxlint("--diff", "bad.py", cwd=directory)
    assert (directory / "bad.py").read_text() == BAD
    assert done.stderr.startswith("Would fix 1 finding.\n")
    subprocess.run(["patch", "-p0"], cwd=directory, input=done.stdout.encode(), check=True, capture_output=True)
    patched = (directory / "bad.py").read_text()
    (directory / "bad.py").write_text(BAD)
    jaxlint("--fix", "bad.py", cwd=directory)
    assert (directory / "bad.py").read_text() == patched


def test_a_file_that_cannot_be_written_keeps_its_findings(directory, monkeypatch):
    (directory / "other.py").write_text(BAD)
    refused = str(directory / "other.py")

    def refuse(old, new):
        return Problem(old.path, "not fixed: disk full") if old.path == refused else prepare(old, new)

    monkeypatch.setattr("jaxlint.engine.write.prepare", refuse)
    outcome = run(Request([str(directory)], fix=True, write=True))
    assert [str(problem) for problem in outcome.problems] == [f"{refused}: not fixed: disk full"]
    assert {item.code for item in outcome.diagnostics if item.location.path == refused} == {"JAX201", "JAX501"}
    assert [item.location.path for item in outcome.fixed] == [str(directory / "bad.py")]
    assert (directory / "other.py").read_text() == BAD


def test_a_latin_1_file_stays_one(directory):
    (directory / "bad.py").write_bytes(
        BAD.replace("x is", "é").encode("latin-1").replace(b"import", b"# coding: latin-1\nimport", 1)
    )
    done = jaxlint("--fix", "bad.py", cwd=directory)
    assert done.returncode == 1
    assert (directory / "bad.py").read_bytes().count(b"\xe9") == 1


def test_stdin(directory):
    for arguments in (["-"], ["--stdin-filename", "sub/x.py"], ["check", "--stdin-filename", "sub/x.py", "-"]):
        done = jaxlint("--output-format", "json", *arguments[arguments[0] == "check" :], cwd=directory, given=BAD)
        assert done.returncode == 1
        assert set(codes(done)) == {"JAX201", "JAX501"}
        expected = "<stdin>" if arguments == ["-"] else "sub/x.py"
        assert json.loads(done.stdout)["findings"][0]["path"] == expected


def test_stdin_fix_prints_the_source_and_nothing_else(directory):
    done = jaxlint("--fix", "--stdin-filename", "x.py", "-", cwd=directory, given=BAD)
    assert "jax.debug.print" in done.stdout
    compile(done.stdout, "x.py", "exec")
    assert "JAX201" in done.stderr
    assert done.returncode == 1


@pytest.mark.parametrize("given", [GOOD, "x = (\n", "", "x = 1\r\n"])
def test_stdin_fix_echoes_what_it_does_not_change(directory, given):
    done = jaxlint("--fix", "-", cwd=directory, given=given)
    assert done.stdout == given
    assert done.returncode == (2 if "(\n" in given and "def" not in given else 0)


def test_stdin_fix_echoes_bytes_that_are_no_text(directory):
    command = [*COMMAND, "--fix", "-"]
    done = subprocess.run(command, cwd=directory, input=b"\xff\x00", capture_output=True, env=environment())
    assert (done.returncode, done.stdout) == (2, b"\xff\x00")


def test_stdin_and_paths_do_not_mix(directory):
    done = jaxlint("-", "good.py", cwd=directory)
    assert (done.returncode, done.stderr) == (2, "error: `-` (stdin) can't be mixed with paths\n")


def test_settings_hold(directory):
    (directory / "pyproject.toml").write_text(
        '[tool.jaxlint]\nselect = ["JAX5"]\n[tool.jaxlint.per-file-ignores]\n"x.py" = ["JAX5"]\n'
    )
    (directory / "x.py").write_text(BAD)
    done = jaxlint("--output-format", "json", cwd=directory)
    assert codes(done) == ["JAX501"]


def test_suppressed(directory):
    (directory / "bad.py").write_text(
        BAD.replace("x.item()", "x.item()  # noqa: JAX201").replace(
            "x)\n    r", "x)  # jaxlint: ignore[print-in-trace] -- once\n    r"
        )
    )
    done = jaxlint("bad.py", cwd=directory)
    assert (done.returncode, done.stdout) == (0, "No findings in 1 file.\n")


def test_output_file(directory):
    done = jaxlint("--output-file", "report.json", "--output-format", "json", "bad.py", cwd=directory)
    assert (done.returncode, done.stdout) == (1, "")
    assert json.loads((directory / "report.json").read_text())["summary"]["errors"] == 1


def test_verbose_tells_what_was_skipped(directory):
    (directory / "venv").mkdir()
    done = jaxlint("-v", ".", cwd=directory)
    assert "skipped: venv: excluded by default\n" in done.stderr


def test_quiet(directory):
    assert jaxlint("-q", "good.py", cwd=directory).stdout == ""
    assert "Found" not in jaxlint("-q", "bad.py", cwd=directory).stdout


def test_a_hook_with_only_excluded_files(directory):
    (directory / "pyproject.toml").write_text('[tool.jaxlint]\nextend-exclude = ["bad.py"]\n')
    done = jaxlint("check", "--force-exclude", "bad.py", cwd=directory)
    assert (done.returncode, done.stdout) == (0, "No Python files or notebooks to check.\n")
    assert jaxlint("bad.py", cwd=directory).returncode == 1


@pytest.mark.parametrize(
    ("arguments", "env", "painted"),
    [
        ([], {}, False),
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colour(directory, arguments, env, painted):
    assert ("\x1b[" in jaxlint(*arguments, "bad.py", cwd=directory, env=env).stdout) is painted


def test_the_output_is_the_same_whatever_the_order(directory):
    for number in range(4):
        (directory / f"x{number}.py").write_text(BAD)
    names = sorted(os.listdir(directory))[1:]
    runs = {
        another_process(*order, cwd=directory, env={"PYTHONHASHSEED": seed}).stdout
        for order in (names, names[::-1])
        for seed in "01"
    }
    assert len(runs) == 1


def test_rule_pages(directory):
    assert jaxlint("rule", "JAX201", cwd=directory).stdout.startswith("JAX201  item-on-tracer")
    assert jaxlint("rule", "item-on-tracer", cwd=directory).stdout.startswith("JAX201  item-on-tracer")
    assert "\nJAX501  print-in-trace" in jaxlint("rule", cwd=directory).stdout
    keys = jaxlint("rule", "keys", cwd=directory).stdout
    assert "JAX402  key-reused" in keys
    assert "JAX401" not in keys
    page = json.loads(jaxlint("rule", "jax201", "--output-format", "json", cwd=directory).stdout)
    assert page["code"] == "JAX201"
    assert list(page["sections"])[:3] == ["Why", "Bad", "Good"]


def test_version_and_help(directory):
    assert jaxlint("--version", cwd=directory).stdout == f"jaxlint {__version__}\n"
    assert "check" in jaxlint("--help", cwd=directory).stdout
    assert "--unsafe-fixes" in jaxlint("check", "--help", cwd=directory).stdout


def test_a_reader_that_leaves(directory):
    (directory / "many.py").write_text(BAD + "\n".join(f"    x{i} = x.item()" for i in range(3000)))
    command = f"({' '.join(COMMAND)} many.py; echo $? >&2) | head -1"
    done = subprocess.run(["bash", "-c", command], cwd=directory, env=environment(), capture_output=True, timeout=120)
    assert done.stderr == b"1\n"


def _listen_to_interrupts():
    """What a shell starts in the background is deaf to them, and so are its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_interrupted(directory):
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        [*COMMAND, "-"], cwd=directory, env=environment(), stdin=pipe, stderr=pipe, preexec_fn=_listen_to_interrupts
    )
    process.stdin.write(b"x = 1\n" * 20000)  # more than a pipe holds: it is reading when this returns
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60)[1] == b""
    assert process.returncode == 130


def test_several_reports_at_once(directory):
    done = jaxlint("-o", "json=out.json", "--output", "sarif:out.sarif", "bad.py", cwd=directory)
    assert done.returncode == 1
    assert "bad.py:7:12: error JAX201 " in done.stdout
    found = json.loads((directory / "out.json").read_text())["findings"]
    results = json.loads((directory / "out.sarif").read_text())["runs"][0]["results"]
    assert [one["code"] for one in found] == [one["ruleId"] for one in results] == ["JAX501", "JAX201"]


def test_a_report_of_another_format_takes_the_place_of_the_text(directory):
    lines = jaxlint("-o", "json-lines", "-o", "junit=out.xml", "bad.py", cwd=directory).stdout.splitlines()
    assert [json.loads(line)["code"] for line in lines] == ["JAX501", "JAX201"]
    assert (directory / "out.xml").read_text().startswith("<?xml")


def test_reports_beside_a_diff(directory):
    done = jaxlint("--diff", "-o", "json=out.json", "bad.py", cwd=directory)
    assert done.stdout.startswith("--- bad.py")
    assert json.loads((directory / "out.json").read_text())["fixed"] == 1


def test_the_environment_names_the_format(directory):
    env = {"JAXLINT_OUTPUT_FORMAT": "concise"}
    assert jaxlint("bad.py", cwd=directory, env=env).stdout.startswith("bad.py:6:5: warning JAX501 [*] ")
    done = jaxlint("bad.py", "--output-format", "pylint", cwd=directory, env=env)
    assert done.stdout.startswith("bad.py:6: [JAX501] ")


def test_the_environment_names_the_file(directory):
    done = jaxlint("bad.py", cwd=directory, env={"JAXLINT_OUTPUT_FORMAT": "json", "JAXLINT_OUTPUT_FILE": "out.json"})
    assert done.stdout == ""
    assert len(json.loads((directory / "out.json").read_text())["findings"]) == 2
