"""Why JAX can't choose between the ways of a fork: which part of the code, which name."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.effects import first_effect, is_computation, is_movable
from jaxlint.codemods.recipes.branches.agreement import NEVER
from jaxlint.codemods.recipes.branches.lengths import differ_in_length

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.branches.ways import Arm
    from jaxlint.codemods.site import Site

_MOST = 50  # characters of code in a sentence


def why_not_chosen(
    site: Site, worst: list[int], arms: list[Arm], tests: list[ast.expr], names: list[str] | None
) -> str | None:
    """None where JAX can."""
    moved = all(is_movable(site, arm.statements) for arm in arms if arm.given is None)
    asked = [*nodes_of(arms), *tests[1:]]  # may run where they didn't, or not run where they did
    if not moved or not all(is_computation(site, node) for node in asked):
        statements = [statement for arm in arms if arm.given is None for statement in arm.statements]
        return effect_of(site, [*statements, *asked])
    if NEVER in worst:
        place = worst.index(NEVER)
        return f"{given_there(names, place)} differs in structure or shape between the branches, or is not an array"
    return "the branches build lists of different lengths" if differ_in_length(site, arms, names) else None


def effect_of(site: Site, nodes: list[ast.AST]) -> str:
    """What the branches do besides giving values."""
    part = first_effect(site, nodes)
    if part is None:
        return "a branch exits the enclosing loop"
    line = site.module.line_name(part) if hasattr(part, "lineno") else "a branch"
    if isinstance(part, ast.Raise):
        return f"a branch raises on {line}, and a traced value cannot decide that"
    text = " ".join(site.text(part).split())
    text = text if len(text) <= _MOST else f"{text[: _MOST - 4]} ..."
    return f"a branch has a side effect: `{text}` on {line}"


def given_there(names: list[str] | None, place: int) -> str:
    """How a sentence calls what the branches give in one place."""
    return f"`{names[place]}`" if names and place < len(names) else "the result"


def nodes_of(arms: list[Arm]) -> list[ast.expr]:
    """The expressions that the arms give."""
    return [one.node for arm in arms for one in arm.given or () if one.node is not None]
