"""Which names and attributes are read on which line, by function: asked by the monitor and by the comparison."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Scope(NamedTuple):
    """A def or lambda as its code object names it: ``co_name`` and ``co_firstlineno``."""

    name: str
    line: int


class Place(NamedTuple):
    """``x`` or ``self.a.b``, read on one line of a function."""

    scope: Scope
    line: int
    text: str


def places(tree: ast.AST) -> Iterator[tuple[Place, ast.expr]]:
    """Every name and attribute chain that a function reads, with its node."""
    return _Walk().block(tree, None, frozenset())


class _Walk:
    """``hidden``: names that a comprehension or ``:=`` binds in the middle of a line."""

    def block(self, node: ast.AST, scope: Scope | None, hidden: frozenset[str]) -> Iterator[tuple[Place, ast.expr]]:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield from self._function(node, scope, hidden)
        elif isinstance(node, ast.ClassDef):
            for outer in (*node.decorator_list, *node.bases, *node.keywords):
                yield from self.block(outer, scope, hidden)
            for statement in node.body:
                yield from self.block(statement, None, hidden)
        elif isinstance(node, (ast.Name, ast.Attribute)) and scope is not None and (text := _chain(node)):
            if isinstance(node.ctx, ast.Load):
                yield from self._chain_places(node, scope, hidden, text)
        else:
            if isinstance(node, _COMPREHENSIONS):
                hidden |= {name for generator in node.generators for name in _names(generator.target)}
            elif isinstance(node, ast.expr):
                hidden |= {one.target.id for one in ast.walk(node) if isinstance(one, ast.NamedExpr)}
            for child in ast.iter_child_nodes(node):
                yield from self.block(child, scope, hidden)

    def _function(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, scope: Scope | None, hidden: frozenset[str]
    ) -> Iterator[tuple[Place, ast.expr]]:
        defaults = [default for default in (*node.args.defaults, *node.args.kw_defaults) if default is not None]
        decorators = [] if isinstance(node, ast.Lambda) else node.decorator_list
        for outer in (*decorators, *defaults):
            yield from self.block(outer, scope, hidden)
        own = Scope(getattr(node, "name", "<lambda>"), min([node.lineno, *(one.lineno for one in decorators)]))
        for inner in [node.body] if isinstance(node, ast.Lambda) else node.body:
            yield from self.block(inner, own, frozenset())

    def _chain_places(
        self, node: ast.expr, scope: Scope, hidden: frozenset[str], text: str
    ) -> Iterator[tuple[Place, ast.expr]]:
        while text.partition(".")[0] not in hidden:
            yield Place(scope, node.lineno, text), node
            if not isinstance(node, ast.Attribute):
                return
            node, text = node.value, text.rpartition(".")[0]


def _chain(node: ast.expr) -> str | None:
    """``a.b.c`` of names alone, else None."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else None


def _names(target: ast.expr) -> list[str]:
    return [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]
