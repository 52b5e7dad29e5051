"""Every message keeps to one style: how it begins and ends, how long it is, and which words it leaves out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from jaxlint.rules.registry import all_rules
from jaxlint.rules.rule import Rule
from tests.fix_properties.properties import findings
from tests.fixtures_on_jax.fixture import fixture_files

FIXTURES = Path(__file__).parents[2] / "fixtures"
FILES = fixture_files(FIXTURES)
RULES = [rule for rule in all_rules() if rule.family != "comments"]
LONGEST = 100  # characters, without the code that is quoted
CODE = re.compile(r"`[^`]*`")
START = re.compile(r"[a-z0-9`'\"]")
WHOLE_NAME = re.compile(r"`jax\.(?:lax|numpy)\.[\w.]+`")  # of a module that has a short one; code is quoted as it is
PRIVATE = re.compile(
    r"\b(?:nobody|somebody|anew|gives?|hands|hand on|goes along|goes over|says|tells|told|knows|sees|answers|arms?|"
    r"turn|mend|twin|kin|made of|stands)\b"
)


def label(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def complaints(message: str, code: str = "") -> list[str]:
    """``code``: that the message is about."""
    text = CODE.sub("", message)
    private = PRIVATE.search(text)
    checks = {
        "starts with a capital": not START.match(message),
        "ends with a full stop": message.endswith("."),
        f"is longer than {LONGEST} characters": len(text) > LONGEST,
        "has two semicolons": text.count(";") > 1,
        "has a private word": private is not None,
        "has an odd backtick": "`" in text,
        "has a name that could be shorter": any(name[1:-1] not in code for name in WHOLE_NAME.findall(message)),
    }
    return [complaint for complaint, holds in checks.items() if holds]


@pytest.mark.parametrize("path", FILES, ids=label)
def test_the_messages_of_fixtures(path: Path) -> None:
    """Of findings, and of what they follow from."""
    code = path.read_text()
    found, problems = findings(str(path), code, with_fixes=False)
    assert problems == []
    messages = {one.message for one in found} | {step.message for one in found for step in one.related}
    assert {message: said for message in messages if (said := complaints(message, code))} == {}
    assert [one.message for one in found if not 1 <= len(one.ways) <= 3] == []


@pytest.mark.parametrize(
    "rule", [rule for rule in all_rules() if rule.family != "comments"], ids=lambda rule: rule.code
)
def test_each_way_out_fits_some_finding(rule: Rule) -> None:
    """A check that chooses among the ways of its page, by how they begin, finds all of them there."""
    path = FIXTURES / rule.family.replace("-", "_") / f"{rule.name.replace('-', '_')}.py"
    found, _ = findings(str(path), path.read_text(), with_fixes=False)
    shown = {way.title for one in found if one.code == rule.code for way in one.ways}
    assert [way.title for way in rule.ways if way.title not in shown] == []


@pytest.mark.parametrize(
    ("message", "complaint"),
    [
        ("JAX arrays are immutable", "starts with a capital"),
        ("`x` is traced.", "ends with a full stop"),
        (f"`x` is {'very ' * 20}long", "is longer than 100 characters"),
        ("`x` is traced; split it; or not", "has two semicolons"),
        ("`f` gives another value", "has a private word"),
        ("one arm is traced", "has a private word"),
        ("the axis that `f` goes along is unknown", "has a private word"),
        ("the name `x is unknown", "has an odd backtick"),
        ("`x` is traced by `jax.lax.scan`", "has a name that could be shorter"),
    ],
)
def test_what_is_not_in_style(message: str, complaint: str) -> None:
    assert complaints(message) == [complaint]


@pytest.mark.parametrize(
    "message", ["`gives` is traced", f"`{'x' * 200}` is traced", "unbound axis name", "2 values", "the army returns"]
)
def test_what_is_in_style(message: str) -> None:
    assert complaints(message) == []
