"""What can't be worked with: one clear line each, the rest of the run unharmed, exit status 2."""

import os
import subprocess
import sys

import pytest

from tests.cli.command_line import BAD, COMMAND, GOOD, another_process, environment, jaxlint


@pytest.fixture
def directory(tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "good.py").write_text(GOOD)
    (tmp_path / "bad.py").write_text(BAD)
    return tmp_path


def syntax_error(directory):
    (directory / "x.py").write_text("y = 1\nx = (\n")
    return ["."], "error: x.py:2: syntax error: '(' was never closed (read as Python 3."


def undecodable(directory):
    (directory / "x.py").write_bytes(b"y = 1\nx = '\xff'\n")
    return ["."], "error: x.py:2: can't be read: not utf-8 (byte 0xff)"


def nul(directory):
    (directory / "x.py").write_bytes(b"x = 1\0\n")
    return ["."], "error: x.py:1: can't be read: contains NUL bytes"


def missing(directory):
    return [".", "gone.py"], "error: gone.py: no such file or directory"


def unreadable(directory):
    (directory / "x.py").symlink_to("nowhere")
    return [".", "x.py"], "error: x.py: can't be read: No such file or directory"


def a_pipe(directory):
    os.mkfifo(directory / "x.py")
    return [".", "x.py"], "error: x.py: can't be read: no regular file"


def a_device(directory):
    (directory / "x.py").symlink_to("/dev/zero")
    return [".", "x.py"], "error: x.py: can't be read: no regular file"


def no_pattern(directory):
    (directory / "pyproject.toml").write_text('[tool.jaxlint]\nextend-exclude = [\n  "[z-a]",\n]\n')
    return ["."], "error: pyproject.toml:3: invalid pattern '[z-a]'"


def no_pattern_of_traced_files(directory):
    (directory / "pyproject.toml").write_text('[tool.jaxlint]\nassume-traced = ["!"]\n')
    return ["."], "error: pyproject.toml:2: invalid pattern '!'"


def no_pattern_of_ignores(directory):
    (directory / "pyproject.toml").write_text('[tool.jaxlint]\nper-file-ignores = { "!" = ["JAX101"] }\n')
    return ["."], "error: pyproject.toml:2: invalid pattern '!'"


def deep_toml(directory):
    (directory / "pyproject.toml").write_text("[tool.jaxlint]\nselect = " + "[" * 100_000 + "]" * 100_000 + "\n")
    return ["."], "error: pyproject.toml: broken TOML: nested too deep"


def long_version(directory):
    (directory / "pyproject.toml").write_text(f'[tool.jaxlint]\ntarget-jax = ">=0.{"4" * 5000}"\n')
    return ["."], "error: pyproject.toml:2: `target-jax` must be a version"


def long_number(directory):
    (directory / "pyproject.toml").write_text(f"[tool.jaxlint]\nselect = {'4' * 5000}\n")
    return ["."], "error: pyproject.toml"


def too_deep(directory):
    (directory / "x.py").write_text("x = " + "(" * 150 + "-" * 9000 + "1" + ")" * 150 + "\n")
    return ["."], "error: x.py: nested too deep to be parsed"


def unknown_code_typed(directory):
    return ["--extend-select", "JAX20l", "."], "error: --extend-select: unknown rule 'JAX20l'; did you mean `JAX201`?"


def unknown_code_configured(directory):
    (directory / "pyproject.toml").write_text('[tool.jaxlint]\nignore = [\n  "item-on-tracr",\n]\n')
    return ["."], "error: pyproject.toml:3: unknown rule 'item-on-tracr'; did you mean `item-on-tracer`?"


def broken_toml(directory):
    (directory / "pyproject.toml").write_text("[tool.jaxlint]\nignore = = 1\n")
    return ["."], "error: pyproject.toml:2: broken TOML: Invalid value"


def wrong_type(directory):
    (directory / "pyproject.toml").write_text("[tool.jaxlint]\n\nignore = 1\n")
    return ["."], "error: pyproject.toml:3: `ignore` must be a list of strings"


def a_bad_size(directory):
    (directory / "pyproject.toml").write_text('[tool.jaxlint]\nmax-file-size = "4 MB"\n')
    return ["."], "error: pyproject.toml:2: `max-file-size` must be a number of bytes, at least 100_000"


def endless_settings(directory):
    (directory / "jaxlint.toml").write_text('extend = "/dev/zero"\n')
    said = "error: jaxlint.toml:1: `extend` names /dev/zero, which can't be read: no regular file"
    return ["."], said


