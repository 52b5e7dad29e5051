"""How often a loop can turn at the most, told from the text: ``jnp.minimum(n, 10)``, ``i < 100`` ..."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import is_plain, sole_assignment, uses
from jaxlint.codemods.recipes.analysis.proof import callee, is_array, kind, method
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.joining import static_type
from jaxlint.tracing.values.value import Const, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.codemods.site import Site

_LEAST = ("jax.numpy.minimum", "builtins.min")
_COUNTS = ("jax.numpy.sum", "jax.numpy.count_nonzero")
_CASTS = ("jax.numpy.astype", "jax.numpy.asarray", "jax.numpy.array", "jax.numpy.int32", "builtins.int")
_PLACES = ("jax.numpy.argmax", "jax.numpy.argmin")


def static_bound(site: Site, node: ast.expr) -> str | None:
    """The text of a static number that ``node`` can't exceed, or None."""
    if static_type(site.value(node)) == "int" and is_plain(node):
        settled = not isinstance(node, ast.Name) or len(uses(site, node.id).bindings) <= 1
        return site.text(node) if settled else None
    if isinstance(node, ast.Name):
        made = sole_assignment(site, node.id)
        named = made is not None and isinstance(made.targets[0], ast.Name)
        return static_bound(site, made.value) if made is not None and named else None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return static_bound(site, node.right)
    if not isinstance(node, ast.Call):
        return None
    name, arguments = callee(site, node), node.args
    receiver = method(node)
    if receiver is not None and not name and is_array(site, receiver[0]):
        name, arguments = f"jax.numpy.{receiver[1]}", [receiver[0], *arguments]
    return _bound_of_call(site, name, arguments, node)


def _bound_of_call(site: Site, name: str, arguments: list[ast.expr], node: ast.Call) -> str | None:
    keywords = {keyword.arg: keyword.value for keyword in node.keywords}
    if name in _LEAST and not keywords:
        return next((found for one in arguments if (found := static_bound(site, one)) is not None), None)
    if name == "jax.numpy.clip":
        upper = arguments[2] if len(arguments) > 2 else keywords.get("max")
        return None if upper is None else static_bound(site, upper)
    if name == "jax.random.randint":
        upper = arguments[3] if len(arguments) > 3 else keywords.get("maxval")
        return None if upper is None else static_bound(site, upper)
    if name in _CASTS and arguments:
        return static_bound(site, arguments[0])
    if keywords or len(arguments) != 1:
        return None
    counted = name in _COUNTS and (kind(site, arguments[0]) == "b" or name.endswith("nonzero"))
    if (counted or name in _PLACES) and is_array(site, arguments[0]) and is_plain(arguments[0]):
        return f"{site.text(arguments[0])}.size"
    return None


def turns_of(site: Site, loop: ast.While, entry: Callable[[str], Value]) -> str | None:
    """Of a ``while``: ``i < 100``, alone or beside other tests, with an ``i`` that each turn adds 1 to."""
    for part in _demanded(loop.test):
        if not (isinstance(part, ast.Compare) and isinstance(part.left, ast.Name) and len(part.ops) == 1):
            continue
        start, limit = entry(part.left.id), static_bound(site, part.comparators[0])
        counts = limit is not None and _counts(site, loop, part.left.id)
        if not counts or not isinstance(start, Const) or not isinstance(start.value, int):
            continue
        if isinstance(part.ops[0], (ast.Lt, ast.LtE)):
            spare = isinstance(part.ops[0], ast.LtE) - start.value
            return _plus(limit, spare) if limit is not None and spare else limit
    return None


def _plus(text: str, more: int) -> str:
    return str(int(text) + more) if text.isdigit() else f"{text} {'+' if more > 0 else '-'} {abs(more)}"


def _demanded(test: ast.expr) -> list[ast.expr]:
    """The tests that all must hold."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return [part for value in test.values for part in _demanded(value)]
    if isinstance(test, ast.BinOp) and isinstance(test.op, ast.BitAnd):
        return [*_demanded(test.left), *_demanded(test.right)]
    return [test]


def _counts(site: Site, loop: ast.While, name: str) -> bool:
    """``name += 1`` is all that the body does to it, in each turn."""
    inside = [one for statement in loop.body for one in walk(statement) if binds(one, name)]
    if len(inside) != 1:
        return False
    statement = site.module.statement_of(inside[0])
    if statement not in loop.body:
        return False
    if isinstance(statement, ast.AugAssign):
        return isinstance(statement.op, ast.Add) and ast.unparse(statement.value) == "1"
    return isinstance(statement, ast.Assign) and ast.unparse(statement.value) in (f"{name} + 1", f"1 + {name}")


def binds(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)
