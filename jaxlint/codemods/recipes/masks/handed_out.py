"""What becomes of a selection that a function hands out: do its callers in view notice what stays in the array?"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import sole_assignment, uses
from jaxlint.codemods.recipes.analysis.mentions import mentions
from jaxlint.codemods.recipes.analysis.proof import jax_name, method
from jaxlint.codemods.rewrite import Rewrite
from jaxlint.diagnostic import SUGGESTION, UNSAFE, Level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Replace
    from jaxlint.codemods.site import Site

CAVEAT = "; callers would count these as selected"
# Zeros more or less make no difference to them.
_SUMS = frozenset(["sum", "any", "count_nonzero", "nansum", "norm"])
_THROUGH = frozenset(["abs", "absolute", "square", "sqrt", "negative", "astype"])
_WRAPPERS = ("jax.jit", "jax.vmap", "jax.checkpoint", "jax.remat")
_DEPTH = 4


def handed_out(site: Site, summary: str, replacements: list[Replace], zeros: bool = False) -> Rewrite:
    """A fix whose function returns more elements than before; ``zeros``: those to spare are 0."""
    level = _level(site, zeros, _DEPTH)
    return Rewrite(level, summary + (CAVEAT if level == SUGGESTION else ""), replacements)


def _level(site: Site, zeros: bool, depth: int) -> Level:
    function = site.function
    if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return UNSAFE
    for other, read in mentions(site, function):
        call = _call_of(other, read)
        if call is not None and (depth == 0 or not _is_harmless(other, call, zeros, depth)):
            return SUGGESTION
    return UNSAFE


def _call_of(site: Site, read: ast.expr) -> ast.expr | None:
    """The call whose result it is about; the read itself where that can't be told, None where nobody looks."""
    parent = site.module.parents[read]
    if isinstance(parent, ast.Call):
        if parent.func is read:
            return parent
        if jax_name(site, parent) in _WRAPPERS and parent.args[:1] == [read]:
            return _call_of(site, parent)
    if isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Name):
        return None if not uses(site, parent.targets[0].id).reads else read
    return read


def _is_harmless(site: Site, node: ast.expr, zeros: bool, depth: int) -> bool:
    """Nobody looks at it, or all that is asked of it, zeros leave alone."""
    parent = site.module.parents[node]
    if isinstance(parent, ast.Expr):
        return True
    if isinstance(parent, ast.Return):
        return _level(site, zeros, depth - 1) == UNSAFE
    if not zeros:
        return False
    if isinstance(parent, ast.Attribute):
        call = site.module.parents[parent]
        made = method(call)
        if made is None or not isinstance(call, ast.Call) or made[0] is not node:
            return False
        return made[1] in _SUMS or (made[1] in _THROUGH and _is_harmless(site, call, zeros, depth))
    if isinstance(parent, ast.Call) and parent.args[:1] == [node]:
        package, _, name = jax_name(site, parent).rpartition(".")
        if package not in ("jax.numpy", "jax.numpy.linalg", "builtins"):
            return False
        return name in _SUMS or (name in _THROUGH and _is_harmless(site, parent, zeros, depth))
    if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, (ast.USub, ast.UAdd)):
        return _is_harmless(site, parent, zeros, depth)
    if isinstance(parent, ast.BinOp) and isinstance(parent.op, (ast.Mult, ast.Pow)) and parent.left is node:
        scaled = isinstance(parent.right, ast.Constant) and parent.right.value != 0
        return scaled and _is_harmless(site, parent, zeros, depth)
    if isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Name):
        name = parent.targets[0].id
        alone = sole_assignment(site, name) is parent
        return alone and all(_is_harmless(site, read, zeros, depth) for read in uses(site, name).reads)
    return False
