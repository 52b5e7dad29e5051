"""The models of libraries against the libraries: snippets/<library>.py.txt, run where that library is installed.

``<library>_<topic>.py.txt`` holds more of the same library.

``pip install '.[dev,libraries]'`` installs them all, as .ci/run does, where one that is missing is a failure.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tracing.snippet import complaint, errors, snippets

pytestmark = pytest.mark.slow

SNIPPETS = snippets(Path(__file__).parent / "snippets")


def library_of(name: str) -> str:
    return name.partition("-")[0].partition("_")[0]


LIBRARIES = {library_of(name) for name, _ in SNIPPETS}


@pytest.mark.parametrize(
    ("name", "text"),
    [pytest.param(name, text, id=name, marks=pytest.mark.library(library_of(name))) for name, text in SNIPPETS],
)
def test_agrees_with_the_library(name, text):
    assert complaint(text) is None


@pytest.mark.parametrize("library", sorted(LIBRARIES))
def test_each_model_finds_a_hazard(library):
    """A model that says nothing proves nothing."""
    assert any(errors(text) for name, text in SNIPPETS if library_of(name) == library)
