"""JAX on every fixture: the bad form fails as marked, and the fixed one, jitted, equals the original, un-jitted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fixtures_on_jax.fixture import fixture_files, named_after_rules, read_fixture
from tests.fixtures_on_jax.readers import runtime_complaints
from tests.needs import needs

FIXTURES = Path(__file__).parents[2] / "fixtures"
FILES = fixture_files(FIXTURES)


def test_there_are_fixtures() -> None:
    assert FILES


def cases(files: list[Path]) -> list[object]:
    return [pytest.param(path, id=f"{path.parent.name}/{path.stem}", marks=needs(_text(path))) for path in files]


def _text(path: Path) -> str:
    """Of the fixture and its fixed forms: a fix may import what the original did not."""
    return "".join(one.read_text() for one in (path, *path.parent.glob(f"{path.stem}.*safe.py")))


@pytest.mark.parametrize("path", cases([path for path in named_after_rules(FILES) if path.parent.name != "lookalikes"]))
def test_misbehaves_as_marked(path: Path) -> None:
    """Of the fixture that shows a rule; its fixed forms, and what only looks like it, cost four times as much."""
    complaints = runtime_complaints(read_fixture(path), fixed=False)
    assert not complaints, "\n".join(complaints)


@pytest.mark.slow
@pytest.mark.parametrize("path", cases(FILES))
def test_behaves_as_marked(path: Path) -> None:
    complaints = runtime_complaints(read_fixture(path))
    assert not complaints, "\n".join(complaints)
