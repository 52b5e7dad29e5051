"""``and``, ``or``, ``not``, chained comparisons and ``in``, computed by JAX."""

from __future__ import annotations

import ast
from itertools import pairwise

from jaxlint.codemods.recipes.bindings import is_pure
from jaxlint.codemods.recipes.proof import is_scalar, kind
from jaxlint.codemods.recipes.wording import atom
from jaxlint.codemods.rewrite import Replace, Rewrite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SUMMARY = "compute the truth in place of asking for it"


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
    return isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)


def _chain(site: Site, node: ast.Compare) -> Rewrite | None:
    operands = [node.left, *node.comparators]
    if not all(is_pure(site, operand) for operand in operands[1:-1]):
        return None
    text = site.module.source.text
    span = site.module.source.span
    parts = []
    for left, right in pairwise(operands):
        start, end = span(left).start, span(right).end
        parts.append(f"({text[start:end]})")
    safe = all(is_scalar(site, operand) for operand in operands)
    return Rewrite("safe" if safe else "unsafe", _SUMMARY, [Replace(node, " & ".join(parts))])


def _member(site: Site, node: ast.Compare) -> Rewrite | None:
    """``x in (1, 2)``."""
    choices = node.comparators[0]
    if not isinstance(choices, (ast.Tuple, ast.List, ast.Set)) or not choices.elts or not is_pure(site, node.left):
        return None
    inside = isinstance(node.ops[0], ast.In)
    symbol, join = ("==", " | ") if inside else ("!=", " & ")
    left = atom(site.text(node.left))
    text = join.join(f"({left} {symbol} {site.text(one)})" for one in choices.elts)
    safe = is_scalar(site, node.left) and all(isinstance(one, ast.Constant) for one in choices.elts)
    return Rewrite("safe" if safe else "unsafe", _SUMMARY, [Replace(node, text)])
