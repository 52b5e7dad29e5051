"""A key that is used twice, split before its first use."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.bindings import uses
from jaxlint.codemods.recipes.wording import spliced
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.tracing.value import Function, Library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import KeyReused

_SUMMARY = "split the key, so that each use has its own"
_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return)
_LIKELY = ("key", "rng", "seed")


def split_before(site: Site, event: KeyReused) -> Rewrite | None:
    """``key, subkey = jax.random.split(key)`` above the earlier of the two uses, which takes ``subkey``."""
    later, earlier = event.node, event.previous
    if event.previous_module is not event.module or site.module.function_of(earlier) is not site.function:
        return None
    argument = _key_argument(site, earlier, later, event.argument)
    statement = site.module.statement_of(earlier)
    if argument is None or not isinstance(statement, _SIMPLE) or _is_inside_expression(site, earlier, statement):
        return None
    seen = uses(site, argument.id)
    if (site.function is not None and not seen.bindings) or not _takes_one_key(site, earlier):
        return None
    subkey = free_name(site, "subkey")
    source = f"{split_line(site, argument.id, subkey)}\n{spliced(site, statement, {argument: subkey})}"
    return Rewrite("unsafe", _SUMMARY, [Replace([statement], source)])


def split_line(site: Site, key: str, subkey: str) -> str:
    return f"{key}, {subkey} = {site.name_of('jax.random')}.split({key})"


def free_name(site: Site, wanted: str) -> str:
    """A name that the function doesn't use, nor any scope inside it."""
    taken = {node.id for node in ast.walk(site.function or site.module.tree) if isinstance(node, ast.Name)}
    taken |= {node.arg for node in ast.walk(site.function or site.module.tree) if isinstance(node, ast.arg)}
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted}_{number}", number + 1
    return name


def _key_argument(site: Site, earlier: ast.AST, later: ast.AST, known: ast.AST | None) -> ast.Name | None:
    """The name that both calls are given for the key, as the earlier one has it."""
    wanted = {known.id} if isinstance(known, ast.Name) else {name.id for name in _names(later)}
    found = [name for name in _names(earlier) if name.id in wanted]
    if len(found) > 1:
        found = [name for name in found if any(word in name.id.lower() for word in _LIKELY)]
    return found[0] if len(found) == 1 else None


def _names(call: ast.AST) -> list[ast.Name]:
    """Arguments that are plain names."""
    if not isinstance(call, ast.Call):
        return []
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return [node for node in given if isinstance(node, ast.Name)]


def _is_inside_expression(site: Site, node: ast.AST, statement: ast.stmt) -> bool:
    """Inside a comprehension or a lambda, where a statement above does not help."""
    while node is not statement:
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)):
            return True
        node = site.module.parents[node]
    return False


def _takes_one_key(site: Site, call: ast.AST) -> bool:
    """Called as it is: under vmap the argument would be an array of keys."""
    callee = site.value(call.func) if isinstance(call, ast.Call) else None
    return isinstance(callee, Function) or (isinstance(callee, Library) and callee.name.startswith("jax.random."))
