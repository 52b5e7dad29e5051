"""Finds the rules by walking this package: ``rules/<family>/<rule_name>.py`` holds ``RULE``.  No list to edit."""

from __future__ import annotations

import os
from importlib import import_module

from jaxlint.rules.page import Page
from jaxlint.rules.rule import Rule

HEADINGS = ("Why", "Bad", "Good", "Ways out", "Fix safety", "How to silence")
LAST = ("JAX's error", "How to confirm")

_cache: list[Rule] = []


class BadRule(Exception):
    """A rule file that breaks the contract; met by its author, never by a user."""


def all_rules() -> list[Rule]:
    """Every rule, by code.  Imports them all, so it is asked for only when something was found."""
    if not _cache:
        _cache.extend(find_rules(__package__, os.path.dirname(__file__)))
    return _cache


def find_rules(package: str, directory: str) -> list[Rule]:
    """The rules of one package of families."""
    found: dict[str, Rule] = {}
    for family in sorted(os.listdir(directory)):
        folder = os.path.join(directory, family)
        if family.startswith(("_", ".")) or not os.path.isdir(folder):
            continue
        for file in sorted(os.listdir(folder)):
            stem, extension = os.path.splitext(file)
            if extension != ".py" or stem.startswith("_"):
                continue
            rule = _load(f"{package}.{family}.{stem}", stem)
            rule.family = family.replace("_", "-")
            if rule.code in found:
                raise BadRule(f"{package}.{family}.{stem}: code {rule.code} is taken by {found[rule.code].name}")
            found[rule.code] = rule
    return [found[code] for code in sorted(found)]


def _load(dotted: str, stem: str) -> Rule:
    module = import_module(dotted)
    rule = getattr(module, "RULE", None)
    if not isinstance(rule, Rule):
        raise BadRule(f"{dotted}: no RULE")
    rule.name = stem.replace("_", "-")
    rule.doc = module.__doc__ or ""
    if len(rule.code) != 6 or not rule.code.startswith("JAX") or not rule.code[3:].isdigit():
        raise BadRule(f"{dotted}: code {rule.code!r} is not JAX and three digits")
    missing = [heading for heading in HEADINGS if f"\n## {heading}\n" not in rule.doc]
    if not any(f"\n## {heading}\n" in rule.doc for heading in LAST):
        missing.append(" or ## ".join(LAST))
    if missing:
        raise BadRule(f"{dotted}: the docstring lacks {', '.join('## ' + heading for heading in missing)}")
    rule.ways = Page(rule).ways
    return rule
