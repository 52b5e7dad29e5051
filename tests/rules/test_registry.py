"""The registry: walks, names, refuses."""

import sys

import pytest

from jaxlint.rules import registry
from jaxlint.rules.page import Page, list_text, page_data, page_text

DOC = """\
A sentence.

## Why
Because.
## Bad
    bad(x)
## Good
    good(x)
## Ways out
- use `jnp.where`: both are cheap
## Fix safety
Safe.
## How to silence
When you know better.
## JAX's error
An error.
"""
RULE = "from jaxlint.rules.rule import Rule\nRULE = Rule({code!r}, 'error', (), 'X', lambda event: None)\n"


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Makes a package of families; its name is new each time, so that modules are not remembered."""
    name = f"rules_of_{tmp_path.name}".replace("-", "_")
    monkeypatch.syspath_prepend(str(tmp_path))

    def make(files):
        for path, text in files.items():
            file = tmp_path / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return registry.find_rules(name, str(tmp_path / name))

    yield make
    for module in [module for module in sys.modules if module.startswith(name)]:
        del sys.modules[module]


def text(code, doc=DOC):
    return f'"""{doc}"""\n{RULE.format(code=code)}'


def test_walks_families_sorted_by_code(package):
    files = {
        "b/first_rule.py": text("JAX101"),
        "a/second_rule.py": text("JAX201"),
        "a/_shared.py": "1 / 0",
        "top.py": "1 / 0",
    }
    rules = package(files)
    assert [(rule.code, rule.name) for rule in rules] == [("JAX101", "first-rule"), ("JAX201", "second-rule")]
    assert rules[0].doc == DOC
    assert [rule.family for rule in rules] == ["b", "a"]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"a/x.py": text("JX1")}, "is not JAX and three digits"),
        ({"a/x.py": text("JAX101", DOC.replace("## Fix safety", "Safety"))}, "lacks ## Fix safety"),
        ({"a/x.py": text("JAX101", DOC.replace("## JAX's error", "Error"))}, "lacks ## JAX's error or ## How to"),
        ({"a/x.py": '"""Nothing."""\n'}, "no RULE"),
        ({"a/x.py": text("JAX101"), "b/y.py": text("JAX101")}, "code JAX101 is taken by x"),
    ],
)
def test_refuses(package, files, message):
    with pytest.raises(registry.BadRule, match=message):
        package(files)


def test_pages(package):
    (rule,) = package({"a/some_rule.py": text("JAX101")})
    assert Page(rule).sections[1] == ("Bad", "bad(x)")
    assert page_text(rule).startswith("JAX101  some-rule  (error)\n===")
    assert "\nJAX's error\n  An error.\n" in page_text(rule)
    assert "`# jaxlint: ignore[JAX101] -- reason` on the line when you know better." in page_text(rule)
    assert [str(one) for one in rule.ways] == ["use `jnp.where`, if both are cheap"]
    assert page_data(rule)["sections"]["Why"] == "Because."
    assert list_text([rule]) == "JAX101  some-rule  error    A sentence.\n"
    assert list_text([]) == ""


def test_the_shipped_rules_keep_the_contract():
    rules = registry.all_rules()
    assert rules
    for rule in rules:
        assert Page(rule).summary
        assert all(body for _, body in Page(rule).sections), rule.code
    groups = {group for rule in rules for group in (rule.family, *rule.groups)}
    assert groups.isdisjoint(rule.name for rule in rules)
    assert all(group.replace("-", "").isalpha() and group.islower() for group in groups)
