"""JAX on every fixture: the bad form fails as marked, and the fixed one, jitted, equals the original, un-jitted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fixtures_on_jax.fixture import fixture_files, read_fixture
from tests.fixtures_on_jax.readers import runtime_complaints

FIXTURES = Path(__file__).parents[2] / "fixtures"
FILES = fixture_files(FIXTURES)


def test_there_are_fixtures() -> None:
    assert FILES


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_behaves_as_marked(path: Path) -> None:
    complaints = runtime_complaints(read_fixture(path))
    assert not complaints, "\n".join(complaints)
