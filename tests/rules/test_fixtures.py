"""jaxlint on every fixture: the marked lines and no other, the blessed fixes, and what every fix keeps."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.fix_properties.properties import LEVELS, result_complaints
from tests.fixtures_on_jax.fixture import fixture_files, named_after_rules, read_fixture
from tests.fixtures_on_jax.golden import bless, golden_complaints, wanted_files
from tests.fixtures_on_jax.readers import static_complaints
from tests.fixtures_on_jax.report import fixed_text, reported, suggested

FIXTURES = Path(__file__).parents[2] / "fixtures"
FILES = fixture_files(FIXTURES)


def test_there_are_fixtures() -> None:
    assert FILES


def label(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def cases() -> list[object]:
    quick = set(named_after_rules(FILES))
    slow = (pytest.mark.slow,)
    return [pytest.param(path, id=label(path), marks=() if path in quick else slow) for path in FILES]


@pytest.mark.parametrize("path", [path for path in FILES if path not in set(named_after_rules(FILES))], ids=label)
def test_reported_as_marked(path: Path) -> None:
    """What the fixes make of these is asked where all tests are run."""
    complaints = static_complaints(read_fixture(path), partial(reported, with_fixes=False))
    assert not complaints, "\n".join(complaints)


@pytest.mark.parametrize("path", cases())
def test_reported_as_marked_and_fixed_as_blessed(path: Path, request: pytest.FixtureRequest) -> None:
    """One test, as all three questions are answered by the same two runs."""
    fixture = read_fixture(path)
    complaints = static_complaints(fixture, reported)
    texts = {level: fixed_text(fixture, level) for level in LEVELS}
    wanted = wanted_files(fixture, {**texts, "suggested": suggested(fixture)})
    if request.config.getoption("--bless"):
        bless(wanted)
    complaints += golden_complaints(wanted)
    for level in LEVELS:
        complaints += [f"{level}: {said}" for said in result_complaints({str(path): fixture.text}, level)]
    assert not complaints, "\n".join(complaints)
