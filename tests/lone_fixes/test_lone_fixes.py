"""Single fixes of the fixtures, of the examples and of random programs; and that the judge sees what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxlint.diagnostic import SUGGESTION
from tests.fix_properties.properties import files_below
from tests.generated_fixes.programs import program
from tests.lone_fixes.judge import trials

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
FILES = [path for folder in ("fixtures", "examples") for path in files_below(ROOT / folder)]
FILES = [path for path in FILES if not {"projects", "lookalikes", "tracing"} & set(path.parts)]


def wrong(texts, assumed=False):
    """Suggestions are not applied, and not tried."""
    applied = [one for one in trials(texts, assumed) if one.fix.applicability != SUGGESTION]
    return [str(one) for one in applied if one.wrong]


@pytest.mark.parametrize("path", FILES[::8], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_fixtures(path: Path) -> None:
    assert wrong({str(path): path.read_text()}) == []


@pytest.mark.parametrize("start", range(0, 30, 10))
def test_random_programs(start: int) -> None:
    for seed in range(start, start + 10):
        assert wrong({"/nowhere/program.py": program(seed).text}) == [], seed


HEAD = "import math\n\nimport jax\nimport jax.numpy as jnp\n\n\n@jax.jit\ndef f(x):\n"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("    y = float(x.sum())\n    return x if y > 0 else -x\n", "adds JAX303"),
        ("    print(float(x.sum()))\n    return x\n", "adds JAX501"),
        ("    return math.sqrt(x.sum())\n", "F401 `math` imported but unused"),
    ],
)
def test_the_judge_sees_half_fixes(monkeypatch: pytest.MonkeyPatch, body: str, said: str) -> None:
    texts = {"/nowhere/f.py": HEAD + body}
    assert wrong(texts) == []
    from jaxlint.engine import trials as settling

    monkeypatch.setattr(settling, "settle", lambda *given: None)
    monkeypatch.setattr(settling, "tidy", lambda *given: None)
    assert any(said in one for one in wrong(texts))
