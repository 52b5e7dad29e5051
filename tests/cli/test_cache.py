"""The options about kept answers, and about the project around a file, in a shell."""

import pytest

from tests.cli.command_line import jaxlint


@pytest.fixture
def project(tmp_path):
    (tmp_path / "setup.py").write_text("")
    (tmp_path / "helper.py").write_text("def scale(x):\n    return x.item()\n")
    (tmp_path / "train.py").write_text("import jax\nfrom helper import scale\n\nstep = jax.jit(scale)\n")
    return tmp_path


def test_where_answers_are_kept(project, tmp_path):
    assert jaxlint("--no-cache", ".", cwd=project).returncode == 1
    assert not (project / ".jaxlint_cache").exists()
    assert jaxlint("--cache-dir", "kept", ".", cwd=project).returncode == 1
    assert (project / "kept").is_dir()
    assert not (project / ".jaxlint_cache").exists()
    assert jaxlint(".", cwd=project).returncode == 1
    assert (project / ".jaxlint_cache").is_dir()


def test_clean(project):
    jaxlint(".", cwd=project)
    done = jaxlint("clean", cwd=project)
    assert (done.returncode, done.stdout) == (0, "Removed .jaxlint_cache.\n")
    assert not (project / ".jaxlint_cache").exists()
    assert jaxlint("clean", cwd=project).stdout == "No cache in .jaxlint_cache.\n"


def test_a_file_of_nobodys_project_leaves_nothing_behind(tmp_path):
    (tmp_path / "one.py").write_text("import jax\n")
    assert jaxlint("one.py", cwd=tmp_path).returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["one.py"]


def test_what_is_elsewhere(project):
    done = jaxlint("train.py", cwd=project)
    assert done.returncode == 1
    assert done.stdout.startswith("helper.py:2")
    assert done.stdout.endswith(
        "1 finding in `helper.py`, caused by the files of this run (hide with `--named-only`).\n"
    )
    assert jaxlint("train.py", cwd=project).stdout == done.stdout
    for way in (["--diff"], ["--output-format", "json"], ["--fix"]):
        assert jaxlint(*way, "train.py", cwd=project).returncode == 1
    alone = jaxlint("--named-only", "train.py", cwd=project)
    assert (alone.returncode, alone.stdout) == (0, "No findings in 1 file.\n")
    assert jaxlint("--isolated-files", "helper.py", cwd=project).returncode == 0


def test_shards(project):
    told = [jaxlint("-q", "--shard", f"{part}/2", ".", cwd=project).stdout for part in (1, 2)]
    assert "".join(told) == jaxlint("-q", ".", cwd=project).stdout
    done = jaxlint("--shard", "3/2", cwd=project)
    assert done.returncode == 2
    assert "expected I/N, got '3/2'" in done.stderr
