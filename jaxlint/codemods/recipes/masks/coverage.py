"""Does a mask go over all axes of what it selects from?"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import sole_assignment, uses
from jaxlint.codemods.recipes.analysis.proof import jax_name, same_shapes
from jaxlint.codemods.recipes.analysis.reaching import given_value, value_given
from jaxlint.codemods.recipes.analysis.smoothness import is_elementwise
from jaxlint.syntax.nodes import children, walk

_COPYING = frozenset("array asarray copy zeros_like ones_like full_like empty_like".split())
_OF_FINITE = ("isnan", "isfinite", "isinf", "isposinf", "isneginf")

_DEPTH = 4  # names followed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from jaxlint.codemods.site import Site


def covers(site: Site, mask: ast.expr, base: ast.expr) -> bool:
    """The mask is made elementwise of an array of the base's shape, so it has at least its rank; an index, at most."""
    if same_shapes(site, mask, base) or (isinstance(mask, ast.Name) and _is_same_name(site, mask, base)):
        return True
    if isinstance(mask, ast.Name):
        made = sole_assignment(site, mask.id)
        return made is not None and isinstance(made.targets[0], ast.Name) and covers(site, made.value, base)
    parts = [part for part in children(mask) if isinstance(part, ast.expr)]
    return is_elementwise(site, mask) and any(covers(site, part, base) for part in parts)


def goes_with(site: Site, node: ast.Subscript, mask: ast.expr) -> bool:
    """The mask has the axes of the array, by all that the function does with the two.

    What the mask selects meets, element by element, what it selects from an array that it covers; or the array meets
    one that the mask is made of.
    """
    met = [part for one in _places(site, node) for part in _made_of(site, one) if part is not node]
    alike = [part for part in met if isinstance(part, ast.Subscript) and ast.dump(part.slice) == ast.dump(mask)]
    if any(covers(site, mask, part.value) for part in alike):
        return True
    base = node.value.value if isinstance(node.value, ast.Attribute) and node.value.attr == "at" else node.value
    made_of = _operands(site, mask)
    if not isinstance(base, ast.Name):
        return False
    near = {base.id, *_met(site, base.id)}
    return any(name in made_of or _copied(site, name) & made_of for name in near)


def _places(site: Site, node: ast.expr, depth: int = _DEPTH) -> Iterator[ast.AST]:
    """The expressions or statements that a value stands in, element by element, by whatever names."""
    top: ast.AST = node
    while (above := site.module.parents.get(top)) is not None and is_elementwise(site, above):
        top = above
    target = above.targets[0] if isinstance(above, ast.Assign) else None
    if isinstance(target, ast.Name) and depth and sole_assignment(site, target.id) is above:
        for read in uses(site, target.id).reads:
            yield from _places(site, read, depth - 1)
    while isinstance(above, (ast.Assign, ast.AugAssign, ast.Call, ast.Attribute)):
        top, above = above, site.module.parents.get(above)
    yield top


def _made_of(site: Site, node: ast.AST, depth: int = _DEPTH) -> Iterator[ast.AST]:
    """The parts of an expression, and of those that its names are given."""
    for part in walk(node):
        yield part
        given = given_value(site, part) if isinstance(part, ast.Name) and depth else None
        if given is not None:
            yield from _made_of(site, given, depth - 1)


def _copied(site: Site, name: str) -> set[str]:
    """The arrays that a name begins as a copy of, or as large as."""
    given = [value_given(site, one) for one in uses(site, name).bindings]
    calls = [one for one in given if isinstance(one, ast.Call) and one.args]
    copies = [one.args[0] for one in calls if jax_name(site, one).rpartition(".")[2] in _COPYING]
    copies += [one.func.value for one in calls if getattr(one.func, "attr", "") == "copy"]  # type: ignore[attr-defined]
    return {one.id for one in copies if isinstance(one, ast.Name)}


def _operands(site: Site, mask: ast.expr, depth: int = _DEPTH) -> set[str]:
    """The names that a mask is made of, one element of one element."""
    if isinstance(mask, ast.Name):
        made = sole_assignment(site, mask.id) if depth else None
        return {mask.id} if made is None else {mask.id} | _operands(site, made.value, depth - 1)
    if not is_elementwise(site, mask):
        return set()
    parts = [part for part in children(mask) if isinstance(part, ast.expr)]
    return {name for part in parts for name in _operands(site, part, depth)}


def _met(site: Site, name: str) -> set[str]:
    """The names that stand beside one in a sum or product, as they are."""
    found: set[str] = set()
    for read in uses(site, name).reads:
        top: ast.AST = read
        while isinstance(site.module.parents.get(top), (ast.BinOp, ast.UnaryOp)):
            top = site.module.parents[top]
        names = {part.id for part in _factors(top) if isinstance(part, ast.Name)}
        found |= names if name in names else set()
    return found - {name}


def _factors(node: ast.AST) -> list[ast.AST]:
    if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.MatMult):
        return [*_factors(node.left), *_factors(node.right)]
    return _factors(node.operand) if isinstance(node, ast.UnaryOp) else [node]


def is_ordered(site: Site, mask: ast.expr, base: ast.expr) -> bool:
    """Does the mask compare the array itself by size, as is done with numbers and not with booleans?"""
    made = sole_assignment(site, mask.id) if isinstance(mask, ast.Name) else None
    parts = walk(mask if made is None else made.value)
    orders = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
    compared = [part for part in parts if isinstance(part, ast.Compare) and isinstance(part.ops[0], orders)]
    return isinstance(base, ast.Name) and any(base.id in _operands(site, part) for part in compared)


def asks_for_finite(site: Site, mask: ast.expr) -> bool:
    """Does a mask leave out NaNs or infinities?"""
    names = {mask.id} if isinstance(mask, ast.Name) else set()
    parts = [part for name in names for made in [sole_assignment(site, name)] if made for part in walk(made.value)]
    calls = [part for part in (*walk(mask), *parts) if isinstance(part, ast.Call)]
    compared = [part for part in (*walk(mask), *parts) if isinstance(part, ast.Compare)]
    same = any(ast.dump(one.left) == ast.dump(one.comparators[0]) for one in compared)  # of NaN, x == x is False
    return same or any(jax_name(site, call).rpartition(".")[2] in _OF_FINITE for call in calls)


def _is_same_name(site: Site, mask: ast.Name, base: ast.expr) -> bool:
    """Of one value, as nothing else is ever bound to it."""
    return isinstance(base, ast.Name) and mask.id == base.id and len(uses(site, mask.id).bindings) == 1
