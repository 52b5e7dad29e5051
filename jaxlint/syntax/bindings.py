"""What the names of a scope are bound to: a dotted library name where imports, and nothing else, bind them."""

from __future__ import annotations

import _ast

from jaxlint.syntax.guards import Guards, tries_imports
from jaxlint.syntax.module import children

FUNCTIONS = (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.Lambda)
SCOPES = (*FUNCTIONS, _ast.ClassDef)


class Bindings:
    """``dotted``: name -> what it is imported from, or None where it may be something else; ``imports``: by which."""

    __slots__ = ("dotted", "imports")

    def __init__(self) -> None:
        self.dotted: dict[str, str | None] = {}
        self.imports: dict[str, _ast.alias] = {}

    def bind(self, name: str, dotted: str | None, alias: _ast.alias | None = None) -> None:
        known = self.dotted.get(name, dotted)
        self.dotted[name] = dotted if known == dotted else None
        if alias is not None:
            self.imports[name] = alias


def bindings_of(scope: _ast.AST, guards: Guards) -> Bindings:
    """The bindings that a module, class, function or lambda makes.  What only some JAX binds is not known."""
    found = Bindings()
    if isinstance(scope, FUNCTIONS):
        spec = scope.args
        extra = [one for one in (spec.vararg, spec.kwarg) if one is not None]
        for parameter in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs, *extra):
            found.bind(parameter.arg, None)
    body = getattr(scope, "body", [])
    stack = [(node, False) for node in (body if isinstance(body, list) else [body])]
    while stack:
        node, guarded = stack.pop()
        _bind(found, node, guarded)
        if isinstance(node, SCOPES):
            continue
        inside = guarded or tries_imports(node) or (isinstance(node, _ast.If) and guards.is_guard(node.test))
        stack.extend((child, inside) for child in children(node))
    return found


def _bind(found: Bindings, node: _ast.AST, guarded: bool) -> None:
    if isinstance(node, (_ast.Import, _ast.ImportFrom)):
        for bound, dotted, alias in imported(node):
            found.bind(bound, None if guarded else dotted, alias)
        return
    for name in _bound_otherwise(node):
        if name is not None:
            found.bind(name, None)


def _bound_otherwise(node: _ast.AST) -> list[str | None]:
    if isinstance(node, _ast.Name):
        return [] if isinstance(node.ctx, _ast.Load) else [node.id]
    if isinstance(node, (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.ClassDef)):
        return [node.name]
    if isinstance(node, (_ast.ExceptHandler, _ast.MatchAs, _ast.MatchStar)):
        return [node.name]
    if isinstance(node, _ast.MatchMapping):
        return [node.rest]
    return [*node.names] if isinstance(node, (_ast.Global, _ast.Nonlocal)) else []


def imported(node: _ast.Import | _ast.ImportFrom) -> list[tuple[str, str | None, _ast.alias]]:
    """(bound name, dotted name, alias) of an import; None for relative ones.  A star binds nothing that is known."""
    if isinstance(node, _ast.Import):
        return [
            (alias.asname, alias.name, alias)
            if alias.asname
            else (alias.name.partition(".")[0], alias.name.partition(".")[0], alias)
            for alias in node.names
        ]
    home = None if node.level else node.module
    return [
        (alias.asname or alias.name, f"{home}.{alias.name}" if home else None, alias)
        for alias in node.names
        if alias.name != "*"
    ]