def settings_from_a_pipe(directory):
    os.mkfifo(directory / "pyproject.toml")
    return ["."], "error: pyproject.toml: settings can't be read: no regular file"


def a_long_chain_of_settings(directory):
    for number in range(3000):
        (directory / f"s{number}.toml").write_text(f'extend = "s{number + 1}.toml"\n')
    (directory / "jaxlint.toml").write_text('extend = "s0.toml"\n')
    return ["."], "error: s18.toml:1: `extend` chains more than 20 files, from jaxlint.toml on"


def baseline_from_a_pipe(directory):
    os.mkfifo(directory / "b.json")
    return ["--baseline", "b.json", "."], "error: b.json: can't be read: no regular file"


def endless_baseline(directory):
    (directory / "b.json").symlink_to("/dev/zero")
    return ["--baseline", "b.json", "."], "error: b.json: can't be read: no regular file"


def huge_baseline(directory):
    (directory / "b.json").write_bytes(b" " * 16_000_001)
    return ["--baseline", "b.json", "."], "error: b.json: can't be read: larger than 16,000,000 bytes"


def odd_baseline(directory):
    (directory / "b.json").write_text('{"version": 1, "findings": 5}')
    return ["--baseline", "b.json", "."], "error: b.json:1: not a valid baseline: `findings` is not a list"


def report_to_a_pipe_that_nobody_reads(directory):
    os.mkfifo(directory / "pipe")
    return ["-o", "json=pipe", "-o", "text", "."], "error: pipe: can't be written: No such device or address"


