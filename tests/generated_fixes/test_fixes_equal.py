"""Programs whose hazards were all fixed safe run under jit and equal the originals; and a wrong fix is found."""

from __future__ import annotations

import pytest

from jaxlint.codemods.recipes import logic
from tests.generated_fixes.judge import judge
from tests.generated_fixes.programs import program

SEEDS, CHUNK = 200, 20  # about half of the programs are fixed safe as a whole


@pytest.mark.parametrize("start", range(0, SEEDS, CHUNK))
def test_the_fixed_form_gives_what_the_original_gave(start: int) -> None:
    verdicts = {seed: judge(program(seed)) for seed in range(start, start + CHUNK)}
    assert {seed: (one.outcome, one.said, one.text) for seed, one in verdicts.items() if one.is_bad} == {}
    assert sum(one.outcome == "equal" for one in verdicts.values()) >= CHUNK // 5


def test_programs_depend_on_the_seed_alone() -> None:
    assert program(3).text == program(3).text
    assert len({program(seed).text for seed in range(50)}) == 50


def test_a_wrong_fix_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(logic._SYMBOLS, logic.ast.Lt, ">=")
    assert any(judge(program(seed)).is_bad for seed in range(SEEDS, 2 * SEEDS))
