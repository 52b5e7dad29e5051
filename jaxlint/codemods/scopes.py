"""Which names the functions around a place bind themselves, and so hide from what the module imports."""

from __future__ import annotations

import _ast

from jaxlint.syntax.binders import names_bound
from jaxlint.syntax.bindings import bindings_of
from jaxlint.syntax.guards import Guards
from jaxlint.syntax.once import once_a_scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module


class Around:
    """``hidden``: names that stand for something else there; ``imported``: dotted library name -> name bound there."""

    __slots__ = ("hidden", "imported")

    def __init__(self, module: Module, function: _ast.AST | None) -> None:
        self.hidden: set[str] = set()
        self.imported: dict[str, str] = {}
        guards = _guards(module.tree, module)
        scope = function
        while scope is not None:
            found = bindings_of(scope, guards)
            declared = _declared_outer(scope)
            for name, dotted in found.dotted.items():
                if name in self.hidden or name in declared:
                    continue
                self.hidden.add(name)
                if dotted is not None:
                    self.imported.setdefault(dotted, name)
            scope = module.function_of(scope)
        self.hidden |= _rebound(module.tree)


def around(module: Module, function: _ast.AST | None) -> Around:
    """Of one place."""
    known = _around(module.tree)
    if function not in known:
        known[function] = Around(module, function)
    return known[function]


@once_a_scope
def _around(_: _ast.Module) -> dict[_ast.AST | None, Around]:
    """By function; an edit elsewhere in the file that changes names counts for all."""
    return {}


@once_a_scope
def _guards(_: _ast.Module, module: Module) -> Guards:
    return Guards(module)


def _declared_outer(scope: _ast.AST) -> set[str]:
    body = getattr(scope, "body", [])
    statements = body if isinstance(body, list) else []
    return {name for node in statements if isinstance(node, (_ast.Global, _ast.Nonlocal)) for name in node.names}


_PLAIN = (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.ClassDef, _ast.Assign, _ast.AnnAssign, _ast.AugAssign)


@once_a_scope
def _rebound(tree: _ast.Module) -> set[str]:
    """Names of the module that a plain statement of it binds: where an import does so, too, nobody knows which."""
    return set(names_bound([statement for statement in tree.body if isinstance(statement, _PLAIN)]))
