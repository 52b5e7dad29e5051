"""Editors, each with a server of its own."""

import pytest

from tests.server.client import Editor


@pytest.fixture
def top(tmp_path):
    """A project with one file that jits what another one defines."""
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "x"\n')
    return tmp_path


@pytest.fixture
def editor(top):
    """Makes editors in the project."""
    made = []

    def start(*folders, **options):
        made.append(Editor(*(folders or [top]), **options))
        return made[-1]

    yield start
    for one in made:
        one.kill()
