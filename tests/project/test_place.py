"""Where the project around a file begins, and which files it has."""

import os

import pytest

from jaxlint.project.place import Places
from jaxlint.settings.nearest import Nearest


@pytest.fixture
def tree(tmp_path):
    def make(*names):
        for name in names:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text("")
        return tmp_path

    return make


def around(top, name):
    places = Places()
    found = places.top(str(top / name))
    files = places.files(found, Nearest())
    return os.path.relpath(found, top), sorted(os.path.relpath(path, top) for path in files)


@pytest.mark.parametrize(
    ("names", "asked", "expected"),
    [
        (["r/.git", "r/a/setup.py", "r/a/m.py", "r/b.py"], "r/a/m.py", ("r", ["r/a/m.py", "r/a/setup.py", "r/b.py"])),
        (["p/pyproject.toml", "p/src/q/__init__.py", "o.py"], "p/src/q/__init__.py", ("p", ["p/src/q/__init__.py"])),
        (["d/a.py", "d/b.py", "d/c/x.py"], "d/a.py", ("d", ["d/a.py", "d/b.py"])),
        (["d/q/__init__.py", "d/q/m.py", "d/a.py"], "d/q/m.py", ("d", ["d/a.py", "d/q/__init__.py", "d/q/m.py"])),
        (["d/a.py", "d/tests/test_a.py"], "d/tests/test_a.py", ("d", ["d/a.py", "d/tests/test_a.py"])),
        (["site-packages/a/__init__.py", "site-packages/b.py"], "site-packages/b.py", ("site-packages", [])),
    ],
    ids=["repository", "marked", "scripts", "package", "tests", "installed"],
)
def test_the_project_around_a_file(tree, names, asked, expected):
    assert around(tree(*names), asked) == expected


@pytest.mark.parametrize(
    ("names", "asked", "top"),
    [
        (["p/requirements.txt", "p/a/m.py"], "p/a/m.py", "p"),
        (["p/requirements-dev.txt", "p/a/m.py"], "p/a/m.py", "p"),
        (["p/environment.yml", "p/a/m.py"], "p/a/m.py", "p"),
        (["p/uv.lock", "p/a/requirements.txt", "p/a/b/m.py"], "p/a/b/m.py", "p"),
        (["p/pyproject.toml", "p/docs/requirements.txt", "p/docs/conf.py"], "p/docs/conf.py", "p"),
        (["p/pyproject.toml", "p/service/requirements.txt", "p/service/m.py"], "p/service/m.py", "p"),
        (["requirements.txt", "p/setup.py", "p/a/requirements.txt", "p/a/m.py"], "p/a/m.py", "p"),
        (["r/.git", "r/a/requirements.txt", "r/a/m.py"], "r/a/m.py", "r"),
        (["d/m.py", "d/docs/requirements.txt", "d/docs/conf.py"], "d/docs/conf.py", "d"),
        (["d/a/m.py", "d/a/my-requirements.txt", "d/requirements.md"], "d/a/m.py", "d/a"),
    ],
)
def test_requirements_and_locks_mark_a_project_where_nothing_better_does(tree, names, asked, top):
    assert around(tree(*names), asked)[0] == top


@pytest.mark.parametrize("variable", ["HOME", "TMPDIR"])
def test_what_lies_in_a_shared_folder_marks_no_project(tree, monkeypatch, variable):
    top = tree("requirements.txt", "h/requirements.txt", "h/a/m.py", "h/p/Pipfile", "h/p/b/m.py")
    monkeypatch.setenv(variable, str(top / "h"))
    assert around(top, "h/a/m.py")[0] == "h/a"
    assert around(top, "h/p/b/m.py")[0] == "h/p"


def test_of_two_folders_that_nothing_marks_the_outer_one_is_taken_for_both(tree):
    top = tree("a.py", "sub/b.py")
    paths = [str(top / "a.py"), str(top / "sub" / "b.py")]
    assert set(Places().tops(paths).values()) == {str(top)}
