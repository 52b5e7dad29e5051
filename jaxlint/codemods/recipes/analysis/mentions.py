"""Where a function is spoken of by name, in all files in view."""

from __future__ import annotations

import ast

from jaxlint.dataflow.scopes import binding_of
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.value import BoundMethod, Function, Transformed, Unknown, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.syntax.module import Module


def mentions(site: Site, function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[tuple[Site, ast.expr]]:
    """Names and attributes that are the function, or may be it, each with the place that it stands in."""
    if ("mentions", function) not in site.facts:
        site.facts["mentions", function] = _mentions(site, function)
    return site.facts["mentions", function]  # type: ignore[no-any-return]


def _mentions(site: Site, function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[tuple[Site, ast.expr]]:
    found: list[tuple[Site, ast.expr]] = []
    is_method = isinstance(site.module.parents[function], ast.ClassDef)
    for module in site.project.mentioning(function.name):
        for node in walk(module.tree):
            named = isinstance(node, ast.Name) and node.id == function.name and _means(module, node, function)
            if named or (isinstance(node, ast.Attribute) and node.attr == function.name):
                assert isinstance(node, ast.expr)
                value = site.value(node)
                if _inner(value) is function or (isinstance(value, Unknown) and (named or is_method)):
                    found.append((site.at(module, module.function_of(node)), node))
    return found


def _means(module: Module, name: ast.Name, function: ast.AST) -> bool:
    """May the name stand for the function there?"""
    binding = binding_of(module, name) if isinstance(name.ctx, ast.Load) else None
    return binding is not None and (
        function in binding.nodes or any(isinstance(one, ast.alias) for one in binding.nodes)
    )


def _inner(value: Value) -> ast.AST | None:
    while isinstance(value, (Transformed, BoundMethod)):
        value = value.func
    return value.node if isinstance(value, Function) else None
