"""The second ``where``: where a value is not taken, its steps of infinite slope are computed of a harmless number.

``where`` gives what it does not take a gradient of zeros, and zero times infinity is NaN.
https://docs.jax.dev/en/latest/faq.html#gradients-contain-nan-where-using-where
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis import smoothness
from jaxlint.codemods.recipes.analysis.bindings import is_pure
from jaxlint.codemods.recipes.analysis.proof import callee, constant
from jaxlint.codemods.recipes.masks.fills import harmless_for
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.wording import spliced
from jaxlint.knowledge.operations import operation
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.joining import aval_of
from jaxlint.tracing.values.value import Const, Static

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from jaxlint.codemods.site import Site

    Path = Sequence[tuple[str, bool]]  # texts of tests, and how they come out where the value is taken
    Guards = Callable[[ast.AST | None, ast.expr], Path]  # of a step, and what it is computed of

STEEP_THERE = "reverse-mode gradients can be NaN"
MAKERS = frozenset("zeros ones full zeros_like ones_like full_like array asarray arange".split())
_STEEP = frozenset("exp exp2 expm1 sinh cosh".split())  # overflow, and their derivatives with them
_BUILTINS = {"builtins.max": "jax.numpy.maximum", "builtins.min": "jax.numpy.minimum", "builtins.abs": "jax.numpy.abs"}
_MIRRORED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE,
}  # fmt: skip
_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
}  # fmt: skip
_WITHOUT_GRADIENT = ("b", "i")  # kinds of dtypes
_DIVIDING = (ast.Div, ast.Pow, ast.FloorDiv, ast.Mod)


def is_tame(site: Site, node: ast.AST) -> bool:
    """No step whose gradient may be NaN where another value is taken."""
    if isinstance(node, (ast.BinOp, ast.Call)) and aval_of(site.value(node)).kind in _WITHOUT_GRADIENT:
        return True
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Pow):
            return constant(site, node.right) in (1, 2)  # higher powers overflow
        known = isinstance(node.right, ast.Constant) or isinstance(site.value(node.right), (Const, Static))
        if isinstance(node.op, (ast.Div, ast.Mod)) and known:
            return True
        return smoothness.smoothness(site, node, set(walk(node))) < smoothness.PARTIAL
    if isinstance(node, ast.Call):
        name = step_of(site, node)
        short = name.rpartition(".")[2]
        if all(isinstance(site.value(one), (Const, Static)) for one in node.args) and not node.keywords:
            return True
        if name.startswith("jax.numpy.") and short in MAKERS:
            return True
        return short not in _STEEP and smoothness.smoothness(site, node, set()) < smoothness.PARTIAL
    return True


def step_of(site: Site, call: ast.Call) -> str:
    """What a call computes, as a fix of its own will have it: ``max(a, b)`` of tracers is ``jnp.maximum(a, b)``."""
    name = callee(site, call)
    if name in _BUILTINS and (len(call.args) > 1 or name == "builtins.abs"):
        return _BUILTINS[name]
    home, _, short = name.rpartition(".")
    return f"jax.numpy.{short}" if home in ("math", "numpy") else name


def doubled(site: Site, node: ast.expr, guards: Guards) -> str | None:
    """Its text, steep steps guarded; None where one takes no number that is known to be harmless."""
    steep = [part for part in walk(node) if not is_tame(site, part)]
    parts: dict[ast.AST, str] = {}
    for part in steep:
        if any(part in set(walk(operand)) for operand in parts):
            continue
        operand, number = operand_of(site, part)
        text = None if operand is None or not is_pure(site, operand) else doubled(site, operand, guards)
        if operand is None or text is None:
            return None
        parts[operand] = _guarded(site, text, number, guards(part, operand))
    return spliced(site, node, parts)


def doubled_by(site: Site, operator: ast.operator | None, value: ast.expr, guards: Guards) -> str | None:
    """The same of ``value`` in ``x op= value``, where there is an operator."""
    told = doubled(site, value, guards)
    if told is None or not isinstance(operator, _DIVIDING) or isinstance(value, ast.Constant):
        return told
    return _guarded(site, told, "1", guards(None, value)) if isinstance(operator, ast.Div) else None


def keeps_off(site: Site, step: ast.AST | None, operand: ast.expr, test: ast.expr, holds: bool) -> bool:
    """Is a step never steep where a test comes out so: is no divisor 0, no number under a root 0 or negative?

    ``step``: None for the division of ``x /= v``.
    """
    if not isinstance(test, ast.Compare) or len(test.ops) != 1:
        return False
    (left, right), operator = (test.left, test.comparators[0]), type(test.ops[0])
    if ast.dump(right) == ast.dump(operand):
        left, right, operator = right, left, _MIRRORED.get(operator, operator)
    bound = constant(site, right)
    if ast.dump(left) != ast.dump(operand) or not isinstance(bound, (int, float)):
        return False
    operator = operator if holds else _OPPOSITE.get(operator, operator)
    above = (operator is ast.Gt and bound >= 0) or (operator is ast.GtE and bound > 0)
    divides = step is None or (isinstance(step, ast.BinOp) and isinstance(step.op, ast.Div))
    return (divides and (above or (operator is ast.NotEq and bound == 0))) or (above and _is_steep_at_zero(site, step))


def _is_steep_at_zero(site: Site, step: ast.AST | None) -> bool:
    """There or below, and nowhere else: a logarithm or a root, but no ``arccos``, and no ``exp``."""
    if isinstance(step, ast.Call):
        poles = operation(step_of(site, step).rpartition(".")[2]).poles
        return bool(poles) and max(poles) <= 0
    exponent = constant(site, step.right) if isinstance(step, ast.BinOp) and isinstance(step.op, ast.Pow) else None
    return isinstance(exponent, (int, float)) and exponent < 1


def _guarded(site: Site, text: str, number: str, path: Path) -> str:
    for test, holds in reversed(path):
        text = quote(site, "jnp.where({}, {}, {})", test, *([text, number] if holds else [number, text]))
    return text


def operand_of(site: Site, step: ast.AST) -> tuple[ast.expr | None, str]:
    """What a steep step is computed of, and a number of which it is not steep."""
    if isinstance(step, ast.BinOp) and isinstance(step.op, ast.Div):
        return step.right, "1"
    if isinstance(step, ast.BinOp) and isinstance(step.op, ast.Pow):
        return step.left, "1"
    if isinstance(step, ast.Call) and len(step.args) == 1 and not step.keywords:
        number = harmless_for(callee(site, step))
        return step.args[0] if number is not None else None, f"{number or 0:g}"
    return None, ""
