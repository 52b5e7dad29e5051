"""Both arms of a choice, and the choice made by JAX: ``jnp.where`` where they are light, ``lax.cond`` where not."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes import smoothness
from jaxlint.codemods.recipes.bindings import is_pure
from jaxlint.codemods.recipes.proof import aval, callee, is_scalar
from jaxlint.knowledge.api import is_elementwise
from jaxlint.syntax.module import walk
from jaxlint.tracing.aval import same_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


# What jit makes of Python's numbers.
_DEFAULTS = ({"bool"}, {"int32"}, {"float32"}, {"complex64"})


class Choice:
    """``text``: the chosen value; ``safe``: the same value, shape, dtype and gradient as Python's choice."""

    __slots__ = ("arms", "safe", "text")

    def __init__(self, text: str, safe: bool, arms: list[ast.expr]) -> None:
        self.text = text
        self.safe = safe
        self.arms = arms


def choose(site: Site, test: ast.expr, first: Choice, second: Choice, told: str | None = None) -> Choice:
    """``first if test else second``; ``told``: the test as it is to be said."""
    asked = told or site.text(test)
    arms = first.arms + second.arms
    safe = first.safe and second.safe and is_scalar(site, test) and _alike(site, arms)
    if all(is_light(site, arm) for arm in arms):
        text = f"{site.name_of('jax.numpy')}.where({asked}, {first.text}, {second.text})"
        return Choice(text, safe, arms)
    text = f"{site.name_of('jax.lax')}.cond({asked}, lambda: {first.text}, lambda: {second.text})"
    return Choice(text, False, arms)


def arm(site: Site, node: ast.expr) -> Choice:
    """One value to choose."""
    harmless = is_pure(site, node) and all(_is_tame(site, part) for part in walk(node))
    return Choice(site.text(node), harmless, [node])


def _is_tame(site: Site, node: ast.AST) -> bool:
    """No step whose gradient may be NaN where the other arm is taken."""
    if isinstance(node, ast.BinOp):
        divides = isinstance(node.op, ast.Div) and isinstance(node.right, ast.Constant)
        return divides or smoothness.smoothness(site, node, set(walk(node))) < smoothness.PARTIAL
    if isinstance(node, ast.Call):
        return smoothness.smoothness(site, node, set()) < smoothness.PARTIAL
    return True


def is_light(site: Site, node: ast.expr) -> bool:
    """Elementwise work only: cheaper to do than to avoid."""
    for part in walk(node):
        if isinstance(part, ast.Call):
            name = callee(site, part)
            known = is_elementwise(name) or name in ("jax.numpy.zeros_like", "jax.numpy.ones_like")
            if not known and getattr(part.func, "attr", None) not in ("astype", "conj"):
                return False
        if isinstance(part, (ast.MatMult, ast.Lambda, ast.ListComp, ast.Await)):
            return False
    return True


def _alike(site: Site, arms: list[ast.expr]) -> bool:
    """One shape, and one dtype, or numbers that give way to it."""
    avals = [aval(site, node) for node in arms]
    first = avals[0]
    if any(one.kind is None or one.kind != first.kind or not same_shape(one, first) for one in avals):
        return False
    dtypes = {one.dtype for one in avals if not one.weak}
    if any(one.weak for one in avals) and dtypes:
        return dtypes in _DEFAULTS  # a number that Python chose alone would not have become bfloat16
    return not dtypes or (len(dtypes) == 1 and None not in dtypes)
