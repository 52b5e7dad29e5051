"""Branches that return tuples: each part is chosen by itself."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import is_plain
from jaxlint.codemods.recipes.branches.ways import Fork, Given
from jaxlint.codemods.recipes.branches.where_text import chosen
from jaxlint.codemods.recipes.wording.fresh_names import local_name
from jaxlint.codemods.recipes.wording.lifting import argument

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


def spread(site: Site, fork: Fork) -> None:
    """``return a, b`` in each arm gives two results."""
    arms = fork.arms()
    given = [arm.given[0].node if arm.given is not None and len(arm.given) == 1 else None for arm in arms]
    tuples = [one.elts for one in given if isinstance(one, ast.Tuple)]
    parts = [part for elts in tuples for part in elts]
    if len(tuples) < len(arms) or len({len(elts) for elts in tuples}) > 1 or not parts:
        return
    if any(isinstance(part, ast.Starred) for part in parts):
        return
    for arm, elts in zip(arms, tuples, strict=True):
        arm.given = [Given(argument(site, part), site.value(part), part) for part in elts]
        arm.values = [[site.value(part)] for part in elts]


def returned(site: Site, fork: Fork) -> str:
    """The statement that returns the choice of each result."""
    count = len(fork.arms()[0].values)
    texts = [chosen(site, fork, place) for place in range(count)]
    if count == 1:
        return f"return {texts[0]}"
    test = argument(site, fork.test)
    if is_plain(fork.test) or sum(test in text for text in texts) < 2:
        return f"return {', '.join(texts)}"
    held = local_name(site, "condition")
    texts = [chosen(site, fork, place, held) for place in range(count)]
    return f"{held} = {test}\nreturn {', '.join(texts)}"