CASES = [
    settings_from_a_pipe,
    a_long_chain_of_settings,
    baseline_from_a_pipe,
    endless_baseline,
    huge_baseline,
    odd_baseline,
    report_to_a_pipe_that_nobody_reads,
    a_bad_size,
    endless_settings,
    syntax_error,
    undecodable,
    nul,
    missing,
    unreadable,
    a_pipe,
    a_device,
    no_pattern,
    no_pattern_of_traced_files,
    no_pattern_of_ignores,
    deep_toml,
    long_version,
    long_number,
    too_deep,
    unknown_code_typed,
    unknown_code_configured,
    broken_toml,
    wrong_type,
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_one_line_and_the_rest_unharmed(directory, case):
    arguments, message = case(directory)
    done = jaxlint(*arguments, cwd=directory)
    assert done.returncode == 2
    assert [line for line in done.stderr.splitlines() if line.startswith(message)] == done.stderr.splitlines()
    assert done.stderr.count("\n") == 1
    assert "bad.py:7:" in done.stdout
    assert "JAX201" in done.stdout


@pytest.mark.parametrize("option", ["--select", "--extend-select", "--ignore"])
@pytest.mark.parametrize("format_", ["text", "concise", "grouped"])
def test_a_selector_that_means_nothing_says_nothing_of_the_files(directory, option, format_):
    """Not that there are no findings in them: the rules that were asked for never ran."""
    done = jaxlint(option, "E501", "--output-format", format_, "good.py", cwd=directory)
    assert done.returncode == 2
    assert done.stderr == f"error: {option}: unknown rule 'E501', a code of another tool: jaxlint's begin with JAX\n"
    assert done.stdout == "jaxlint could not complete this run: 1 problem (see above).\n"


def test_a_page_that_there_is_not(directory):
    done = jaxlint("rule", "E501", cwd=directory)
    said = "error: unknown rule 'E501', a code of another tool: jaxlint's begin with JAX\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


@pytest.mark.parametrize("case", [unknown_code_typed, unknown_code_configured, broken_toml, wrong_type])
def test_nothing_is_fixed_under_broken_settings(directory, case):
    arguments, _ = case(directory)
    assert jaxlint("--fix", *arguments, cwd=directory).returncode == 2
    assert (directory / "bad.py").read_text() == BAD


@pytest.mark.parametrize("name", [".gitignore", "uv.lock", "requirements.txt", "setup.cfg", "environment.yml"])
@pytest.mark.parametrize("kind", ["pipe", "device", "huge"])
def test_what_a_run_can_do_without_is_passed_over_with_a_warning(directory, name, kind):
    path = directory / name
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    else:
        path.write_bytes(b" " * 16_000_001)
    (directory / "old.py").write_text("import jax\njax.tree_map(f, x)\n")
    done = jaxlint(".", cwd=directory)
    assert done.returncode == 1
    assert done.stderr.startswith(f"warning: {name}: can't be read: ")
    assert done.stderr.count("\n") == 1
    assert "JAX201" in done.stdout


def many_selectors(directory):
    (directory / "jaxlint.toml").write_text(f"select = {[f'nothing-{number}-at-all' for number in range(20_000)]}")


def many_settings(directory):
    (directory / "jaxlint.toml").write_text("\n".join(f"key-{number} = 3" for number in range(20_000)))


def many_wrong_settings(directory):
    rows = "\n".join(f"'{number}' = 3" for number in range(20_000))
    (directory / "jaxlint.toml").write_text(f"[per-file-ignores]\n{rows}\n[severity]\n{rows}")


@pytest.mark.parametrize("write", [many_selectors, many_settings, many_wrong_settings], ids=lambda one: one.__name__)
def test_thousands_of_mistakes_end_soon(directory, write):
    write(directory)
    done = jaxlint(".", cwd=directory)
    assert done.returncode == (1 if write is many_settings else 2)
    assert "20,000" in done.stderr or "19,980 more" in done.stderr or done.stderr.count("must be") == 40_000


@pytest.mark.parametrize("arguments", [["-"], ["--fix", "-"], ["--stdin-filename", "x.py"], ["explain", "-"]], ids=str)
def test_without_a_standard_input(directory, arguments):
    command = ["sh", "-c", '"$@" <&-', "sh", *COMMAND, *arguments]
    done = subprocess.run(command, cwd=directory, env=environment(), capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "error: `-`: there is no standard input\n")


@pytest.mark.parametrize("command", [["trace"], ["explain"], ["--fxi\x1b[31m"], ["--show-settings"]], ids=str)
def test_no_command_lets_control_characters_through(directory, command):
    (directory / "jaxlint.toml").write_text('select = ["\x7f\x9b31m"]')
    (directory / "e\x1b[31m\n::error::y.py").write_text(BAD.replace("x is", "\x1b[31m"))
    place = ["e\x1b[31m\n::error::y.py:6"] if command[0] in ("trace", "explain") else []
    done = jaxlint(*command, *place, cwd=directory)
    assert done.stdout + done.stderr
    for text in ("\x1b", "\x9b", "\n::error"):
        assert text not in done.stdout + done.stderr


def test_an_empty_file_is_fine(directory):
    (directory / "empty.py").touch()
    done = jaxlint("empty.py", cwd=directory)
    assert (done.returncode, done.stdout, done.stderr) == (0, "No findings in 1 file.\n", "")


def test_an_unknown_setting_is_only_a_warning(directory):
    (directory / "pyproject.toml").write_text("[tool.jaxlint]\nignroe = []\n")
    done = jaxlint("good.py", cwd=directory)
    assert done.returncode == 0
    assert done.stderr == "warning: pyproject.toml:2: unknown setting `ignroe`; did you mean `ignore`?\n"


def test_an_unknown_option(directory):
    done = jaxlint("--fxi", cwd=directory)
    assert done.returncode == 2
    assert "No such option" in done.stderr


def test_an_unknown_rule_asked_for(directory):
    done = jaxlint("rule", "JAX999", cwd=directory)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: unknown rule 'JAX999'")


def test_a_report_that_cannot_be_written(directory):
    done = jaxlint("--output-file", "no/such/dir/report", "good.py", cwd=directory)
    assert done.returncode == 2
    assert done.stderr == "error: no/such/dir/report: can't be written: No such file or directory\n"


def test_modules_of_the_working_directory_are_not_imported(directory):
    for name in ("click", "libcst", "ast", "re", "tomllib", "sitecustomize", "jax"):
        (directory / f"{name}.py").write_text("raise SystemExit('imported')\n")
    done = another_process("--select", "ALL", "bad.py", cwd=directory)
    assert done.returncode == 1
    assert "imported" not in done.stderr


@pytest.mark.parametrize("line", ["!", "\\", "[z-a]", "/", "!!", "***/**\\"])
def test_lines_of_gitignore_that_are_no_pattern_match_nothing(directory, line):
    (directory / ".gitignore").write_text(f"{line}\ngood.py\n")
    done = jaxlint("-v", ".", cwd=directory)
    assert done.returncode == 1
    assert "skipped: good.py: ignored by git" in done.stderr


@pytest.mark.parametrize("line", ["jax" + " " * 5000 + "!", "jax" + " " * 5000 + "==1 !", "jax>=" + "4" * 5000])
def test_requirements_that_say_nothing(directory, line):
    (directory / "requirements.txt").write_text(line + "\n")
    (directory / "old.py").write_text("import jax\njax.tree_map(f, x)\n")
    assert jaxlint(".", cwd=directory).returncode == 1


def test_two_names_of_one_file_are_both_fixed(directory):
    os.link(directory / "bad.py", directory / "same.py")
    done = jaxlint("--fix", ".", cwd=directory)
    assert done.returncode == 1
    assert "jax.debug.print" in (directory / "bad.py").read_text()
    assert (directory / "bad.py").read_text() == (directory / "same.py").read_text()
    assert "warning: bad.py: replaced; other hard links still point to the old text" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "env", "said"),
    [
        (["-o", "sarf"], {}, "error: -o: unknown format 'sarf'; the formats are text, "),
        (["-o", "report.json"], {}, "a file for the report is --output-file FILE"),
        (["-o", "json="], {}, "error: -o: 'json=' names no file"),
        (["-o", "json", "-o", "github"], {}, "error: -o: two reports can't both be written to the standard output"),
        (["-o", "json=x", "-o", "junit=x"], {}, "error: -o: two reports can't both be written to x"),
        (["-o", "json=x", "-o", "junit=./x"], {}, "error: -o: two reports can't both be written to ./x"),
        (["-o", "json=bad.py"], {}, "error: -o: bad.py is a file that jaxlint reads: a report would overwrite it"),
        (["-o", "json=good.py"], {}, "error: -o: good.py is a file that jaxlint reads: a report would overwrite it"),
        (["--output-file", "tool", "tool"], {}, "error: -o: tool is a file that jaxlint reads"),
        ([], {"JAXLINT_OUTPUT_FORMAT": "txt"}, "error: JAXLINT_OUTPUT_FORMAT: unknown format 'txt'"),
    ],
    ids=str,
)
def test_reports_that_there_are_not(directory, arguments, env, said):
    (directory / "tool").write_text(GOOD)
    done = jaxlint(*arguments, "bad.py", cwd=directory, env=env)
    assert not (directory / "x").exists()
    assert ((directory / "bad.py").read_text(), (directory / "good.py").read_text()) == (BAD, GOOD)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr


