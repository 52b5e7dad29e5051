"""All uses of a method, in all modules in view."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.keys import imported
from jaxlint.project.unseen import used_unseen
from jaxlint.tracing.values.value import UNKNOWN, BoundMethod, Function, Transformed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.syntax.module import Module

_HARMLESS_BASES = ("object", "equinox.Module", "flax.nnx.Module", "typing.NamedTuple")


def method_uses(
    site: Site, module: Module, cls: ast.ClassDef, function: ast.FunctionDef
) -> list[tuple[Module, ast.AST]] | None:
    """Where ``receiver.name`` means this very method; None where that is not certain, or nobody uses it."""
    name = function.name
    if name.startswith("__") or module.parents.get(cls) is not module.tree:
        return None
    if any(imported.dotted_name(module, base) not in _HARMLESS_BASES for base in cls.bases) or cls.keywords:
        return None
    if imported.is_named(site.project, name) or used_unseen(site.project, module, name):
        return None
    found: list[tuple[Module, ast.AST]] = []
    for other in site.project.mentioning(name):
        for node in ast.walk(other.tree):
            if isinstance(node, ast.ClassDef) and node is not cls and _inherits(node, cls.name):
                return None
            if isinstance(node, ast.Attribute) and node.attr == name:
                means = _means(site, other, cls, function, node)
                if means is None:
                    return None
                found += [(other, node)] if means else []
    return found or None


def _inherits(cls: ast.ClassDef, name: str) -> bool:
    return any(name in (getattr(base, "id", None), getattr(base, "attr", None)) for base in cls.bases)


def _means(
    site: Site, module: Module, cls: ast.ClassDef, function: ast.FunctionDef, node: ast.Attribute
) -> bool | None:
    """Is the attribute that method?  None: nobody knows."""
    value = site.value(node)
    while isinstance(value, (BoundMethod, Transformed)) and value.func is not UNKNOWN:
        value = value.func
    if isinstance(value, Function):
        return value.node is function
    if isinstance(node.value, ast.Name) and node.value.id == _own_name(module, node, cls):
        return True
    receiver = site.value(node.value)
    if getattr(getattr(receiver, "cls", None), "node", None) is cls:
        return True
    return None if value is UNKNOWN else False


def _own_name(module: Module, node: ast.AST, cls: ast.ClassDef) -> str | None:
    """``self``, inside a method of the class."""
    current: ast.AST | None = node
    while current is not None:
        above = module.parents.get(current)
        if isinstance(current, ast.FunctionDef) and above is cls and current.args.args:
            return current.args.args[0].arg
        current = above
    return None
