"""Where rules are explained on the web."""

import tomllib
from pathlib import Path

import pytest

from jaxlint.rules import address
from jaxlint.rules.registry import all_rules

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
def test_a_rule_about_jax_has_an_address(rule):
    found = address.rule_address(rule)
    assert found is None if rule.family == "comments" else found.startswith("https://docs.jax.dev/")


def test_the_site_is_what_pyproject_says():
    urls = tomllib.loads(PROJECT.read_text())["project"].get("urls", {})
    assert urls.get("Documentation", "") == address.SITE


def test_our_own_page_comes_first(monkeypatch):
    monkeypatch.setattr(address, "SITE", "https://example.org/rules/")
    assert address.address_of("JAX201") == "https://example.org/rules/item-on-tracer.html"
    assert address.address_of("JAX999") is None
