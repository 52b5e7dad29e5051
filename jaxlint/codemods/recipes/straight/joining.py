"""The terms of two branches in one line of code: what both give to one target becomes one choice."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import names_in
from jaxlint.codemods.recipes.straight.terms import Asked, Chosen, Either, Place, Result, Step, leaves

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.straight.terms import Item, Tree


def joined_at(test: Asked, yes: list[Item], no: list[Item]) -> list[Item]:
    """The order of each branch is kept.

    What one branch chooses leaves the other as it was: there the test says that nothing changes.  Where both end the
    function, nobody asks what a name holds that the other does not mention.
    """
    found: list[Item] = []
    pending = list(no)
    ends = all(any(isinstance(getattr(one, "target", None), Result) for one in arm) for arm in (yes, no))
    for item in yes:
        if not isinstance(item, Chosen):
            found.append(item)
            continue
        partner = _partner(item, pending)
        if partner is not None:
            before = [] if isinstance(partner.target, Result) else pending[: pending.index(partner)]
            found += [one for one in before if not isinstance(one, Chosen)]
            pending = [one for one in pending if one is not partner and (isinstance(one, Chosen) or one not in before)]
        alone = partner is None and ends and _is_apart(item, no)
        if alone or (partner is not None and _are_same(item.tree, partner.tree)):
            found.append(item)
        else:
            found.append(Chosen(item.target, Either(test, item.tree, None if partner is None else partner.tree)))
    results = [one for one in found if isinstance(getattr(one, "target", None), Result)]
    found = [one for one in found if one not in results]
    for item in pending:
        alone = not isinstance(item, Chosen) or (ends and _is_apart(item, yes))
        found.append(item if alone else Chosen(item.target, Either(test, None, item.tree)))  # type: ignore[union-attr]
    return [*found, *results]


def _is_apart(item: Chosen, others: list[Item]) -> bool:
    """None of the others reads or binds the name, and its values may be computed in any case."""
    tame = all(leaf is None or leaf.tame for leaf, _ in leaves(item.tree))
    meant = {name for one in others for name in (*reads(one), binds(one))}
    return tame and not isinstance(item.target, Result) and item.target.name not in meant


def _are_same(one: Tree, other: Tree) -> bool:
    if isinstance(one, Either) or isinstance(other, Either):
        return False
    operators = type(one.operator), type(other.operator)
    return operators[0] is operators[1] and ast.dump(one.node) == ast.dump(other.node)


def _partner(item: Chosen, pending: list[Item]) -> Chosen | None:
    """What the other branch gives to the same target, if nothing before that stands in its way.

    Results are chosen at the end, after everything else.
    """
    for at, other in enumerate(pending):
        if isinstance(other, Chosen) and other.target.key == item.target.key:
            if isinstance(other.target, Result):
                return other
            before = pending[:at]
            chosen = [one for one in before if isinstance(one, Chosen)]
            return other if all(_may_follow(one, other) for one in chosen) and _may_lead(before) else None
    return None


def _may_follow(before: Chosen, chosen: Chosen) -> bool:
    apart = not before.target.name or before.target.name != chosen.target.name
    return apart and chosen.target.name not in reads(before) and before.target.name not in reads(chosen)


def _may_lead(items: list[Item]) -> bool:
    """No step or test among them reads what a choice among them binds."""
    bound = {one.target.name for one in items if isinstance(one, Chosen)}
    return not any(reads(one) & bound for one in items if not isinstance(one, Chosen))


def reads(item: Item) -> set[str]:
    """The names whose values it takes; not the one that it keeps."""
    if isinstance(item, Asked):
        return names_in(item.node)
    if isinstance(item, Step):
        return names_in(item.leaf.node) | ({item.name} if item.leaf.operator is not None else set())
    own = names_in(item.target.write.index) if isinstance(item.target, Place) else set()
    nodes: list[ast.expr] = [leaf.node for leaf, _ in leaves(item.tree) if leaf is not None]
    return own.union(*map(names_in, nodes))


def binds(item: Item) -> str:
    """The name that it binds, or ""."""
    if isinstance(item, Step):
        return item.name
    return item.target.name if isinstance(item, Chosen) and not isinstance(item.target, Result) else ""
