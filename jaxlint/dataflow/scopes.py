"""Which scope a name belongs to, what binds it there, and who reads it."""

from __future__ import annotations

import _ast

from jaxlint.syntax.binders import COMPREHENSIONS, FUNCTIONS, bound_by, evaluated_outside, own_nodes
from jaxlint.syntax.nodes import walk
from jaxlint.syntax.once import once_a_scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module


class Scope:
    """The names of a module, class, function or comprehension.

    ``bound``: name -> what binds it in the scope itself; ``mentions``: name -> where it is written, nested scopes with
    it, both in source order; ``declared``: name -> the ``global`` and ``nonlocal`` statements, nested ones with them,
    that speak of it; ``own_global`` and ``own_nonlocal``: the names that those of the scope itself speak of.
    """

    __slots__ = ("bindings", "bound", "declared", "mentions", "own_global", "own_nonlocal")

    def __init__(self, scope: _ast.AST) -> None:
        self.bound: dict[str, list[_ast.AST]] = {}
        self.mentions: dict[str, list[_ast.Name]] = {}
        self.declared: dict[str, list[_ast.AST]] = {}
        self.bindings: dict[str, Binding] = {}  # as far as anybody asked
        self.own_global: set[str] = set()
        self.own_nonlocal: set[str] = set()
        for node in own_nodes(scope):
            name = bound_by(node)
            if name is not None:
                self.bound.setdefault(name, []).append(node)
            elif isinstance(node, _ast.Global):
                self.own_global.update(node.names)
            elif isinstance(node, _ast.Nonlocal):
                self.own_nonlocal.update(node.names)
        for node in walk(scope):
            if isinstance(node, _ast.Name):
                self.mentions.setdefault(node.id, []).append(node)
            elif isinstance(node, (_ast.Nonlocal, _ast.Global)):
                for name in node.names:
                    self.declared.setdefault(name, []).append(node)
        for found in self.mentions.values():
            found.sort(key=lambda node: (node.lineno, node.col_offset))


names_of = once_a_scope(Scope)  # fixes ask for one name after the other


class Binding:
    """``scope``: the function, comprehension or module whose name it is; ``nodes``: all that binds it there.

    A ``nonlocal`` or ``global`` of the name further in is one of the nodes: what it binds is not followed.
    """

    __slots__ = ("is_shared", "nodes", "scope")

    def __init__(self, scope: _ast.AST, name: str) -> None:
        names = names_of(scope)
        self.scope = scope
        self.nodes: list[_ast.AST] = [*names.bound.get(name, []), *names.declared.get(name, [])]
        # A function further in may bind it, too, it is not known when.
        self.is_shared = any(isinstance(node, (_ast.Global, _ast.Nonlocal)) for node in self.nodes)

    @property
    def sole(self) -> _ast.AST | None:
        """The one node that binds the name: a Name, an arg, a def, an alias."""
        return self.nodes[0] if len(self.nodes) == 1 else None


def binding_of(module: Module, name: _ast.Name) -> Binding | None:
    """What Python finds for the name; None for builtins."""
    found = bound_as(scope_of(module, name, name.id), name.id)
    return found if found.nodes else None


def bound_as(scope: _ast.AST, name: str) -> Binding:
    """Gathered once, however often the name is bound and read."""
    known = names_of(scope).bindings
    found = known.get(name)
    if found is None:
        found = known[name] = Binding(scope, name)
    return found


def bindings_in(scope: _ast.AST, name: str) -> list[_ast.AST]:
    """What binds a name in the scope itself: parameters, targets, definitions, imports."""
    return names_of(scope).bound.get(name, [])


def scope_of(module: Module, node: _ast.AST, name: str) -> _ast.AST:
    """The function or comprehension whose name it is, as seen from a node; else the module's tree."""
    path = [node]
    current = module.parents.get(node)
    while current is not None and current is not module.tree:
        if isinstance(current, (*FUNCTIONS, *COMPREHENSIONS)):
            own = names_of(current)
            if name in own.own_global:
                return module.tree
            if name not in own.own_nonlocal and name in own.bound and not _is_outside(current, path):
                return current
        path.append(current)
        current = module.parents.get(current)
    return module.tree


def _is_outside(scope: _ast.AST, path: list[_ast.AST]) -> bool:
    """What ``path`` leads up from is a default, a decorator, or what a comprehension iterates over."""
    return any(part in path for part in evaluated_outside(scope))


def reads_of(module: Module, scope: _ast.AST, name: str) -> list[_ast.Name]:
    """Where a name of this scope is read, in source order, nested functions with it."""
    found = names_of(scope).mentions.get(name, [])
    return [node for node in found if isinstance(node.ctx, _ast.Load) and scope_of(module, node, name) is scope]


def parameter_index(function: _ast.AST, parameter: _ast.AST) -> int | None:
    """The position of a parameter; None for keyword-only ones and ``*args``."""
    if not isinstance(function, FUNCTIONS):
        return None
    positional = [*function.args.posonlyargs, *function.args.args]
    return next((index for index, one in enumerate(positional) if one is parameter), None)


def default_of(function: _ast.AST, parameter: _ast.AST) -> _ast.expr | None:
    """What a parameter is where nothing is passed for it."""
    if not isinstance(function, FUNCTIONS):
        return None
    spec = function.args
    late = zip(reversed([*spec.posonlyargs, *spec.args]), reversed(spec.defaults), strict=False)
    pairs = [*late, *zip(spec.kwonlyargs, spec.kw_defaults, strict=True)]
    return next((default for one, default in pairs if one is parameter), None)
