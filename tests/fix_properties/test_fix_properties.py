"""The properties, on all fixtures and examples and on random programs; and that each can be broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fix_properties import properties
from tests.fix_properties.properties import (
    LEVELS,
    Fixed,
    complaints,
    disguise_complaints,
    files_below,
    fix,
    order_complaints,
)
from tests.fixtures_on_jax.fixture import fixture_files, named_after_rules
from tests.generated_fixes.programs import program

ROOT = Path(__file__).parents[2]
FIXED = [path for path in fixture_files(ROOT / "fixtures") if path.with_suffix(".unsafe.py").exists()]
FIXED += [path for path in fixture_files(ROOT / "fixtures") if path.with_suffix(".safe.py").exists()]
FIXED = sorted(set(FIXED))
OTHERS = [*files_below(ROOT / "fixtures" / "tracing"), *files_below(ROOT / "examples")]
NAMED = set(named_after_rules(fixture_files(ROOT / "fixtures")))
PROJECTS = sorted(path for path in (ROOT / "fixtures" / "projects").iterdir() if path.is_dir())
SEEDS, CHUNK = 80, 20
BAD = "import jax\n\n\n@jax.jit\ndef f(x):\n    # one\n    return x.item()\n\n\ny = 1\n"
pytestmark = pytest.mark.slow


def label(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


# Of the other fixtures, and what is asked of the result alone: tests/rules/test_fixtures.py.
@pytest.mark.parametrize("path", [path for path in FIXED if path in NAMED], ids=label)
def test_the_order_of_rules_does_not_matter(path: Path) -> None:
    assert order_complaints({str(path): path.read_text()}, "unsafe") == []


@pytest.mark.parametrize("path", FIXED[::6], ids=label)  # unsafe fixes are made beside the safe ones
def test_nor_for_safe_fixes_alone(path: Path) -> None:
    assert order_complaints({str(path): path.read_text()}, "safe") == []


@pytest.mark.parametrize("path", OTHERS, ids=label)
def test_fixes_keep_what_they_must(path: Path) -> None:
    assert complaints({str(path): path.read_text()}, "unsafe") == []


@pytest.mark.parametrize("path", FIXED[::12], ids=label)  # it is the placing that is asked, not the recipes
def test_line_ends_tabs_and_the_last_newline_are_kept(path: Path) -> None:
    assert disguise_complaints(str(path), path.read_text()) == []


@pytest.mark.parametrize("project", PROJECTS, ids=lambda path: path.name)
def test_projects(project: Path) -> None:
    texts = {str(path): path.read_text() for path in files_below(project)}
    assert [complaints(texts, level) for level in LEVELS] == [[], []]


@pytest.mark.parametrize("start", range(0, SEEDS, CHUNK))
def test_random_programs(start: int) -> None:
    for seed in range(start, start + CHUNK):
        texts = {"/nowhere/program.py": program(seed).text}
        assert [complaints(texts, level) for level in LEVELS] == [[], []], seed
        assert disguise_complaints("/nowhere/program.py", program(seed, dressed=False).text) == [], seed


BREAKS = [
    (lambda text: text.replace("# one", "# two"), "comments lost"),
    (lambda text: text.replace("return", "return ("), "does not parse"),
    (lambda text: text.replace("y = 1", "y = 2"), "changed where nothing was to be fixed: lines [10]"),
    (lambda text: text + "# more\n", "a second run changes it"),
]


@pytest.mark.parametrize(("spoil", "said"), BREAKS, ids=lambda value: value if isinstance(value, str) else "")
def test_each_property_can_be_broken(monkeypatch: pytest.MonkeyPatch, spoil, said: str) -> None:
    def spoiled(texts: properties.Texts, level: str, backwards: bool = False, assumed: bool = False) -> Fixed:
        done = fix(texts, level, backwards, assumed)
        done.texts = {name: spoil(text) for name, text in done.texts.items()}
        return done

    monkeypatch.setattr(properties, "fix", spoiled)
    assert any(said in one for one in complaints({"x.py": BAD}, "unsafe"))
