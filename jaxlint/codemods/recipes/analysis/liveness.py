"""Liveness: which names a piece of code reads from outside, which it binds, and which are still read after it."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import LOOPS
from jaxlint.codemods.recipes.analysis.scopes import COMPREHENSIONS, FUNCTIONS
from jaxlint.syntax.module import children, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from jaxlint.codemods.site import Site

_TRIES = (ast.Try, ast.TryStar)
_JUMPS = (ast.Break, ast.Continue)


def free(node: ast.AST) -> set[str]:
    """The names that a piece of code may read from around it; a function reads what its body does."""
    if isinstance(node, ast.Name):
        return {node.id} if isinstance(node.ctx, ast.Load) else set()
    if isinstance(node, FUNCTIONS):
        body = node.body if isinstance(node.body, list) else [node.body]
        own = {arg.arg for arg in walk(node.args) if isinstance(arg, ast.arg)} | set(stored(body))
        outer = [node.args, *getattr(node, "decorator_list", ())]
        return (_union(map(free, body)) - (own - _declared(node))) | _union(map(free, outer))
    found = _union(map(free, children(node)))
    if isinstance(node, COMPREHENSIONS):
        return found - {name for part in node.generators for name in stored([part.target])}
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        found.add(node.target.id)
    return found


def stored(nodes: Iterable[ast.AST]) -> list[str]:
    """The names that statements bind, in source order; nested functions and comprehensions have their own."""
    found: dict[str, None] = {}
    for node in nodes:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found[node.id] = None
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found[node.name] = None
        elif isinstance(node, ast.alias):
            found[(node.asname or node.name).split(".")[0]] = None
        elif isinstance(node, ast.ExceptHandler) and node.name:
            found[node.name] = None
        if isinstance(node, COMPREHENSIONS):
            walruses = [part.target for part in walk(node) if isinstance(part, ast.NamedExpr)]
            found.update(dict.fromkeys(stored(walruses)))
        elif not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            found.update(dict.fromkeys(stored(children(node))))
    return list(found)


def captured(function: ast.AST, without: ast.AST) -> set[str]:
    """Names of a function that others may read or rebind at any time: functions inside it, and scopes around it.

    What functions inside ``without`` read is left out.
    """
    return _declared(function) | _read_inside(function, without)


def _read_inside(function: ast.AST, without: ast.AST) -> set[str]:
    found: set[str] = set()
    for child in children(function):
        if child is not without:
            found |= free(child) if isinstance(child, FUNCTIONS) else _read_inside(child, without)
    return found


def _declared(node: ast.AST) -> set[str]:
    return {name for part in walk(node) if isinstance(part, (ast.Global, ast.Nonlocal)) for name in part.names}


def _union(sets: Iterable[set[str]]) -> set[str]:
    return set().union(*sets)


class Liveness:
    """Backwards through one function.

    ``heads``: the names whose value counts when a loop is about to begin a turn, or to end; ``after``: when a
    statement is done.
    """

    def __init__(self, body: list[ast.stmt], exits: tuple[set[str], set[str]] = (set(), set())) -> None:
        self.heads: dict[ast.AST, set[str]] = {}
        self.after: dict[ast.AST, set[str]] = {}
        self._exits = [exits]  # live at break and at continue, by loop
        self._caught: set[str] = set()  # live wherever an exception may come
        self.before(body, set())

    def before(self, body: list[ast.stmt], live: set[str]) -> set[str]:
        """What is live ahead of statements, given what is live behind them."""
        for statement in reversed(body):
            live = self._step(statement, live) | self._caught
        return live

    def _step(self, node: ast.stmt, live: set[str]) -> set[str]:
        self.after[node] = live
        if isinstance(node, (ast.Return, ast.Raise)):
            return free(node)
        if isinstance(node, _JUMPS):
            self.after[node] = self._exits[-1][isinstance(node, ast.Continue)]
            return self.after[node]
        if isinstance(node, ast.If):
            return free(node.test) | self.before(node.body, live) | self.before(node.orelse, live)
        if isinstance(node, LOOPS):
            return self._loop(node, live)
        if isinstance(node, (ast.With, ast.AsyncWith)):
            return _union(map(free, node.items)) | (self.before(node.body, live) - set(stored(node.items)))
        if isinstance(node, (*_TRIES, ast.Match)):
            return self._any_order(node, live)
        if isinstance(node, ast.ClassDef):
            self.before(node.body, live | set(stored(node.body)))
        return (live - set(stored([node]))) | free(node)

    def _any_order(self, node: ast.Try | ast.TryStar | ast.Match, live: set[str]) -> set[str]:
        """Whichever way it takes; from any statement of a try, the next may be any other, or what follows."""
        if isinstance(node, ast.Match):
            for case in node.cases:
                self.before(case.body, live)
            return live | free(node)
        around, self._caught = self._caught, self._caught | live | free(node)
        self.before([*node.body, *node.orelse, *node.finalbody], self._caught)
        for handler in node.handlers:
            self.before(handler.body, self._caught)
        self._caught = around
        return live | free(node)

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While, live: set[str]) -> set[str]:
        out = self.before(node.orelse, live)
        test = free(node.test) if isinstance(node, ast.While) else set()
        bound = set() if isinstance(node, ast.While) else set(stored([node.target]))
        head: set[str] = set()
        while True:
            self._exits.append((live, head))
            turn = self.before(node.body, head) - bound
            self._exits.pop()
            grown = turn if is_endless(node) else out | test | turn
            if grown == head:
                break
            head = grown
        self.heads[node] = head
        return head if isinstance(node, ast.While) else head | free(node.iter)


def is_endless(loop: ast.AST) -> bool:
    """``while True``: it is entered, and left by a jump alone."""
    return isinstance(loop, ast.While) and isinstance(loop.test, ast.Constant) and bool(loop.test.value)


def live_at(function: ast.AST, loop: ast.AST) -> tuple[set[str], set[str]]:
    """(live at the head of a loop, live after it) in the function around it."""
    found = _liveness(function)
    return found.heads.get(loop, set()), found.after.get(loop, set())


def live_after(site: Site, node: ast.stmt) -> set[str]:
    """Names whose values somebody may read once a statement is done, or left; functions defined elsewhere with it."""
    function = site.module.function_of(node) or site.module.tree
    after = _liveness(function).after
    jumps = [part for part in walk(node) if isinstance(part, _JUMPS)]
    return _union(after.get(part, set()) for part in [node, *jumps]) | captured(function, node)


def _liveness(function: ast.AST) -> Liveness:
    body = getattr(function, "body", [])
    return Liveness(body if isinstance(body, list) else [])


def needed(body: list[ast.stmt], carried: list[str]) -> set[str]:
    """Which carried names a turn has to be given: those that it reads, or hands on as they came."""
    return Liveness([], (set(carried), set(carried))).before(body, set(carried)) & set(carried)
