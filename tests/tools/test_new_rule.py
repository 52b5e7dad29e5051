"""What the maker of rules writes is a rule, and it writes over nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxlint.rules.registry import find_rules
from tests.fixtures_on_jax.fixture import read_fixture
from tests.rules.test_rule_fixtures import lacking
from tools.new_rule import Refused, files, kinds, main


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty house with one family; the name of its package of rules is new each time."""
    family = tmp_path / "jaxlint" / "rules" / "purity"
    family.mkdir(parents=True)
    (family / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path / "jaxlint"))
    return tmp_path


def test_what_is_written_is_a_rule(root: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    assert main(["JAX599", "new-thing", "purity", "--event", "concretized"], root) == 0
    assert "jaxlint/rules/purity/new_thing.py" in capsys.readouterr().out
    folder = root / "jaxlint" / "rules"
    folder.rename(root / "jaxlint" / "made_rules")
    (rule,) = find_rules("made_rules", str(root / "jaxlint" / "made_rules"))
    assert (rule.code, rule.name, rule.events) == ("JAX599", "new-thing", ("concretized",))
    own, alike = (read_fixture(root / "fixtures" / place / "new_thing.py") for place in ("purity", "lookalikes"))
    assert lacking("JAX599", own, alike) == []


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("JAX59", "new-thing", "purity", "mutation"), "three digits"),
        (("JAX599", "NewThing", "purity", "mutation"), "lower case"),
        (("JAX599", "new-thing", "magic", "mutation"), "no family 'magic': purity"),
        (("JAX599", "new-thing", "purity", "thunder"), "no event 'thunder'"),
        (("JAX598", "new-thing", "purity", "mutation"), "taken by there.py"),
        (("JAX599", "there", "purity", "mutation"), "there already"),
    ],
)
def test_refuses(root: Path, given: tuple[str, str, str, str], said: str) -> None:
    (root / "jaxlint" / "rules" / "purity" / "there.py").write_text('RULE = Rule(code="JAX598")\n')
    before = sorted(root.rglob("*"))
    with pytest.raises(Refused, match=said):
        files(root, *given)
    code, name, family, event = given
    assert main([code, name, family, "--event", event], root) == 2
    assert sorted(root.rglob("*")) == before


def test_kinds_are_those_that_rules_ask_for() -> None:
    assert {"truth-test", "concretized", "mutation"} <= kinds().keys()
