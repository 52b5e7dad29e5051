"""jaxlint on every fixture: the marked lines and no other, and the blessed fixes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fixtures_on_jax.fixture import fixture_files, read_fixture
from tests.fixtures_on_jax.golden import bless, golden_complaints, wanted_files
from tests.fixtures_on_jax.readers import static_complaints
from tests.fixtures_on_jax.report import fixed_text, reported, suggested

FIXTURES = Path(__file__).parents[2] / "fixtures"
FILES = fixture_files(FIXTURES)


def label(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def test_there_are_fixtures() -> None:
    assert FILES


@pytest.mark.parametrize("path", FILES, ids=label)
def test_reports_the_marked_lines(path: Path) -> None:
    complaints = static_complaints(read_fixture(path), reported)
    assert not complaints, "\n".join(complaints)


@pytest.mark.parametrize("path", FILES, ids=label)
def test_fixes_as_blessed(path: Path, request: pytest.FixtureRequest) -> None:
    fixture = read_fixture(path)
    texts = {level: fixed_text(fixture, level) for level in ("safe", "unsafe")}
    wanted = wanted_files(fixture, {**texts, "suggested": suggested(fixture)})
    if request.config.getoption("--bless"):
        bless(wanted)
    complaints = golden_complaints(wanted)
    assert not complaints, "\n".join(complaints)
