"""Definite assignment: which names a run of statements needs from before, and which it binds on every way."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.scopes import COMPREHENSIONS, FUNCTIONS
from jaxlint.syntax.module import children, walk

_SCOPES = (*FUNCTIONS, ast.ClassDef, *COMPREHENSIONS)
_LEAVING = (ast.Return, ast.Raise, ast.Break, ast.Continue)


class Flow:
    """Statements in the order they run.

    ``needed``: name -> its first read that may see a value from before; ``stored``: name -> its bindings;
    ``bound``: names that are bound on every way through.
    """

    __slots__ = ("bound", "needed", "stored")

    def __init__(self, statements: list[ast.stmt]) -> None:
        self.needed: dict[str, ast.AST] = {}
        self.stored: dict[str, list[ast.AST]] = {}
        self.bound: set[str] = set()
        self._run(statements)

    def _run(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        if isinstance(node, (ast.If, ast.While)):
            self._visit(node.test)
            self._fork(node.body, node.orelse, loop=isinstance(node, ast.While))
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            self._visit(node.iter)
            before = set(self.bound)
            self._visit(node.target)
            self._fork(node.body, node.orelse, loop=True)
            self.bound &= before
        elif isinstance(node, ast.Try):
            self._any_order(node)
        elif isinstance(node, ast.Match):
            self._cases(node)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            self._visit(node)
            self._store(node.name, node)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                self._visit(item)
            self._run(node.body)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                self._store((alias.asname or alias.name).partition(".")[0], alias)
        else:
            self._simple(node)

    def _simple(self, node: ast.stmt) -> None:
        """The value runs before the target."""
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            self._need(node.target.id, node.target)
        value = getattr(node, "value", None)
        if isinstance(value, ast.AST):
            self._visit(value)
        for child in children(node):
            if child is not value:
                self._visit(child)

    def _fork(self, first: list[ast.stmt], second: list[ast.stmt], loop: bool) -> None:
        before = set(self.bound)
        self._run(first)
        one, self.bound = self.bound, set(before)
        self._run(second)
        if loop:
            self.bound = before
        elif always_leaves(first):
            return
        elif always_leaves(second):
            self.bound = one
        else:
            self.bound &= one

    def _cases(self, node: ast.Match) -> None:
        """Nothing is bound for certain."""
        self._visit(node.subject)
        before = set(self.bound)
        for case in node.cases:
            self.bound = set(before)
            for part in walk(case.pattern):
                if isinstance(part, (ast.MatchAs, ast.MatchStar)) and part.name:
                    self._store(part.name, part)
                elif isinstance(part, ast.expr):
                    self._visit(part)
            if case.guard is not None:
                self._visit(case.guard)
            self._run(case.body)
        self.bound = before

    def _any_order(self, node: ast.Try) -> None:
        """What any part reads is needed, and nothing is bound for certain."""
        before = set(self.bound)
        for part in children(node):
            for child in [part] if isinstance(part, (ast.stmt, ast.expr)) else children(part):
                self.bound = set(before)
                self._statement(child) if isinstance(child, ast.stmt) else self._visit(child)
        for part in walk(node):
            if isinstance(part, ast.ExceptHandler) and part.name:
                self._store(part.name, part)
        self.bound = before

    def _visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Store):
                self._store(node.id, node)
            else:
                self._need(node.id, node)
        elif isinstance(node, ast.NamedExpr):
            self._visit(node.value)
            self._visit(node.target)
        elif isinstance(node, _SCOPES):
            self._nested(node)
        else:
            for child in children(node):
                self._visit(child)

    def _nested(self, scope: ast.AST) -> None:
        """A scope of its own: what it reads and doesn't bind itself comes from here."""
        parts = walk(scope)
        own = {part.arg for part in parts if isinstance(part, ast.arg)}
        own |= {part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
        for part in parts:
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load) and part.id not in own:
                self._need(part.id, part)
            if isinstance(part, ast.NamedExpr) and isinstance(scope, COMPREHENSIONS):
                self._store(part.target.id, part.target)

    def _need(self, name: str, node: ast.AST) -> None:
        if name not in self.bound:
            self.needed.setdefault(name, node)

    def _store(self, name: str, node: ast.AST) -> None:
        self.bound.add(name)
        self.stored.setdefault(name, []).append(node)


def always_leaves(statements: list[ast.stmt]) -> bool:
    """No way comes out at the end."""
    for node in statements:
        if isinstance(node, _LEAVING):
            return True
        if isinstance(node, ast.If) and always_leaves(node.body) and always_leaves(node.orelse):
            return True
        if isinstance(node, (ast.With, ast.AsyncWith)) and always_leaves(node.body):
            return True
    return False


def own_parts(statements: list[ast.stmt]) -> list[ast.AST]:
    """All nodes below, those of nested functions and classes not counted."""
    found: list[ast.AST] = list(statements)
    for node in found:
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            found.extend(children(node))
    return found
