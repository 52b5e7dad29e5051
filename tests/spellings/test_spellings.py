"""Each phenomenon gets one answer in all spellings of its branch, but where a table says that it does not yet.

``wrong.txt`` holds the phenomena, ``uneven.txt`` the hazards that are told in one spelling and not in another.  A line
is a phenomenon, a spelling and what is wrong there.  A repair deletes lines, or divides one about every spelling.
"""

from __future__ import annotations

from pathlib import Path

import jax
import pytest

from tests.spellings import judge
from tests.spellings.hazards import ROWS
from tests.spellings.phenomena import NEEDED, PHENOMENA, Phenomenon

WRONG = Path(__file__).parent / "wrong.txt"
UNEVEN = Path(__file__).parent / "uneven.txt"
CASES = [(one, WRONG) for one in PHENOMENA] + [(one, UNEVEN) for one in ROWS]
NAMES = [one.name for one, _ in CASES]


@pytest.mark.parametrize(("phenomenon", "path"), CASES, ids=NAMES)
def test_the_answer_is_that_of_the_table(phenomenon: Phenomenon, path: Path) -> None:
    if said := judge.complaints(phenomenon, path):
        pytest.fail("\n".join(said), pytrace=False)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_hazard_that_nothing_asks_about_is_reported(row: Phenomenon) -> None:
    assert judge.fault(row, "plain") is None


@pytest.mark.parametrize(("path", "rows"), [(WRONG, PHENOMENA), (UNEVEN, ROWS)], ids=["wrong", "uneven"])
def test_each_line_of_a_table_is_about_one_spelling(path: Path, rows: list[Phenomenon]) -> None:
    """A line under a name that is gone would never be compared."""
    known = {(row.name, spelling) for row in rows for spelling in (*judge.spellings(row), judge.EVERY)}
    lines = judge.table(path)
    assert [line for line in lines if tuple(line.split(" | ")[:2]) not in known] == []
    assert len(lines) == len(set(lines))


@pytest.mark.slow
@pytest.mark.parametrize("phenomenon", [one for one, _ in CASES], ids=NAMES)
def test_jax_does_what_is_said(phenomenon: Phenomenon) -> None:
    jax.clear_caches()
    found = [judge.on_jax(phenomenon, spelling) for spelling in judge.spellings(phenomenon)]
    if said := [one for one in found if one is not None]:
        pytest.fail("\n".join(said), pytrace=False)


def test_a_fault_that_the_table_lacks_is_told(tmp_path: Path) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text("")
    assert judge.complaints(NEEDED, path) == []
    (missed,) = judge.complaints(NEEDED._replace(code="JAX303"), path)
    assert missed.endswith(f": {NEEDED.name} | {judge.EVERY} | JAX202 in place of JAX303")
    (false,) = judge.complaints(NEEDED._replace(mark="return os"), path)
    assert false.endswith("| missed JAX202, false JAX202")  # the right rule on a wrong line


def test_a_line_about_an_answer_that_is_right_is_told(tmp_path: Path) -> None:
    path = tmp_path / "wrong.txt"
    line = f"{NEEDED.name} | ternary | missed JAX202"
    path.write_text(f"# a comment\n{line}\n")
    assert judge.complaints(NEEDED, path) == [f"no longer so, delete this line of wrong.txt: {line}"]


def test_what_jax_does_otherwise_is_told() -> None:
    assert judge.on_jax(NEEDED, "if") is None
    assert "JAX raises None" in str(judge.on_jax(NEEDED._replace(yes="x * 2"), "if"))
    assert "JAX raises ConcretizationTypeError" in str(judge.on_jax(NEEDED._replace(raises=None), "if"))
    assert "not in 16" in str(judge.on_jax(NEEDED._replace(at="return os"), "if"))
