"""Which of two places of a function may run after the other."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import LOOPS, runs_after
from jaxlint.syntax.binders import COMPREHENSIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_BLOCKS = ("body", "orelse", "finalbody")
_ENDS = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def may_follow(site: Site, first: ast.AST, second: ast.AST) -> bool:
    """Can ``second``, which stands below or to the right, run once ``first`` has, in the same turn of a loop?"""
    above = _ancestors(site, second)
    node = first
    while True:
        parent = site.module.parents[node]
        if parent in above:
            break
        if _ends(parent, node):
            return False
        node = parent
    other = above[above.index(parent) - 1] if above.index(parent) else second
    arms = _arm(parent, node), _arm(parent, other)
    return not isinstance(parent, (ast.If, ast.IfExp, ast.Match)) or "test" in arms or arms[0] == arms[1]


def _arm(choice: ast.AST, node: ast.AST) -> object:
    """The part of an if that holds a child; the test runs before all of them."""
    for field in ("test", "subject"):
        if getattr(choice, field, None) is node:
            return "test"
    for field in ("body", "orelse"):
        held = getattr(choice, field, None)
        if held is node or (isinstance(held, list) and node in held):
            return field
    return node


def _ends(parent: ast.AST, node: ast.AST) -> bool:
    """The block that holds a statement leaves the function, or the turn of a loop, at its end."""
    for field in _BLOCKS:
        block = getattr(parent, field, None)
        if isinstance(block, list) and node in block:
            return isinstance(block[-1], _ENDS)
    return False


def _ancestors(site: Site, node: ast.AST) -> list[ast.AST]:
    found = [node]
    while found[-1] in site.module.parents:
        found.append(site.module.parents[found[-1]])
    return found[1:]


def loops_around(site: Site, node: ast.AST) -> list[ast.AST]:
    """The loops and comprehensions that run it again within one call of the function, inner ones first."""
    found: list[ast.AST] = []
    below, current = node, site.module.parents.get(node)
    while current is not None and current is not site.function:
        once = isinstance(current, (ast.For, ast.AsyncFor)) and below in (current.iter, *current.orelse)
        first = isinstance(current, COMPREHENSIONS) and below is current.generators[0]
        if isinstance(current, LOOPS) and not once and not _leaves(current, node, site):
            found.append(current)
        if isinstance(current, COMPREHENSIONS) and not first:
            found.append(current)
        below, current = current, site.module.parents.get(current)
    return found


def _leaves(loop: ast.AST, node: ast.AST, site: Site) -> bool:
    """The block around the node, up to the loop, ends with return, raise or break."""
    current = node
    while current is not loop:
        parent = site.module.parents[current]
        if _ends(parent, current) and not isinstance(_last(parent, current), ast.Continue):
            return True
        current = parent
    return False


def _last(parent: ast.AST, node: ast.AST) -> ast.AST | None:
    blocks = [getattr(parent, field, None) for field in _BLOCKS]
    return next((block[-1] for block in blocks if isinstance(block, list) and node in block), None)


def bound_between(site: Site, bindings: list[ast.AST], first: ast.AST, second: ast.AST) -> bool:
    """On every way from one to the other a binding is passed; that of the first's own statement counts."""
    own, last = site.module.statement_of(first), site.module.statement_of(second)
    for binding in bindings:
        statement = site.module.statement_of(binding)
        if statement is None or isinstance(binding, ast.arg) or statement is last or isinstance(statement, LOOPS):
            continue
        below = statement is own or _position(statement) > _position(own)
        if below and runs_after(site, second, statement):
            return True
    return False


def _position(node: ast.AST | None) -> tuple[int, int]:
    return (getattr(node, "lineno", 0), getattr(node, "col_offset", 0))
