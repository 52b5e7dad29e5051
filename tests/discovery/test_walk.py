"""Arguments to files: which are found, which are left out, and that each is accounted for."""

import os

import pytest

from jaxlint.discovery.walk import discover
from jaxlint.settings.model import Settings
from jaxlint.settings.nearest import Nearest


@pytest.fixture
def tree(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def make(*paths):
        for path in paths:
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text("")
        return tmp_path

    return make


def found(*arguments, force=False, **settings):
    return discover(list(arguments), Nearest(Settings(os.getcwd(), **settings)), force)


def test_python_files_below_a_directory_sorted(tree):
    tree("b.py", "a/z.py", "a/data.txt", "a/types.pyi", "c/d/e.py")
    assert found(".").files == ["a/z.py", "b.py", "c/d/e.py"]


def test_named_files_are_taken_whatever_they_are_called(tree):
    tree("script", "build/made.py")
    assert found("script", "build/made.py").files == ["build/made.py", "script"]


def test_each_file_once_however_it_is_named(tree):
    root = tree("a/x.py")
    assert found("a", "a/x.py", "./a/../a/x.py", str(root / "a" / "x.py")).files == ["a/x.py"]


def test_default_excludes_are_told(tree):
    tree(".venv/lib/x.py", "build/x.py", "node_modules/x.py", "src/x.py", "src/__pycache__/x.py")
    result = found(".")
    assert result.files == ["src/x.py"]
    assert (".venv", "excluded by default") in result.skipped
    assert len(result.skipped) == 4


def test_exclude_replaces_the_defaults_and_extend_exclude_adds(tree):
    tree("build/x.py", "gen/x.py", "src/x_pb2.py", "src/x.py")
    assert found(".", exclude=("gen",)).files == ["build/x.py", "src/x.py", "src/x_pb2.py"]
    assert found(".", extend_exclude=("*_pb2.py", "/gen/")).files == ["src/x.py"]


def test_force_exclude_holds_for_named_files(tree):
    tree("gen/deep/x.py", "build/x.py", "x.py")
    result = found("gen/deep/x.py", "build/x.py", "x.py", force=True, extend_exclude=("gen",))
    assert result.files == ["x.py"]
    assert len(result.skipped) == 2


def test_a_project_below_a_directory_called_build_is_not_excluded(tree, monkeypatch):
    root = tree("build/project/x.py")
    monkeypatch.chdir(root / "build" / "project")
    assert found(str(root / "build" / "project" / "x.py"), force=True).files == ["x.py"]


def test_gitignore_with_nesting_and_negation(tree):
    root = tree("a.py", "out/a.py", "keep/out/a.py", "sub/a.py", "sub/b.py", "sub/deep/b.py")
    (root / ".git").mkdir()
    (root / ".gitignore").write_text("# comment\n/out/\nb.py\n")
    (root / "sub" / ".gitignore").write_text("!b.py\ndeep/\n")
    assert found(".").files == ["a.py", "keep/out/a.py", "sub/a.py", "sub/b.py"]
    # A walk that starts below minds the files above.
    assert found("sub").files == ["sub/a.py", "sub/b.py"]
    assert ("out", "ignored by git") in found(".").skipped


def test_gitignore_above_the_repository_is_not_ours(tree):
    root = tree("repository/a.py")
    (root / ".gitignore").write_text("*.py\n")
    (root / "repository" / ".git").mkdir()
    assert found("repository").files == ["repository/a.py"]


def test_links(tree):
    root = tree("src/a.py")
    (root / "src" / "circle").symlink_to(root)
    (root / "src" / "b.py").symlink_to(root / "src" / "a.py")
    (root / "src" / ".#lock.py").symlink_to("user@host")
    result = found("src")
    assert result.files == ["src/a.py"]
    assert result.skipped == [
        ("src/circle", "a link to a directory"),
        ("src/b.py", "a link to a file that is already checked"),
    ]


def test_links_that_lead_nowhere_are_left_out(tree):
    root = tree("a.py")
    (root / "b.py").symlink_to("nowhere")
    (root / "c.py").symlink_to("c.py")
    result = found(".")
    assert result.files == ["a.py"]
    assert result.skipped == [("b.py", "a broken link"), ("c.py", "a broken link")]
    assert found("b.py").files == ["b.py"]  # named: the reader says what is wrong


def test_links_out_of_the_tree_are_left_out_unless_they_are_named(tree):
    root = tree("outside/o.py", "src/a.py")
    (root / "src" / "out.py").symlink_to("../outside/o.py")
    assert found("src").files == ["src/a.py"]
    assert found("src").skipped == [("src/out.py", "a link that points out of the tree")]
    assert found("src", "src/out.py").files == ["src/a.py", "src/out.py"]
    assert found("src", "outside").files == ["outside/o.py", "src/a.py"]


def test_two_names_of_one_file_are_one_file(tree):
    root = tree("a.py", "tool")
    (root / "b.py").symlink_to("a.py")
    (root / "x.py").symlink_to("tool")
    (root / "y.py").symlink_to("tool")
    assert found(".").files == ["a.py", "x.py"]
    assert found("a.py", "b.py").files == ["a.py"]
    assert found("b.py", ".").files == ["a.py", "x.py"]
    assert found("b.py").files == ["b.py"]


def test_pipes_are_not_opened(tree):
    root = tree("a.py")
    os.mkfifo(root / "pipe.py")
    result = found(".")
    assert result.files == ["a.py"]
    assert result.skipped == [("pipe.py", "no regular file")]


def test_a_directory_called_like_a_file(tree):
    tree("x.py/inner.py")
    assert found(".").files == ["x.py/inner.py"]


@pytest.mark.parametrize(("argument", "path"), [("gone.py", "gone.py"), ("", "''")])
def test_missing_path(tree, argument, path):
    tree("a.py")
    result = found(argument, "a.py")
    assert [str(problem) for problem in result.problems] == [f"{path}: no such file or directory"]
    assert result.files == ["a.py"]
