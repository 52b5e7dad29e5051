"""JAX on every fixture: the bad form fails as marked, and the fixed one, jitted, equals the original, un-jitted."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxlint.rules.registry import all_rules
from tests.fixtures_on_jax.fixture import fixture_files, read_fixture
from tests.fixtures_on_jax.readers import runtime_complaints
from tests.needs import needs

FIXTURES = Path(__file__).parents[2] / "fixtures"
FILES = fixture_files(FIXTURES)


def test_there_are_fixtures() -> None:
    assert FILES


def cases() -> list[object]:
    """The fixture that is named after a rule shows the rule; the others are run where all tests are."""
    rules = {rule.name.replace("-", "_") for rule in all_rules()}
    assert rules <= {path.stem for path in FILES}
    return [
        pytest.param(
            path, id=f"{path.parent.name}/{path.stem}", marks=_slow_unless(path.stem in rules) + needs(_text(path))
        )
        for path in FILES
    ]


def _slow_unless(quick: bool) -> tuple[pytest.MarkDecorator, ...]:
    return () if quick else (pytest.mark.slow,)


def _text(path: Path) -> str:
    """Of the fixture and its fixed forms: a fix may import what the original did not."""
    return "".join(one.read_text() for one in (path, *path.parent.glob(f"{path.stem}.*safe.py")))


@pytest.mark.parametrize("path", cases())
def test_behaves_as_marked(path: Path) -> None:
    complaints = runtime_complaints(read_fixture(path))
    assert not complaints, "\n".join(complaints)
