"""The test of a loop as one boolean of JAX's, computed without asking any part of it for its truth."""

from __future__ import annotations

import ast
from itertools import pairwise

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import is_pure
from jaxlint.codemods.recipes.analysis.certain import is_truth_array
from jaxlint.codemods.recipes.analysis.proof import aval, callee, kind
from jaxlint.codemods.recipes.analysis.reaching import given_value
from jaxlint.codemods.recipes.branches.membership import member
from jaxlint.codemods.recipes.wording.blame import code_at
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.record import Record
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_SYMBOLS = dict(zip(_ORDER, ("<", "<=", ">", ">=", "==", "!="), strict=True))


class Test(Record):
    """``text``: a scalar; ``tight``: it binds closer than ``&``; ``array``: certainly an array of booleans.

    ``asks``: the answer of some function, which will be a boolean.
    """

    text: str
    tight: bool
    array: bool
    asks: bool = False

    @property
    def operand(self) -> str:
        return self.text if self.tight else f"({self.text})"

    @property
    def line(self) -> str:
        """Fit for ``return`` and ``=``."""
        return f"({self.text})" if "\n" in self.text and not self.text.endswith((")", "]")) else self.text


def asked(site: Site, node: ast.expr) -> Test:
    """``node`` as something that ``lax.while_loop`` takes for a test."""
    if any(isinstance(part, (ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom)) for part in walk(node)):
        raise NoFix(f"{code_at(site, node)} assigns a name or awaits, which a JAX loop cannot do")
    if isinstance(node, ast.BoolOp):
        return joined(site, [asked(site, value) for value in node.values], isinstance(node.op, ast.And))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        whole = asked(site, node.operand)
        return Test(f"~{whole.operand}", True, True) if is_truth_array(site, node.operand) else inverted(site, whole)
    if isinstance(node, ast.Compare):
        return _compared(site, node)
    if isinstance(node, ast.Call) and callee(site, node) == "builtins.bool" and len(node.args) == 1:
        return asked(site, node.args[0])
    if isinstance(node, ast.BinOp) and _is_boolean(site, node):
        return _scalar(site, node, Test(site.text(node), False, True))
    text, known = site.text(node), kind(site, node)
    if known is None or known == "b":
        tight = not isinstance(node, (ast.IfExp, ast.Lambda, ast.BinOp))
        return _scalar(site, node, Test(text, tight, known == "b", isinstance(node, ast.Call)))
    return _scalar(site, node, Test(quote(site, "{} != 0", text), False, True))


def _is_boolean(site: Site, node: ast.expr) -> bool:
    """Comparisons, or names of such, joined by ``&`` and ``|``, or turned round by ``~``."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
        return _is_boolean(site, node.operand)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitAnd, ast.BitOr)):
        return _is_boolean(site, node.left) and _is_boolean(site, node.right)
    if isinstance(node, ast.Name):
        given = given_value(site, node)
        return given is not None and isinstance(site.value(given), Traced) and _is_boolean(site, given)
    return isinstance(node, ast.Compare) and isinstance(node.ops[0], _ORDER)


def joined(site: Site, parts: list[Test], all_of_them: bool = True) -> Test:
    """With ``&`` or ``|`` where all are booleans for certain."""
    if len(parts) == 1:
        return parts[0] if parts[0].array or parts[0].asks else Test(f"{parts[0].operand} != 0", False, True)
    if all(one.array for one in parts):
        return Test(f" {'&' if all_of_them else '|'} ".join([one.operand for one in parts]), False, True)
    word = quote(site, "jnp.logical_{}", "and" if all_of_them else "or")
    text = parts[0].text
    for one in parts[1:]:
        text = f"{word}({text}, {one.text})"
    return Test(text, True, True)


def inverted(site: Site, test: Test) -> Test:
    return Test(quote(site, "jnp.logical_not({})", test.text), True, True)


def opposite(site: Site, node: ast.Compare) -> Test:
    """``a != b`` for ``a == b``, which says the same of NaN; of other comparisons that is not so."""
    symbol = "!=" if isinstance(node.ops[0], ast.Eq) else "=="
    sides = [_side(site, one) for one in (node.left, node.comparators[0])]
    return _scalar(site, node, Test(f"{sides[0]} {symbol} {sides[1]}", False, True))


def _compared(site: Site, node: ast.Compare) -> Test:
    if not {type(op) for op in node.ops} <= set(_ORDER):
        if len(node.ops) == 1 and isinstance(node.ops[0], (ast.Is, ast.IsNot)):
            return Test(site.text(node), False, True)
        made = member(site, node)
        if made is not None:
            return Test(made[0], made[0].startswith(("jnp.isin", "~jnp.isin")), True)
        raise NoFix(f"{code_at(site, node)} uses `in` or `is`, which need a concrete value")
    operands = [node.left, *node.comparators]
    if len(node.ops) == 1:
        return _scalar(site, node, Test(site.text(node), False, True))
    if not all(is_pure(site, one) for one in operands[1:-1]):
        raise NoFix(f"a part of {code_at(site, node)} would be evaluated twice")
    texts = [_side(site, one) for one in operands]
    pairs = zip(pairwise(texts), node.ops, strict=True)
    return joined(site, [Test(f"{left} {_SYMBOLS[type(op)]} {right}", False, True) for (left, right), op in pairs])


def _side(site: Site, node: ast.expr) -> str:
    """Fit to stand beside a comparison."""
    looser = isinstance(node, (ast.Compare, ast.BoolOp, ast.IfExp, ast.Lambda))
    looser = looser or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
    return f"({site.text(node)})" if looser else site.text(node)


def _scalar(site: Site, node: ast.expr, test: Test) -> Test:
    """An array of one element has a truth, too."""
    shape = aval(site, node).shape
    if not isinstance(shape, tuple) or not shape:
        return test
    if any(isinstance(size, int) and size != 1 for size in shape):
        raise NoFix(f"{code_at(site, node)} is not a scalar")
    return Test(quote(site, "{}.reshape(())", test.text), True, test.array, test.asks)
