"""Branches of cheap steps, all of which may run: the choice is made at the end, of what they return."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import is_plain, names_in
from jaxlint.codemods.recipes.analysis.effects import is_computation
from jaxlint.codemods.recipes.branches.choices import is_light
from jaxlint.codemods.recipes.branches.doubled import is_tame
from jaxlint.codemods.recipes.branches.ways import Fork, Given
from jaxlint.codemods.recipes.branches.where_text import chosen
from jaxlint.codemods.recipes.wording.fresh_names import local_name
from jaxlint.codemods.recipes.wording.lifting import argument, lifted
from jaxlint.syntax.binders import names_bound
from jaxlint.syntax.nodes import walk

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


def straightened(site: Site, fork: Fork) -> str | None:
    """The statements of all arms, which leave the fork nothing but values to choose; None where one may not run."""
    told: list[list[ast.stmt]] = []
    for arm in fork.arms():
        if arm.given is None:
            *steps, last = arm.statements
            plain = isinstance(last, ast.Return) and last.value is not None and all(map(_binds, steps))
            if not plain or not all(_is_cheap(site, part) for step in arm.statements for part in _values(step)):
                return None
            told.append(steps)
    bound = [set(names_bound(steps)) for steps in told]
    if len(told) != 1 or bound[0] & {name for test in fork.tests() for name in names_in(test)}:
        return None
    if any(bound[0] & names_in(one.node) for arm in fork.arms() for one in arm.given or () if one.node is not None):
        return None
    for arm in fork.arms():
        if arm.given is None:
            value = arm.statements[-1].value  # type: ignore[attr-defined]
            arm.given = [Given(argument(site, value), site.value(value), value)]
    return lifted(site, told[0]) + "\n"


def _binds(step: ast.stmt) -> bool:
    targets = step.targets if isinstance(step, ast.Assign) else [step.target] if isinstance(step, ast.AugAssign) else []
    return bool(targets) and all(isinstance(one, ast.Name) for one in targets)


def _values(step: ast.stmt) -> list[ast.expr]:
    """What a step computes; of ``x /= y`` the division itself."""
    if isinstance(step, ast.AugAssign):
        return [ast.BinOp(step.target, step.op, step.value)]
    value = getattr(step, "value", None)
    return [value] if isinstance(value, ast.expr) else []


def _is_cheap(site: Site, value: ast.expr) -> bool:
    tame = all(is_tame(site, part) for part in walk(value))
    return tame and is_light(site, value) and is_computation(site, value)
