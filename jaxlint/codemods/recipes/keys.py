"""A key that is used twice, split before its first use."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.bindings import runs_after, uses
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
    (subkey,) = subkey_names(site, statement, 1)
    source = f"{split_line(site, argument.id, [subkey])}\n{spliced(site, statement, {argument: subkey})}"
    return Rewrite("unsafe", _SUMMARY, [Replace([statement], source)])


def split_line(site: Site, key: str, subkeys: list[str]) -> str:
    """``key, subkey = jax.random.split(key)``."""
    count = f", {len(subkeys) + 1}" if len(subkeys) > 1 else ""
    return f"{key}, {', '.join(subkeys)} = {site.name_of('jax.random')}.split({key}{count})"


def subkey_names(site: Site, statement: ast.stmt, count: int) -> list[str]:
    """``subkey``, or others where there are several, or where the function still needs what that one holds."""
    nodes = list(ast.walk(site.function or site.module.tree))
    taken = {node.id for node in nodes if isinstance(node, ast.Name)} | {
        node.arg for node in nodes if isinstance(node, ast.arg)
    }
    names: list[str] = []
    number = 1
    while len(names) < count:
        name = "subkey" if count == number == 1 else f"subkey_{number}"
        if name not in taken or _is_spent(site, name, statement):
            names.append(name)
        number += 1
    return names


def _is_spent(site: Site, name: str, statement: ast.stmt) -> bool:
    """Nobody below the statement reads the name before it is bound again."""
    seen = uses(site, name)
    if seen.inner or _is_in_loop(site, statement) or any(isinstance(one, ast.arg) for one in seen.bindings):
        return False
    bound = [site.module.statement_of(binding) for binding in seen.bindings]
    below = [one for one in bound if one is not None and one.lineno >= statement.lineno]
    return all(
        read.lineno < statement.lineno or any(runs_after(site, read, one) for one in below) for read in seen.reads
    )


def _is_in_loop(site: Site, node: ast.AST | None) -> bool:
    while node is not None and node is not site.function:
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
            return True
        node = site.module.parents.get(node)
    return False


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
