"""The terms of two branches in one line of code: what both give to one target becomes one choice."""

from __future__ import annotations

import ast
from functools import lru_cache

from jaxlint.codemods.recipes.analysis.bindings import names_in
from jaxlint.codemods.recipes.straight.terms import (
    Added,
    Asked,
    Block,
    Chosen,
    Either,
    Entry,
    Flag,
    Place,
    Result,
    Several,
    Stated,
    Step,
    leaves,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.straight.terms import Item, Tree


def joined_at(test: Asked, yes: list[Item], no: list[Item], live: set[str] | None = None) -> list[Item]:
    """The order of each branch is kept.

    What one branch chooses leaves the other as it was: there the test says that nothing changes.  Where one of them
    ends the function or the iteration, nobody asks what a name holds that the other does not mention; ``live``: but
    for these.
    """
    found: list[Item] = []
    pending = list(no)
    if all(any(isinstance(getattr(one, "target", None), Result) for one in arm) for arm in (yes, no)):
        live = set()
    for item in yes:
        if not isinstance(item, Chosen):
            found.append(_within(item, test, True))
            continue
        partner = _partner(item, pending)
        if partner is not None:
            at = pending.index(partner)
            before = [] if isinstance(partner.target, Result) else pending[:at]
            found += [_within(one, test, False) for one in before if not isinstance(one, Chosen)]
            kept = [one for one in before if isinstance(one, Chosen)] if before else pending[:at]
            pending = [*kept, *pending[at + 1 :]]
        alone = partner is None and _is_apart(item, no, live)
        if alone or (partner is not None and _are_same(item.tree, partner.tree)):
            found.append(item)
        else:
            found.append(Chosen(item.target, Either(test, item.tree, None if partner is None else partner.tree)))
    results = [one for one in found if isinstance(getattr(one, "target", None), Result)]
    found = [one for one in found if one not in results]
    for item in pending:
        if not isinstance(item, Chosen):
            found.append(_within(item, test, False))
        else:
            found.append(item if _is_apart(item, yes, live) else Chosen(item.target, Either(test, None, item.tree)))
    return [*found, *results]


def _within(item: Item, test: Asked, holds: bool) -> Item:
    """What a loop of Python's chooses, it chooses under the test as well."""
    if not isinstance(item, Block):
        return item
    arms = (item.inside, []) if holds else ([], item.inside)
    return Block(item.node, item.head, joined_at(test, *arms), item.bound)


def _is_apart(item: Chosen, others: list[Item], live: set[str] | None) -> bool:
    """None of the others reads or binds the name, and its values may be computed in any case."""
    tame = all(leaf is None or (leaf.tame and not leaf.heavy) for leaf, _ in leaves(item.tree))
    if live is None or not tame or isinstance(item.target, (Result, Entry, Added)):
        return False
    return not item.target.names & live.union(*map(reads, others), *map(binds, others))


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
            if any(isinstance(one, (Stated, Flag, Block)) for one in before):
                return None
            chosen = [one for one in before if isinstance(one, Chosen)]
            return other if all(_may_follow(one, other) for one in chosen) and _may_lead(before) else None
    return None


def _may_follow(before: Chosen, chosen: Chosen) -> bool:
    bound, own = before.target.names, chosen.target.names
    return not (bound & own or own & reads(before) or bound & reads(chosen))


def _may_lead(items: list[Item]) -> bool:
    """No step or test among them reads what a choice before it binds, or binds anew what such a choice reads."""
    bound: set[str] = set()
    read: set[str] = set()
    for item in items:
        if isinstance(item, Chosen):
            bound |= item.target.names
            read |= reads(item)
        elif reads(item) & bound or binds(item) & read:
            return False
    return True


@lru_cache(maxsize=2048)  # in a chain of branches, each asks of all that follow
def reads(item: Item) -> frozenset[str]:
    """The names whose values it takes; not the one that it keeps."""
    match item:
        case Asked():
            return frozenset(names_in(item.node))
        case Step():
            return frozenset(names_in(item.leaf.node) | ({item.name} if item.leaf.operator is not None else set()))
        case Stated():
            return frozenset(names_in(item.statement))
        case Flag():
            return frozenset([item.test.held])
        case Block():
            return frozenset(names_in(item.node)).union(*map(reads, item.inside))
    targets = item.target.targets if isinstance(item.target, Several) else [item.target]
    own = {name for one in targets if isinstance(one, Place) for name in names_in(one.write.index)}
    nodes: list[ast.expr] = [leaf.node for leaf, _ in leaves(item.tree) if leaf is not None]
    return frozenset(own).union(*map(names_in, nodes))


def binds(item: Item) -> set[str]:
    """The names that it binds."""
    match item:
        case Asked():
            return set()
        case Step():
            return {item.name}
        case Flag():
            return {item.test.held}
        case Stated():
            return item.names
        case Block():
            return item.bound.union(*map(binds, item.inside))
    return set(item.target.names)