def test_a_large_file_is_left_out_and_named(directory):
    (directory / "data.py").write_text("x = [" + "1, " * 1_400_000 + "]\n")
    done = jaxlint(".", cwd=directory)
    said = "warning: data.py: skipped: larger than `max-file-size` allows (4,200,007 of 4,000,000 bytes)\n"
    assert (done.returncode, done.stderr) == (1, said)
    assert "bad.py:7:" in done.stdout
    allowed = jaxlint("--config", "max-file-size=5_000_000", "--show-files", ".", cwd=directory)
    assert "data.py" in allowed.stdout
    assert allowed.stderr == ""


def test_links_in_a_circle_harm_nobody(tmp_path):
    for name in ("loop.py", "loop", "tests"):
        (tmp_path / name).symlink_to(name)
    (tmp_path / "bad.py").write_text(BAD)
    done = jaxlint("bad.py", cwd=tmp_path)  # no project around it: what lies beside it is looked at
    assert done.returncode == 1
    assert done.stderr == ""


def test_without_a_working_directory(tmp_path):
    (tmp_path / "gone").mkdir()
    code = "import os, sys; os.rmdir(os.getcwd()); from jaxlint.cli.main import run; sys.exit(run(['.']))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path / "gone", env=environment(), capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (2, "error: the working directory is gone\n")


def test_what_could_not_be_written_is_told_as_it_is(directory):
    """The text of the finding is that of the file, not the one that its fix would have made."""
    code = (
        "import errno, os, sys\n"
        "import jaxlint.engine.write\n"
        "def full(*_): raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))\n"
        "os.replace = full\n"
        "jaxlint.engine.write.exchange = lambda *_: False\n"
        "from jaxlint.cli.main import run\n"
        "sys.exit(run(['--fix', '--no-cache', 'bad.py']))"
    )
    env = environment()
    done = subprocess.run([sys.executable, "-c", code], cwd=directory, env=env, capture_output=True, text=True)
    assert done.returncode == 2
    assert "bad.py: not fixed: No space left on device" in done.stderr
    assert '6 |     print("x is", x)\n  |     ^^^^^^^^^^^^^^^^\n' in done.stdout
    assert (directory / "bad.py").read_text() == BAD
