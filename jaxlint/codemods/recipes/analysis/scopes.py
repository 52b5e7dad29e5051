"""Which scope a name belongs to, what binds it there, and who reads it."""

from __future__ import annotations

import ast
from weakref import WeakKeyDictionary

from jaxlint.syntax.module import children, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)


class Binding:
    """``scope``: the function, comprehension or module whose name it is; ``nodes``: all that binds it there.

    A ``nonlocal`` or ``global`` of the name further in is one of the nodes: what it binds is not followed.
    """

    __slots__ = ("nodes", "scope")

    def __init__(self, scope: ast.AST, name: str) -> None:
        self.scope = scope
        self.nodes: list[ast.AST] = [*bindings_in(scope, name), *mentions_in(scope).declared.get(name, [])]

    @property
    def sole(self) -> ast.AST | None:
        """The one node that binds the name: a Name, an arg, a def, an alias."""
        return self.nodes[0] if len(self.nodes) == 1 else None


def binding_of(module: Module, name: ast.Name) -> Binding | None:
    """What Python finds for the name; None for builtins."""
    found = Binding(scope_of(module, name, name.id), name.id)
    return found if found.nodes else None


def bindings_in(scope: ast.AST, name: str) -> list[ast.AST]:
    """What binds a name in the scope itself: parameters, targets, definitions, imports."""
    return _names_of(scope).bound.get(name, [])


def scope_of(module: Module, node: ast.AST, name: str) -> ast.AST:
    """The function or comprehension whose name it is, as seen from a node; else the module's tree."""
    current = module.parents.get(node)
    while current is not None and current is not module.tree:
        if isinstance(current, (*FUNCTIONS, *COMPREHENSIONS)):
            own = _names_of(current)
            if name in own.declared_global:
                return module.tree
            if name not in own.declared_nonlocal and name in own.bound:
                return current
        current = module.parents.get(current)
    return module.tree


def reads_of(module: Module, scope: ast.AST, name: str) -> list[ast.Name]:
    """Where a name of this scope is read, in source order, nested functions with it."""
    found = mentions_in(scope).names.get(name, [])
    return [node for node in found if isinstance(node.ctx, ast.Load) and scope_of(module, node, name) is scope]


def parameter_index(function: ast.AST, parameter: ast.AST) -> int | None:
    """The position of a parameter; None for keyword-only ones and ``*args``."""
    if not isinstance(function, FUNCTIONS):
        return None
    positional = [*function.args.posonlyargs, *function.args.args]
    return next((index for index, one in enumerate(positional) if one is parameter), None)


def default_of(function: ast.AST, parameter: ast.AST) -> ast.expr | None:
    """What a parameter is where nothing is passed for it."""
    if not isinstance(function, FUNCTIONS):
        return None
    spec = function.args
    late = zip(reversed([*spec.posonlyargs, *spec.args]), reversed(spec.defaults), strict=False)
    pairs = [*late, *zip(spec.kwonlyargs, spec.kw_defaults, strict=True)]
    return next((default for one, default in pairs if one is parameter), None)


class _Names:
    """What one scope says of names: what binds each, in source order, and which are declared to be another scope's."""

    __slots__ = ("bound", "declared_global", "declared_nonlocal")

    def __init__(self, scope: ast.AST) -> None:
        self.bound: dict[str, list[ast.AST]] = {}
        self.declared_global: set[str] = set()
        self.declared_nonlocal: set[str] = set()
        for node in _own_nodes(scope):
            if isinstance(node, ast.Global):
                self.declared_global.update(node.names)
            elif isinstance(node, ast.Nonlocal):
                self.declared_nonlocal.update(node.names)
            for name in _bound_by(node):
                if name is not None:
                    self.bound.setdefault(name, []).append(node)


class Mentions:
    """Where names are written in a node, nested scopes with it; ``names``: in source order; ``declared``: the
    ``global`` and ``nonlocal`` statements that speak of each."""

    __slots__ = ("declared", "names")

    def __init__(self, scope: ast.AST) -> None:
        self.names: dict[str, list[ast.Name]] = {}
        self.declared: dict[str, list[ast.AST]] = {}
        for node in walk(scope):
            if isinstance(node, ast.Name):
                self.names.setdefault(node.id, []).append(node)
            elif isinstance(node, (ast.Nonlocal, ast.Global)):
                for name in node.names:
                    self.declared.setdefault(name, []).append(node)
        for found in self.names.values():
            found.sort(key=lambda node: (node.lineno, node.col_offset))


_mentions: WeakKeyDictionary[ast.AST, Mentions] = WeakKeyDictionary()


def mentions_in(scope: ast.AST) -> Mentions:
    """Gathered once for each function, or module: recipes ask for one name after the other."""
    found = _mentions.get(scope)
    if found is None:
        found = _mentions[scope] = Mentions(scope)
    return found


_known: WeakKeyDictionary[ast.AST, _Names] = WeakKeyDictionary()  # a tree is not changed once it is parsed


def _names_of(scope: ast.AST) -> _Names:
    found = _known.get(scope)
    if found is None:
        found = _known[scope] = _Names(scope)
    return found


def _own_nodes(scope: ast.AST) -> list[ast.AST]:
    """All nodes below, nested scopes closed; what a comprehension binds by ``:=`` belongs to the function around."""
    is_comprehension = isinstance(scope, COMPREHENSIONS)
    found = children(scope)
    for node in found:
        if isinstance(node, COMPREHENSIONS):
            found += [] if is_comprehension else [one.target for one in walk(node) if isinstance(one, ast.NamedExpr)]
        elif is_comprehension and isinstance(node, ast.NamedExpr):
            found.append(node.value)
        elif not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            found += children(node)
    return found


def _bound_by(node: ast.AST) -> list[str | None]:
    if isinstance(node, ast.Name):
        return [] if isinstance(node.ctx, ast.Load) else [node.id]
    if isinstance(node, ast.arg):
        return [node.arg]
    if isinstance(node, ast.alias):
        return [node.asname or node.name.partition(".")[0]]
    if isinstance(node, ast.MatchMapping):
        return [node.rest]
    return [node.name] if isinstance(node, _NAMED) else []
