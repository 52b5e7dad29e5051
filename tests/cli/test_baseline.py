"""Baselines, and comments in the code: what is old is left alone."""

import json

import pytest

from tests.cli.command_line import BAD, GOOD, jaxlint


@pytest.fixture
def directory(tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "good.py").write_text(GOOD)
    (tmp_path / "bad.py").write_text(BAD)
    return tmp_path


def run(directory, *arguments):
    return jaxlint("--baseline", "base.json", *arguments, cwd=directory)


@pytest.fixture
def held(directory):
    done = run(directory, "--update-baseline")
    assert (done.returncode, done.stdout) == (0, "No findings in 2 files.\n")
    assert done.stderr == "note: base.json: wrote 2 findings\n"
    return directory


def test_what_it_holds_is_left_out(held):
    done = run(held)
    assert (done.returncode, done.stdout, done.stderr) == (0, "No findings in 2 files.\n", "")
    assert jaxlint(cwd=held).returncode == 1


def test_lines_may_move(held):
    text = BAD.replace("import jax\n", "import jax\n\nOTHER = 1\n").replace("    return", "\n    return")
    (held / "bad.py").write_text(text)
    assert run(held).returncode == 0


def test_nothing_is_written_through_links_beside_it(held):
    (held / "victim").write_text("mine")
    (held / "base.json.tmp").symlink_to("victim")
    assert run(held, "--update-baseline").returncode == 0
    assert (held / "victim").read_text() == "mine"


def test_what_is_new_is_told(held):
    (held / "bad.py").write_text(BAD + "\n\n@jax.jit\ndef g(x):\n    return x.item()\n")
    done = run(held)
    assert done.returncode == 1
    assert "bad.py:12:12: error JAX201" in done.stdout
    assert "Found 1 error in 1 of 2 files." in done.stdout


def test_as_many_as_it_holds(held):
    (held / "bad.py").write_text(BAD.replace("    print", '    print("x is", x)\n    print'))
    assert run(held).stdout.count("warning JAX501") == 1


def test_stale_entries(held):
    (held / "bad.py").write_text(BAD.replace("x.item()", "x"))
    done = run(held)
    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        "note: base.json: stale entry: JAX201 in bad.py, in `f`: return x.item()",
        "note: base.json: remove it with --prune-baseline",
    ]
    assert run(held, "-q").stderr == ""
    assert run(held, "--error-stale-baseline").returncode == 2
    assert run(held, "--prune-baseline").stderr == "note: base.json: removed 1 stale finding\n"
    assert [one["code"] for one in json.loads((held / "base.json").read_text())["findings"]] == ["JAX501"]
    assert run(held, "--error-stale-baseline").returncode == 0


def test_files_that_are_not_looked_at_are_not_stale_and_those_that_are_gone_are(held):
    assert run(held, "good.py").stderr == ""
    assert run(held, "--update-baseline", "good.py").stderr == "note: base.json: wrote 2 findings\n"
    (held / "bad.py").unlink()
    assert "stale entry" in run(held, "good.py").stderr


def test_paths_are_relative_to_the_file(held):
    (held / "sub").mkdir()
    done = jaxlint("--baseline", "../base.json", "..", cwd=held / "sub")
    assert (done.returncode, done.stderr) == (0, "")


def test_its_text_is_sorted_and_made_again_alike(held):
    text = (held / "base.json").read_text()
    assert text.count("\n") == 7
    assert str(held) not in text
    run(held, "--update-baseline")
    assert (held / "base.json").read_text() == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "error: base.json: file not found; create it with --update-baseline"),
        ("{", "error: base.json:1: not a valid baseline: "),
        ('{\n"version": 1\n,,}', "error: base.json:3: not a valid baseline: "),
        ("[]", "error: base.json:1: not a baseline of version 1"),
        ('{"version": 2}', "error: base.json:1: not a baseline of version 1"),
        ('{"version": 1, "findings": [{}]}', "error: base.json: not a valid baseline: finding 1 lacks one of path"),
        ("[" * 100_000, "error: base.json: not a valid baseline: RecursionError"),
    ],
)
def test_no_baseline(directory, text, said):
    if text is not None:
        (directory / "base.json").write_text(text)
    done = run(directory)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith(said)
    assert "JAX201" in done.stdout


def test_what_is_no_baseline_is_not_written_over(directory):
    (directory / "base.json").write_text("mine")
    assert run(directory, "--update-baseline").returncode == 2
    assert (directory / "base.json").read_text() == "mine"


def test_no_baseline_of_half_a_run(directory):
    (directory / "broken.py").write_text("x = (\n")
    done = run(directory, "--update-baseline")
    assert done.returncode == 2
    assert "base.json: not written: some files could not be analyzed" in done.stderr
    assert not (directory / "base.json").exists()


@pytest.mark.parametrize("flag", ["--update-baseline", "--prune-baseline", "--error-stale-baseline"])
def test_which_baseline(directory, flag):
    done = jaxlint(flag, cwd=directory)
    assert (done.returncode, done.stderr) == (2, f"error: {flag}: requires --baseline FILE\n")


def test_comments_are_added(directory):
    done = jaxlint("--add-ignore=to be mended", cwd=directory)
    assert (done.returncode, done.stdout) == (0, "Silenced 2 findings in 1 file.\n")
    text = (directory / "bad.py").read_text()
    assert text == BAD.replace(", x)\n", ", x)  # jaxlint: ignore[JAX501] -- to be mended\n").replace(
        "item()\n", "item()  # jaxlint: ignore[JAX201] -- to be mended\n"
    )
    assert jaxlint(cwd=directory).returncode == 0
    assert jaxlint("--add-ignore", cwd=directory).stdout == "Silenced 0 findings in 0 files.\n"


def test_comments_for_what_is_selected(directory):
    (directory / "other.py").write_text(BAD)
    jaxlint("--select", "purity", "--add-ignore", "bad.py", cwd=directory)
    assert (directory / "other.py").read_text() == BAD
    assert (directory / "bad.py").read_text().count("# jaxlint: ignore[JAX501]\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--add-ignore", "-"], "error: --add-ignore cannot write comments to stdin\n"),
        (["--add-ignore=a#b"], "error: --add-ignore: the reason must be one line without `#`: 'a#b'\n"),
    ],
)
def test_no_comments(directory, arguments, said):
    done = jaxlint(*arguments, cwd=directory, given=BAD)
    assert (done.returncode, done.stderr) == (2, said)
    assert (directory / "bad.py").read_text() == BAD


def test_the_settings_name_it(held):
    (held / "jaxlint.toml").write_text('baseline = "base.json"\n')
    (held / "sub").mkdir()
    assert jaxlint("..", cwd=held / "sub").returncode == 0
    assert jaxlint("--isolated", cwd=held).returncode == 1
    assert jaxlint("--config", 'baseline = ""', cwd=held).returncode == 1
    (held / "bad.py").write_text(GOOD)
    jaxlint("--prune-baseline", cwd=held)
    assert '"findings": []' in (held / "base.json").read_text()
