"""The table of names that flax and optax dropped, held against those that are installed."""

from __future__ import annotations

import importlib
from importlib.metadata import version

import pytest

from jaxlint.knowledge.history import Story
from jaxlint.knowledge.releases import known, release
from jaxlint.knowledge.tables import old_names
from tests.knowledge.old_names import member

pytestmark = [pytest.mark.library("flax"), pytest.mark.library("optax")]


LIBRARIES = ("flax", "optax")
STORIES = {name: text for name, text in old_names("stories").items() if name.startswith(LIBRARIES)}


def is_there(name: str) -> bool:
    dotted, _, is_module = name.partition(":")
    try:
        importlib.import_module(dotted) if is_module else member(dotted)
    except (AttributeError, ImportError):
        return False
    return True


def wrong(table: dict[str, str]) -> list[str]:
    """Names that are still there, and replacements that are not."""
    found = []
    for name, text in table.items():
        story = Story(name, text.split("|"))
        if is_there(name) == (release(story.removed) <= release(version(story.library))):
            found.append(name)
        if story.replacement and not (is_there(story.replacement) or is_there(story.replacement + ":module")):
            found.append(story.replacement)
    return found


def test_what_is_gone_is_gone() -> None:
    if any(known(library)[-1] < release(version(library)) for library in LIBRARIES):
        pytest.skip("a library is newer than the table: run python -m tools.library_names")
    assert wrong(STORIES) == []
    assert len(STORIES) > 80


def test_a_wrong_row_is_noticed() -> None:
    there = {"optax.sgd": "|0.1.8||||||", "optax.hvp": "|0.1.8|optax.no_such_name|||||"}
    assert wrong(there) == ["optax.sgd", "optax.no_such_name"]
