"""``and``, ``or``, ``not``, chained comparisons and ``in``, computed by JAX."""

from __future__ import annotations

import ast
from itertools import pairwise

from jaxlint.codemods.recipes.bindings import is_pure
from jaxlint.codemods.recipes.proof import callee, is_scalar, kind
from jaxlint.codemods.recipes.wording import atom, operand
from jaxlint.codemods.rewrite import Replace, Rewrite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SUMMARY = "compute the truth in place of asking for it"
_SYMBOLS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip


def logical(site: Site, owner: ast.AST) -> Rewrite | None:
    """The expression that asks, told without asking."""
    if isinstance(owner, ast.BoolOp):
        return _connected(site, owner)
    if isinstance(owner, ast.UnaryOp):
        level = "safe" if is_scalar(site, owner.operand) else "unsafe"
        text = f"{site.name_of('jax.numpy')}.logical_not({site.text(owner.operand)})"
        return Rewrite(level, _SUMMARY, [Replace(owner, text)])
    if not isinstance(owner, ast.Compare):
        return None
    if isinstance(owner.ops[0], (ast.In, ast.NotIn)) and len(owner.ops) == 1:
        return _member(site, owner)
    return _chain(site, owner)


def _connected(site: Site, node: ast.BoolOp) -> Rewrite:
    word, symbol = ("or", "|") if isinstance(node.op, ast.Or) else ("and", "&")
    booleans = all(kind(site, value) == "b" for value in node.values)
    scalars = all(is_scalar(site, value) for value in node.values)
    safe = scalars and (booleans or _is_only_tested(site, node)) and all(is_pure(site, value) for value in node.values)
    texts = [site.text(value) for value in node.values]
    if booleans:
        text = f" {symbol} ".join(atom(one) for one in texts)
    else:
        text = texts[0]
        for other in texts[1:]:
            text = f"{site.name_of('jax.numpy')}.logical_{word}({text}, {other})"
    return Rewrite("safe" if safe else "unsafe", _SUMMARY, [Replace(node, text)])


def _is_only_tested(site: Site, node: ast.expr) -> bool:
    """Nobody looks at which operand came out."""
    parent = site.module.parents[node]
    if isinstance(parent, (ast.If, ast.IfExp, ast.While, ast.Assert)):
        return parent.test is node
    if isinstance(parent, ast.Call) and callee(site, parent) == "jax.numpy.logical_not":
        return True  # what stood under `not` before that was mended
    return isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)


def _chain(site: Site, owner: ast.Compare) -> Rewrite | None:
    operands = [owner.left, *owner.comparators]
    if not all(is_pure(site, one) for one in operands[1:-1]) or not _SYMBOLS.keys() >= set(map(type, owner.ops)):
        return None
    texts = [operand(node, site.text(node)) for node in operands]
    parts = [
        f"({left} {_SYMBOLS[type(op)]} {right})" for (left, right), op in zip(pairwise(texts), owner.ops, strict=True)
    ]
    safe = all(is_scalar(site, one) for one in operands)
    return Rewrite("safe" if safe else "unsafe", _SUMMARY, [Replace(owner, " & ".join(parts))])


def _member(site: Site, node: ast.Compare) -> Rewrite | None:
    """``x in (1, 2)``."""
    choices = node.comparators[0]
    if not isinstance(choices, (ast.Tuple, ast.List, ast.Set)) or not choices.elts or not is_pure(site, node.left):
        return None
    inside = isinstance(node.ops[0], ast.In)
    symbol, join = ("==", " | ") if inside else ("!=", " & ")
    left = atom(site.text(node.left))
    text = join.join(f"({left} {symbol} {operand(one, site.text(one))})" for one in choices.elts)
    safe = is_scalar(site, node.left) and all(isinstance(one, ast.Constant) for one in choices.elts)
    return Rewrite("safe" if safe else "unsafe", _SUMMARY, [Replace(node, text)])
