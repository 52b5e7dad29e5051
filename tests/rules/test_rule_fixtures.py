"""Each rule is shown: code that is bad, code that is good, and working code that looks like the bad one."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxlint.rules.registry import all_rules
from jaxlint.rules.rule import Rule
from tests.fixtures_on_jax.fixture import Fixture, parse_fixture, read_fixture
from tools.rule_pages import folder

FIXTURES = Path(__file__).parents[2] / "fixtures"
BAD = "# runs: f(f32[])\ndef f(x):\n    return x.item()  # hazard: JAX201  raises: ConcretizationTypeError\n"
GOOD = "# runs: g(f32[])\ndef g(x):\n    return x\n"


def lacking(code: str, own: Fixture, alike: Fixture) -> list[str]:
    """What a rule's two fixtures do not show."""
    runs = {run.call.partition("(")[0] for run in own.runs}
    marked = {own.function_at(hazard.line) for hazard in own.hazards}
    found = []
    if not any(code in hazard.codes for hazard in own.hazards):
        found.append(f"{own.path.name} has no line with `# hazard: {code}`")
    if not runs - marked:
        found.append(f"{own.path.name} runs no function that is good")
    if not alike.runs:
        found.append(f"{alike.path.name} runs nothing")
    if alike.hazards:
        found.append(f"{alike.path.name} has hazards")
    return found


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
def test_each_rule_is_shown(rule: Rule) -> None:
    assert "TODO" not in rule.doc
    name = f"{rule.name.replace('-', '_')}.py"
    own, alike = FIXTURES / folder(rule) / name, FIXTURES / "lookalikes" / name
    assert [str(path) for path in (own, alike) if not path.exists()] == []
    assert lacking(rule.code, read_fixture(own), read_fixture(alike)) == []


@pytest.mark.parametrize(
    ("own", "alike", "number"),
    [(BAD + GOOD, GOOD, 0), (BAD, GOOD, 1), (GOOD, GOOD, 1), (BAD + GOOD, "", 1), (BAD + GOOD, BAD, 1)],
)
def test_what_lacks_is_noticed(own: str, alike: str, number: int) -> None:
    paths = Path("item.py"), Path("lookalikes/item.py")
    assert len(lacking("JAX201", parse_fixture(paths[0], own), parse_fixture(paths[1], alike))) == number
