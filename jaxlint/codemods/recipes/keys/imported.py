"""Names that modules take from one another."""

from __future__ import annotations

import ast
import os

from jaxlint.dataflow.scopes import scope_of
from jaxlint.project.search_path import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.project.project import Project
    from jaxlint.syntax.module import Module


class Elsewhere:
    """``aliases``: imports of the name itself; ``attributes``: ``module.name``."""

    __slots__ = ("aliases", "attributes")

    def __init__(self) -> None:
        self.aliases: list[ast.alias] = []
        self.attributes: list[ast.Attribute] = []


def uses_elsewhere(project: Project, module: Module, other: Module, name: str) -> Elsewhere | None:
    """How ``other`` gets at a top-level name of ``module``; None where that can't be told."""
    found = Elsewhere()
    if other is module or os.path.abspath(other.path) == os.path.abspath(module.path):
        return found
    for node in ast.walk(other.tree):
        if isinstance(node, ast.ImportFrom):
            source = other.home(node) or ""
            for alias in node.names:
                if _is(project, other, source, module):
                    if alias.name == "*":
                        return None
                    found.aliases += [alias] if alias.name == name else []
                elif _is(project, other, f"{source}.{alias.name}", module) and not _attributes(
                    other, alias.asname or alias.name, node, name, found
                ):
                    return None
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if _is(project, other, alias.name, module) and not _attributes(
                    other, alias.asname or alias.name, node, name, found
                ):
                    return None
    return found


def _attributes(other: Module, dotted: str, statement: ast.stmt, name: str, found: Elsewhere) -> bool:
    """Gather ``dotted.name``; False where the module itself is handed on."""
    first, *rest = dotted.split(".")
    home = scope_of(other, statement, first)
    for node in ast.walk(other.tree):
        if isinstance(node, ast.Name) and node.id == first and scope_of(other, node, first) is home:
            above: ast.AST = node
            for part in rest:
                parent = other.parents.get(above)
                if not isinstance(parent, ast.Attribute) or parent.attr != part:
                    break
                above = parent
            else:
                parent = other.parents.get(above)
                if not isinstance(parent, ast.Attribute) or not isinstance(node.ctx, ast.Load):
                    return False
                if parent.attr == name and parent not in found.attributes:
                    if not isinstance(parent.ctx, ast.Load):
                        return False
                    found.attributes.append(parent)
    return True


def _is(project: Project, other: Module, dotted: str, module: Module) -> bool:
    """Does ``dotted``, imported in the other module, mean the module?"""
    if dotted.rpartition(".")[2] != plain(module.name or "").rpartition(".")[2]:
        return False
    found = project.find(project.seen_from(other, dotted))
    return found is not None and os.path.abspath(found.path) == os.path.abspath(module.path)


def is_named(project: Project, name: str) -> bool:
    """Is it written in a string, by which ``getattr``, ``globals`` or ``mock.patch`` would find it?"""
    for module in project.mentioning(name):
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and not _is_public_list(module, node):
                said = node.value
                if said == name or said.endswith((f".{name}", f":{name}")):
                    return True
    return False


def _is_public_list(module: Module, node: ast.AST) -> bool:
    statement = module.statement_of(node)
    targets = getattr(statement, "targets", [getattr(statement, "target", None)])
    return any(getattr(target, "id", None) == "__all__" for target in targets)


def dotted_name(module: Module, node: ast.AST) -> str:
    """``jax.jit`` for ``jit`` or ``jax.jit``, as the imports at the top of the file say."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.insert(0, node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    bound = {name: dotted for dotted, name in module.imports.items()}
    return ".".join([bound.get(node.id, node.id), *parts])
