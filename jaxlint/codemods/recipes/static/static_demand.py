"""Values of Python's arithmetic that end where JAX asks for a static number: a length, a shape, an axis."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import callee, method
from jaxlint.codemods.recipes.analysis.reaching import assigned_value
from jaxlint.codemods.recipes.static.static_names import made_static_parameter
from jaxlint.dataflow.scopes import binding_of, reads_of
from jaxlint.knowledge.api import lookup
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.value import Array, Traced, Unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site

_COMPUTED = (ast.Tuple, ast.List, ast.BinOp, ast.UnaryOp, ast.IfExp)
_CASTS = tuple(f"builtins.{name}" for name in ("int", "min", "max", "abs", "round"))


def static_instead(site: Site, node: ast.AST | None) -> Rewrite | None:
    """The parameters made static, where JAX's own arithmetic would give a tracer to what takes none."""
    if not isinstance(node, ast.expr) or not leads_to_static(site, node):
        return None
    return made_static_parameter(site, node)


def static_anyway(site: Site, test: ast.expr) -> Rewrite | None:
    """``if n > 1`` of a parameter that is made static anyway, as ``x.reshape(n, -1)`` asks for it."""
    names = [node for node in walk(test) if isinstance(node, ast.Name) and isinstance(site.value(node), Traced)]
    return made_static_parameter(site, test) if names and all(_is_demanded(site, one) for one in names) else None


def _is_demanded(site: Site, name: ast.Name) -> bool:
    binding = binding_of(site.module, name)
    if binding is None or not isinstance(binding.sole, ast.arg):
        return False
    asked = ("demanded", binding.scope, name.id)
    if asked not in site.facts:
        reads = reads_of(site.module, binding.scope, name.id)
        site.facts[asked] = any(leads_to_static(site, read) for read in reads)
    return site.facts[asked]  # type: ignore[no-any-return]


def leads_to_static(site: Site, node: ast.expr) -> bool:
    """It, or what Python computes from it, is asked for as a static number somewhere."""
    found = site.facts.get(("static", node))
    if found is None:
        site.facts["static", node] = False  # of a loop, this turn tells nothing
        found = site.facts["static", node] = _leads_to_static(site, node)
    return found


def _leads_to_static(site: Site, node: ast.expr) -> bool:
    parent = site.module.parents[node]
    if isinstance(parent, ast.Assign):
        return parent.value is node and any(leads_to_static(site, read) for read in _reads(site, parent))
    call = site.module.parents[parent] if isinstance(parent, ast.keyword) else parent
    if isinstance(call, ast.Call):
        name = callee(site, call)
        computed = name in _CASTS or name.startswith("math.")
        return must_be_static(site, call, node) or (computed and leads_to_static(site, call))
    return isinstance(parent, _COMPUTED) and leads_to_static(site, parent)


def _reads(site: Site, assignment: ast.Assign) -> list[ast.Name]:
    """Where the value is read by the name that it gets."""
    target = assignment.targets[0]
    binding = binding_of(site.module, target) if isinstance(target, ast.Name) else None
    if binding is None or not isinstance(target, ast.Name) or len(assignment.targets) > 1:
        return []
    reads = reads_of(site.module, binding.scope, target.id)
    return [read for read in reads if assigned_value(site, read) is assignment.value]


def must_be_static(site: Site, call: ast.Call, node: ast.expr) -> bool:
    """Is it the argument of a parameter that takes no tracer?"""
    receiver, name = method(call), callee(site, call)
    if not name and receiver is not None and isinstance(site.value(receiver[0]), (Traced, Array, Unknown)):
        name = f"jax.Array.{receiver[1]}"
    record = lookup(name)
    if record is None:
        return False
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    met = record.bind(len(call.args), [keyword.arg for keyword in call.keywords])
    return any(one is node and met[place] is not None and met[place].must_be_static for place, one in enumerate(given))  # type: ignore[union-attr]
