"""Which names a function binds, where, and who reads them."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import is_array, jax_name, method
from jaxlint.dataflow.available import is_available
from jaxlint.dataflow.scopes import bindings_in, names_of, scope_of
from jaxlint.syntax.binders import COMPREHENSIONS
from jaxlint.syntax.nodes import children, executed, walk
from jaxlint.tracing.values.value import Container, Library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from jaxlint.codemods.site import Site


_PURE = ("jax.", "builtins.len", "builtins.abs", "builtins.range")
LOOPS = (ast.For, ast.AsyncFor, ast.While)
_MUTATORS = frozenset(
    """append extend insert pop popitem remove clear update setdefault add discard sort reverse appendleft
    popleft""".split()
)
_ENDS = frozenset(["append", "appendleft", "extend", "pop", "popitem", "popleft"])  # that nothing but a container has


class Uses:
    """All that happens to one name inside one function: its bindings, and its reads in source order."""

    __slots__ = ("bindings", "inner", "reads")

    def __init__(self) -> None:
        self.bindings: list[ast.AST] = []
        self.reads: list[ast.Name] = []
        self.inner = False  # mentioned in a nested scope, declared global, or deleted


def uses(site: Site, name: str) -> Uses:
    """Of the function around the site; at module level, of the module."""
    top = site.function or site.module.tree
    if ("uses", top, name) not in site.facts:
        site.facts["uses", top, name] = _uses(site, top, name)
    return site.facts["uses", top, name]  # type: ignore[no-any-return]


def _uses(site: Site, top: ast.AST, name: str) -> Uses:
    module = site.module
    found = Uses()
    found.bindings = [node for node in bindings_in(top, name) if isinstance(node, (ast.Name, ast.arg))]
    names = names_of(top)
    found.inner = name in names.declared
    for node in names.mentions.get(name, []):
        scope = scope_of(module, node, name)
        if isinstance(node.ctx, ast.Del) or (module.function_of(node) is not site.function and scope is top):
            found.inner = True
        elif isinstance(node.ctx, ast.Load) and module.function_of(node) is site.function and not _is_looped(scope):
            found.reads.append(node)
    found.bindings = [node for node in found.bindings if not isinstance(getattr(node, "ctx", None), ast.Del)]
    return found


def _is_looped(scope: ast.AST) -> bool:
    """A comprehension's own name."""
    return isinstance(scope, COMPREHENSIONS)


def sole_assignment(site: Site, name: str) -> ast.Assign | None:
    """The statement ``name = ...`` (or ``a, name = ...``) that alone binds a name read nowhere else."""
    seen = uses(site, name)
    if seen.inner or len(seen.bindings) != 1:
        return None
    statement = site.module.statement_of(seen.bindings[0])
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    # Not `a = (name := ...)`, which binds in its value.
    return statement if seen.bindings[0] in walk(statement.targets[0]) else None


def body_of(site: Site, statement: ast.stmt) -> list[ast.stmt]:
    """The list of statements that holds one."""
    parent = site.module.parents.get(statement)
    for field in ("body", "orelse", "finalbody"):
        body = getattr(parent, field, None)
        if isinstance(body, list) and statement in body:
            return body
    return []


def around(site: Site, node: ast.AST) -> list[ast.AST]:
    """The nodes around one, the innermost first, up to its function, which is not among them."""
    found = []
    above = site.module.parents.get(node)
    while above is not None and above is not site.function:
        found.append(above)
        above = site.module.parents.get(above)
    return found


def in_loop(site: Site, node: ast.AST) -> bool:
    """May it run more than once while its function does?"""
    return any(isinstance(above, LOOPS) for above in around(site, node))


def runs_after(site: Site, later: ast.AST, earlier: ast.stmt) -> bool:
    """``later`` lies in the same body as ``earlier``, or deeper, and below it: no path leads around ``earlier``."""
    body = body_of(site, earlier)
    node: ast.AST | None = later
    while node is not None and node not in body:
        node = site.module.parents.get(node)
    return isinstance(node, ast.stmt) and node is not earlier and body.index(node) > body.index(earlier)


def unchanged(
    site: Site, node: ast.AST, since: ast.AST, until: ast.AST, gone: Collection[ast.stmt | None] = ()
) -> bool:
    """No name in ``node`` is bound again or written into between two places: it may be evaluated at the later one.

    ``gone``: statements that will bind nothing.
    """
    names = names_in(node)
    return is_available(site.module, names, since, until, written_into(site, names), gone)


def written_into(site: Site, names: set[str]) -> list[ast.AST]:
    """Where the objects of these names change: ``x.a = ...``, ``x[i] = ...``, ``x.append(...)``."""
    top = site.function or site.module.tree
    if ("written", top) not in site.facts:
        site.facts["written", top] = _written(site, top)
    return [node for node, name in site.facts["written", top] if name in names]


def _written(site: Site, top: ast.AST) -> list[tuple[ast.AST, str | None]]:
    found: list[tuple[ast.AST, str | None]] = []
    for part in walk(top):
        if isinstance(part, ast.Call):
            receiver = mutated(site, part)
            found += [] if receiver is None else [(part, owner(receiver))]
        elif isinstance(part, (ast.Attribute, ast.Subscript)) and not isinstance(part.ctx, ast.Load):
            found.append((part, owner(part)))
    return found


def mutated(site: Site, call: ast.Call) -> ast.expr | None:
    """The list, dict, set or queue that a method changes."""
    receiver = method(call)
    if receiver is None or receiver[1] not in _MUTATORS:
        return None
    held = site.value(receiver[0])
    contains = isinstance(held, Container) or (receiver[1] in _ENDS and not isinstance(held, Library))
    return receiver[0] if contains else None


def owner(node: ast.AST) -> str | None:
    """``x`` of ``x.a[0]``."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def names_in(node: ast.AST) -> set[str]:
    found = {node.id} if isinstance(node, ast.Name) else set()
    for child in children(node):
        found |= names_in(child)
    return found


def is_pure(site: Site, node: ast.AST) -> bool:
    """Evaluating it twice, or later, gives the same: no walrus, no call but functions and methods of arrays."""
    if isinstance(node, (ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom, ast.Lambda)):
        return False
    if isinstance(node, ast.Call) and not jax_name(site, node).startswith(_PURE):
        receiver = method(node)
        if receiver is None or not is_array(site, receiver[0]):
            return False
    return all(is_pure(site, child) for child in children(node))


def is_plain(node: ast.AST) -> bool:
    """So cheap that it may be written twice: a name, an attribute of one, a constant."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, (ast.Name, ast.Constant))


def written_in_place(statements: list[ast.stmt]) -> set[str]:
    """The names of arrays and dicts of which an item is bound."""
    parts = [part for part in executed(statements) if isinstance(part, ast.Subscript)]
    return {name for part in parts if isinstance(part.ctx, ast.Store) for name in names_in(part.value)}


def try_around(site: Site, node: ast.AST) -> ast.Try | None:
    """The ``try`` whose handlers stand by when ``node`` runs."""
    below, above = node, site.module.parents.get(node)
    while above is not None and above is not site.function:
        if isinstance(above, ast.Try) and above.handlers and below in above.body:
            return above
        below, above = above, site.module.parents.get(above)
    return None
