"""Arms of an ``if`` that are one and the same statement but for one value in it."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.branches.ways import is_traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


def one_choice(site: Site, node: ast.If) -> tuple[ast.stmt, ast.expr, ast.IfExp] | None:
    """The statement of the first arm, the value in it that differs, and the choice that would stand there."""
    if len(node.body) != 1 or len(node.orelse) != 1:
        return None
    statement, other = node.body[0], node.orelse[0]
    if "\n" in site.text(statement):
        return None
    if isinstance(other, ast.If) and is_traced(site, other.test):
        further = one_choice(site, other)
        if further is None:
            return None
        place = _parting(statement, further[0])
        if place is None or place[1] is not further[1]:
            return None
        return statement, place[0], ast.IfExp(node.test, place[0], further[2])
    parts = _parting(statement, other)
    return None if parts is None else (statement, parts[0], ast.IfExp(node.test, *parts))


def _parting(one: ast.stmt, other: ast.stmt) -> tuple[ast.expr, ast.expr] | None:
    """The two values, where nothing else differs: what is stored in one place, or an argument of one call."""
    if isinstance(one, ast.Assign) and isinstance(other, ast.Assign):
        places = any(isinstance(target, (ast.Name, ast.Tuple, ast.List)) for target in one.targets)
        return None if places or not _same(one.targets, other.targets) else (one.value, other.value)
    if isinstance(one, ast.AugAssign) and isinstance(other, ast.AugAssign):
        alike = _same([one.target], [other.target]) and type(one.op) is type(other.op)
        return (one.value, other.value) if alike else None
    calls = [statement.value if isinstance(statement, ast.Expr) else None for statement in (one, other)]
    return _arguments(*calls)


def _arguments(one: ast.expr | None, other: ast.expr | None) -> tuple[ast.expr, ast.expr] | None:
    if not isinstance(one, ast.Call) or not isinstance(other, ast.Call) or not _same([one.func], [other.func]):
        return None
    if [keyword.arg for keyword in one.keywords] != [keyword.arg for keyword in other.keywords]:
        return None
    given, theirs = ([*call.args, *(keyword.value for keyword in call.keywords)] for call in (one, other))
    if len(one.args) != len(other.args):
        return None
    apart = [pair for pair in zip(given, theirs, strict=True) if not _same(pair[:1], pair[1:])]
    return apart[0] if len(apart) == 1 and not any(isinstance(part, ast.Starred) for part in apart[0]) else None


def _same(left: list[ast.expr] | tuple[ast.expr, ...], right: list[ast.expr] | tuple[ast.expr, ...]) -> bool:
    return [ast.dump(node) for node in left] == [ast.dump(node) for node in right]
