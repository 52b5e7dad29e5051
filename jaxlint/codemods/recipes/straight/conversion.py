"""If-conversion: an ``if`` whose branches are cheap, as straight code that runs both."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.bindings import names_in, uses, written_in_place
from jaxlint.codemods.recipes.analysis.effects import is_proved_pure
from jaxlint.codemods.recipes.analysis.proof import is_scalar, runs_backwards
from jaxlint.codemods.recipes.analysis.sizes import resized
from jaxlint.codemods.recipes.branches.agreement import OPEN, SAME, SHAPES, agreement, is_number
from jaxlint.codemods.recipes.branches.choices import Choice, are_leaves, made_calmly
from jaxlint.codemods.recipes.branches.operands import may_be_traced
from jaxlint.codemods.recipes.branches.ways import Arm, Fork, values_before
from jaxlint.codemods.recipes.loops.loop_forms import Names
from jaxlint.codemods.recipes.straight.adding import filtered
from jaxlint.codemods.recipes.straight.beginnings import all_begun, begun, lacks_value
from jaxlint.codemods.recipes.straight.building import LEAVES, Builder, ends_of, leaf_of
from jaxlint.codemods.recipes.straight.emitting import Emitter, one_by_one
from jaxlint.codemods.recipes.straight.terms import Added, Asked, Chosen, Either, Entry, Name, Place, Step, leaves
from jaxlint.codemods.rewrite import Insert, Replace, Rewrite
from jaxlint.dataflow.assignment import Assignment, always_leaves
from jaxlint.dataflow.index import live_after
from jaxlint.syntax.binders import names_bound
from jaxlint.syntax.nodes import executed, walk
from jaxlint.tracing.values.joining import aval_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.codemods.recipes.straight.terms import Item, Path, Tree
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.values.value import Value

_MOST = 8  # tests of one statement


@recipe
def straight(site: Site, node: ast.If, rest: list[ast.stmt]) -> Rewrite | None:
    """``rest``: what follows up to a return, where a branch returns."""
    items, new, made = _items(site, node, rest)
    inside = {part for statement in (node, *rest) for part in walk(statement)}
    if any(part in inside for one in made for part in one.key()):
        raise NoFix("a branch creates a NumPy array")
    chosen = [part for item in items if isinstance(item, Chosen) for part in one_by_one(item)]
    worst = max([_settled(site, node, item, chosen[:at]) for at, item in enumerate(chosen)], default=SHAPES)
    if worst >= SHAPES:
        raise NoFix("the values of the branches differ in shape or structure")
    tests = [item.node for item in items if isinstance(item, Asked) and not item.under]
    if len(tests) > _MOST:
        raise NoFix("there are too many branches to compute them all")
    made += [*all_begun(site, node, _kept(chosen)), *filtered(site, node, items, new)]
    emitter = Emitter(site, items, new)
    pure = is_proved_pure(site, [*emitter.values, *tests[1:]])
    safe = worst == SAME and pure and all(is_scalar(site, test) for test in tests)
    calm = made_calmly(site, {name for value in emitter.values for name in names_in(value)}, node.test)
    choice = Choice(True, safe, not calm, runs_backwards(site, node.test))
    return Rewrite(choice.level, choice.summary, [Replace([node, *rest], "\n".join(emitter.lines)), *made])


def straight_text(site: Site, node: ast.If, rest: list[ast.stmt], test: ast.expr) -> str:
    """Of branches that are found to agree, however costly they are; ``test``: what JAX is asked of the first one."""
    items, new, made = _items(site, node, rest, test)
    if made:
        raise NoFix("a branch writes into a NumPy array")
    chosen = [item for item in items if isinstance(item, Chosen)]
    for at, item in enumerate(chosen):
        item.truths = all(aval_of(value).kind == "b" for value in _values(site, node, item, chosen[:at]))
    return "\n".join(Emitter(site, items, new, None).lines)


def chosen(site: Site, fork: Fork) -> str:
    """The choice of the one result that all arms tell, however costly they are."""
    tree = _tree(site, fork)
    assert isinstance(tree, Either)
    truths = all(aval_of(site.value(leaf.node)).kind == "b" for leaf, _ in leaves(tree) if leaf is not None)
    return Emitter(site, [], str, None).choice(tree, truths)


def _tree(site: Site, way: Fork | Arm) -> Tree:
    if isinstance(way, Fork):
        return Either(Asked(way.test), _tree(site, way.yes), _tree(site, way.no))
    ((node,),) = [[one.node for one in way.given or ()]]
    assert node is not None
    return leaf_of(site, node, in_any_case=True)


def _items(
    site: Site, node: ast.If, rest: list[ast.stmt], test: ast.expr | None = None
) -> tuple[list[Item], Callable[[str], str], list[Replace | Insert]]:
    """``test``: where all is known to agree."""
    statements: list[ast.stmt] = [node, *rest]
    live = set() if rest or always_leaves([node]) else live_after(site.module, node)
    bound = Assignment(statements).stored.keys()
    kept = live | {name for name in bound if is_shared(statements, name)}
    new = Names(site, node)
    builder = Builder(
        site, kept, (kept & bound) | written_in_place(statements), new, {} if test is None else {node: test}
    )
    items = builder.items(statements)
    check_steps(items)
    return items, new, list({one.key(): one for one in builder.made}.values())


def is_shared(statements: list[ast.stmt], name: str) -> bool:
    """Is it bound in a branch, and mentioned outside of it?"""
    found: list[list[ast.stmt]] = []
    apart = bound = False
    for at, one in enumerate(statements):
        if not isinstance(one, ast.If):
            apart = apart or _mentions(one, name)
            bound = bound or name in names_bound([one])
            continue
        rest = statements[at + 1 :]
        arms = ends_of(one, rest)
        is_left = any(isinstance(part, LEAVES) for part in executed([one]))
        arms += [rest] if is_left and arms == [one.body, one.orelse] else []  # runs where nothing further in leaves
        found += [arm for arm in arms if any(_mentions(part, name) for part in arm)]
        apart = apart or _mentions(one.test, name)
        if arms != [one.body, one.orelse]:
            break
    inside = [arm for arm in found if name in names_bound(arm)]
    if bound or not inside:
        return bool(inside)
    return apart or len(found) > 1 or is_shared(inside[0], name)


def _mentions(node: ast.AST, name: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == name for part in walk(node))


def check_steps(items: list[Item]) -> None:
    """What a branch binds for itself alone has no name in common with the other."""
    paths: dict[str, Path] = {}
    for item in items:
        if isinstance(item, Step) and paths.setdefault(item.name, item.path) != item.path:
            raise NoFix(f"both branches assign `{item.name}`")


def _settled(site: Site, node: ast.If, item: Chosen, earlier: list[Chosen]) -> int:
    """How far the values agree in structure, shape and dtype; none may have to stay a number of Python's."""
    target, values = item.target, _values(site, node, item, earlier)
    if isinstance(target, Name) and all(map(is_number, values)):
        _check_reads(site, node, target.name, values)
    found = [leaf for leaf, _ in leaves(item.tree)]
    item.truths = all(aval_of(value).kind == "b" for value in values)
    texts = {target.name, *(site.text(leaf.node) for leaf in found if leaf is not None)}
    cut = [base for leaf in found if leaf is not None for base in resized(leaf.node)]
    if not are_leaves(values) or any(site.text(base) in texts for base in cut):
        return SHAPES
    return max(agreement(values), OPEN if isinstance(target, Place) and target.in_place else SAME)


