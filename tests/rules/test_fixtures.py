"""jaxlint on every fixture: the marked lines and no other, the blessed fixes, and what every fix keeps."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.fix_properties.properties import LEVELS, order_complaints, result_complaints
from tests.fixtures_on_jax.fixture import fixture_files, named_after_rules, read_fixture
from tests.fixtures_on_jax.golden import bless, golden_complaints, wanted_files
from tests.fixtures_on_jax.readers import static_complaints
from tests.fixtures_on_jax.report import fixed_text, reported, suggested

FIXTURES = Path(__file__).parents[2] / "fixtures"
FILES = fixture_files(FIXTURES)
NAMED = named_after_rules(FILES)
OTHERS = [path for path in FILES if path not in set(NAMED)]


def test_there_are_fixtures() -> None:
    assert FILES


def label(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", OTHERS, ids=label)
def test_reported_as_marked(path: Path) -> None:
    """What the fixes make of these is asked where all tests are run."""
    assert static_complaints(read_fixture(path), partial(reported, with_fixes=False)) == []


@pytest.mark.parametrize("path", NAMED, ids=label)
def test_reported_as_marked_and_fixed_as_blessed(path: Path, request: pytest.FixtureRequest) -> None:
    assert complaints(path, request.config.getoption("--bless")) == []


@pytest.mark.slow
@pytest.mark.parametrize("path", OTHERS, ids=label)
def test_fixed_as_blessed_whatever_the_order_of_rules(path: Path, request: pytest.FixtureRequest) -> None:
    of_order = order_complaints({str(path): path.read_text()}, "unsafe")
    assert complaints(path, request.config.getoption("--bless")) + of_order == []


def complaints(path: Path, bless_them: bool) -> list[str]:
    """All questions are answered by the same two runs."""
    fixture = read_fixture(path)
    found = static_complaints(fixture, reported)
    texts = {level: fixed_text(fixture, level) for level in LEVELS}
    wanted = wanted_files(fixture, {**texts, "suggested": suggested(fixture)})
    if bless_them:
        bless(wanted)
    found += golden_complaints(wanted)
    for level in LEVELS:
        found += [f"{level}: {said}" for said in result_complaints({str(path): fixture.text}, level)]
    return found
