"""Arrays of sizes made with jnp, made with NumPy, which keeps them static: ``tuple(np.array(x.shape) // 2)``."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import callee, kind, method
from jaxlint.codemods.recipes.analysis.reaching import assigned_value
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.dataflow.scopes import binding_of, reads_of
from jaxlint.diagnostic import safe_if
from jaxlint.knowledge.api import has_twin
from jaxlint.syntax.nodes import children, walk
from jaxlint.tracing.values.joining import first_traced
from jaxlint.tracing.values.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SUMMARY = "compute it with NumPy"
_METHODS = frozenset("prod sum max min astype cumsum item tolist mean".split())
_MAKERS = ("jax.numpy.array", "jax.numpy.asarray", "jax.numpy.arange", "jax.numpy.ones", "jax.numpy.full")
_DEPTH = 4


def made_in_numpy(site: Site, node: ast.expr) -> Rewrite | None:
    """Every JAX function that made the value, as NumPy's; None where one has no twin, or something is really traced."""
    functions = _functions(site, node, _DEPTH)
    if not functions:
        return None
    calls = [site.module.parents[function] for function in functions]
    exact = all(kind(site, call) in ("i", "b") for call in calls)
    texts = {
        function: quote(site, "np.{}", callee(site, call)[10:]) for function, call in zip(functions, calls, strict=True)
    }
    level = safe_if(exact and _is_private(site, node))
    return Rewrite(level, _SUMMARY, [Replace(function, text) for function, text in texts.items()])


def _functions(site: Site, node: ast.AST, depth: int) -> list[ast.expr] | None:
    """The names of the JAX functions that an expression calls, those behind local names with them."""
    if first_traced([site.value(node)]) is None and not isinstance(node, (ast.Slice, ast.Tuple, ast.keyword)):
        return []
    if isinstance(node, ast.Name):
        return _behind(site, node, depth)
    found: list[ast.expr] = []
    parts = children(node)
    if isinstance(node, ast.Call):
        dotted = callee(site, node)
        receiver = method(node)
        if dotted in _MAKERS or (dotted.startswith("jax.numpy.") and has_twin("numpy" + dotted[9:])):
            found.append(node.func)
        elif receiver is not None and receiver[1] in _METHODS:
            found += _functions(site, receiver[0], depth) or []
        elif not dotted.startswith("builtins."):
            return None
        parts = [*node.args, *node.keywords]
    for part in parts:
        below = _functions(site, part, depth)
        if below is None:
            return None
        found += [function for function in below if function not in found]
    return found


def _behind(site: Site, name: ast.Name, depth: int) -> list[ast.expr] | None:
    value = first_traced([site.value(name)])
    if value is None:
        return []
    given = assigned_value(site, name)
    if not isinstance(value, Traced) or not value.staged or given is None or not depth:
        return None
    return _functions(site, given, depth - 1)


def _is_private(site: Site, node: ast.expr) -> bool:
    """No local name on the way is read anywhere else."""
    for name in walk(node):
        if not isinstance(name, ast.Name):
            continue
        given, binding = assigned_value(site, name), binding_of(site.module, name)
        if given is None or binding is None:
            continue
        if len(reads_of(site.module, binding.scope, name.id)) > 1 or not _is_private(site, given):
            return False
    return True