def _values(site: Site, node: ast.If, item: Chosen, earlier: list[Chosen]) -> list[Value]:
    """What it chooses between."""
    found = [leaf for leaf, _ in leaves(item.tree)]
    values: list[Value] = [site.value(leaf.made) for leaf in found if leaf is not None]
    target = item.target
    if isinstance(target, Name):
        given = [one for one in earlier if one.target.key == target.key]
        lacks = None in found and not given and lacks_value(site, node, target.name)
        if lacks and begun(site, node, target.name) is None:
            raise NoFix(f"`{target.name}` is only assigned in one branch")
        values += values_before(site, node, target.name) if None in found and not given else []
        values += [site.value(leaf.made) for one in given for leaf, _ in leaves(one.tree) if leaf is not None]
    elif isinstance(target, Entry):
        values += [target.held] if None in found else []
    elif isinstance(target, Place):
        values += [target.write.unchanged(site).value] if target.write.method == "set" else []
    elif None in found and not isinstance(target, Added):
        raise NoFix("not every branch returns a value")
    return values


def _kept(chosen: list[Chosen]) -> list[str]:
    """The names that some branch leaves what they were."""
    first = {one.target.key: one for one in reversed(chosen) if isinstance(one.target, Name)}.values()
    return [one.target.name for one in first if None in dict(leaves(one.tree))]


def _check_reads(site: Site, node: ast.If, name: str, values: list[Value]) -> None:
    reads = [read for read in uses(site, name).reads if read.lineno >= node.lineno]
    if not all(may_be_traced(site, values[0], read) for read in reads):
        raise NoFix(f"`{name}` is used where JAX requires a static number")
