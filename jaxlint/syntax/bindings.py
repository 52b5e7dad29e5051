"""What the names of a scope are bound to: a dotted library name where imports, and nothing else, bind them."""

from __future__ import annotations

import _ast

from jaxlint.syntax.binders import FUNCTIONS, bound_by, parameters_of
from jaxlint.syntax.guards import Guards, tries_imports
from jaxlint.syntax.nodes import children

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
        for parameter in parameters_of(scope.args):
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
    if isinstance(node, _ast.alias):
        return  # its statement has bound it
    declared = node.names if isinstance(node, (_ast.Global, _ast.Nonlocal)) else [bound_by(node)]
    for name in declared:
        if name is not None:
            found.bind(name, None)


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
