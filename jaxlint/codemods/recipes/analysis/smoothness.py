"""What an elementwise step does to numbers that a mask leaves out: do they stay harmless in gradients?

The reduction ignores them, but its gradient multiplies a zero by the step's derivative there: 0 * inf is NaN.
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import in_loop, uses
from jaxlint.codemods.recipes.analysis.formulas import formula_of
from jaxlint.codemods.recipes.analysis.proof import callee, constant, is_array, is_scalar, kind, method
from jaxlint.codemods.recipes.analysis.reaching import given_value, value_given
from jaxlint.knowledge import api
from jaxlint.knowledge.operations import LINEAR, PRODUCT, SINGULAR, operation
from jaxlint.syntax.nodes import children, walk
from jaxlint.tracing.values.value import Traced, Unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

PARTIAL = SINGULAR  # or not known to be better

FILLED = ("jax.numpy.ones_like", "jax.numpy.zeros_like", "jax.numpy.full_like")
_NEAR_METHODS = frozenset(["clip", "round"])
_LINEAR_METHODS = frozenset(["astype", "conj", "conjugate"])


def is_elementwise(site: Site, node: ast.AST) -> bool:
    """Does the node work on each element of its operands on its own?"""
    if isinstance(node, ast.UnaryOp):
        return not isinstance(node.op, ast.Not)
    if isinstance(node, ast.BinOp):
        return not isinstance(node.op, ast.MatMult)
    if isinstance(node, ast.Compare):
        return len(node.ops) == 1 and not isinstance(node.ops[0], (ast.Is, ast.IsNot, ast.In, ast.NotIn))
    if not isinstance(node, ast.Call) or not all(is_scalar(site, one.value) for one in node.keywords):
        return False
    name, receiver = callee(site, node), method(node)
    if receiver is not None and not name and receiver[1] in (*_LINEAR_METHODS, *_NEAR_METHODS):
        return receiver[1] in _LINEAR_METHODS or (
            is_array(site, receiver[0]) and all(is_scalar(site, one) for one in node.args)
        )
    if name == "jax.numpy.where" and len(node.args) != 3:
        return False
    return api.is_elementwise(name) or name in FILLED or (not name and is_formula(site, node))


def is_formula(site: Site, call: ast.AST, depth: int = 3) -> bool:
    """A call of a user's function all of whose steps work on each element."""
    formula = formula_of(site, call) if depth else None
    return formula is not None and all(_is_step(site, part, formula.names, depth) for part in formula.parts)


def _is_step(site: Site, node: ast.expr, names: set[str], depth: int) -> bool:
    if isinstance(node, ast.Name) and node.id in names:
        return True
    if isinstance(node, (ast.Name, ast.Constant, ast.Attribute)):
        return is_scalar(site, node)
    if not callee(site, node) and is_formula(site, node, depth - 1):
        operands = node.args  # type: ignore[attr-defined]
    elif isinstance(node, ast.Call) and not api.is_elementwise(callee(site, node)):
        receiver = method(node)
        if receiver is None or receiver[1] not in _LINEAR_METHODS:
            return False
        operands = [receiver[0]]
    elif is_elementwise(site, node):
        parts = node.args if isinstance(node, ast.Call) else children(node)
        operands = [one for one in parts if isinstance(one, ast.expr)]
    else:
        return False
    return all(_is_step(site, one, names, depth) for one in operands)


def smoothness(site: Site, node: ast.AST, selected: set[ast.AST]) -> int:
    """The worst that one elementwise step can do; ``selected``: the nodes that stand for masked values."""
    if isinstance(node, (ast.UnaryOp, ast.Compare, ast.Subscript, ast.Attribute)):
        return LINEAR
    if isinstance(node, ast.BinOp):
        return _of_operator(site, node, selected)
    assert isinstance(node, ast.Call)
    if not callee(site, node) and is_formula(site, node):
        return max([smoothness(site, step, inner) for step, inner in formula_steps(site, node)], default=LINEAR)
    name = callee(site, node).rpartition(".")[2] or getattr(node.func, "attr", "")
    if name in _LINEAR_METHODS:
        return LINEAR
    known = operation(name).gradient
    return PARTIAL if known is None else known


def formula_steps(site: Site, call: ast.AST) -> list[tuple[ast.expr, set[ast.AST]]]:
    """The steps of a formula, each with all nodes that may stand for values."""
    formula = formula_of(site, call)
    parts = [] if formula is None else formula.parts
    inner = values_in(parts)
    return [(step, inner) for part in parts for step in steps_in(part)]


def values_in(parts: list[ast.expr]) -> set[ast.AST]:
    return {below for part in parts for below in walk(part) if not isinstance(below, ast.Constant)}


def steps_in(part: ast.expr) -> list[ast.expr]:
    """All operations of an expression."""
    return [below for below in walk(part) if isinstance(below, (ast.UnaryOp, ast.BinOp, ast.Compare, ast.Call))]


def _of_operator(site: Site, node: ast.BinOp, selected: set[ast.AST]) -> int:
    if isinstance(node.op, (ast.Add, ast.Sub, ast.BitAnd, ast.BitOr, ast.BitXor)):
        return LINEAR
    if isinstance(node.op, ast.MatMult):
        return PRODUCT
    if isinstance(node.op, ast.Mult) or (isinstance(node.op, ast.Div) and node.right not in selected):
        # The other factor has a gradient of its own, which takes in what was masked.
        others = [one for one in (node.left, node.right) if one not in selected]
        return PRODUCT if not others or isinstance(site.value(others[0]), (Traced, Unknown)) else LINEAR
    power = constant(site, node.right)
    if isinstance(node.op, ast.Pow) and isinstance(power, int) and power >= 1:
        return PRODUCT
    return PARTIAL


def is_tame_before(site: Site, node: ast.AST, depth: int = 4) -> bool:
    """No step in view that leads to a masked array has an infinite derivative somewhere.

    Where a mask selects nothing, un-jitted JAX cuts the gradient off before that step; a masked sum does not.
    """
    found = site.facts.get(("tame", node, depth))
    if found is None:
        found = site.facts["tame", node, depth] = _is_tame_before(site, node, depth)
    return found


def _is_tame_before(site: Site, node: ast.AST, depth: int) -> bool:
    for part in walk(node):
        given = _values(site, part) if isinstance(part, ast.Name) and depth else []
        if not all(is_tame_before(site, value, depth - 1) for value in given):
            return False
        if kind(site, part) in ("f", "c", None) and _is_singular(site, part):
            return False
    return True


def _is_singular(site: Site, node: ast.AST) -> bool:
    """One step that has no finite derivative somewhere."""
    if isinstance(node, ast.Call):
        name = callee(site, node).rpartition(".")[2] or getattr(node.func, "attr", "")
        return operation(name).gradient == SINGULAR
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, (ast.Div, ast.Pow)):
        return False
    right = constant(site, node.right)
    if isinstance(node.op, ast.Div):
        return right is None
    return not isinstance(right, (int, float)) or right < 0 or right % 1 != 0


def _values(site: Site, name: ast.Name) -> list[ast.expr]:
    """What a name may have been given."""
    given = given_value(site, name)
    if given is not None:
        return [given]
    again = in_loop(site, name)
    bindings = [one for one in uses(site, name.id).bindings if again or getattr(one, "lineno", 0) < name.lineno]
    return [value for value in (value_given(site, one) for one in bindings) if value is not None]
