"""What binds a name: the one answer, for all that ask whose name it is."""

from __future__ import annotations

import _ast

from jaxlint.syntax.nodes import children, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

FUNCTIONS = (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.Lambda)
COMPREHENSIONS = (_ast.ListComp, _ast.SetComp, _ast.DictComp, _ast.GeneratorExp)

_NAMED = (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.ClassDef, _ast.ExceptHandler, _ast.MatchAs, _ast.MatchStar)
_BINDING = {*_NAMED, _ast.arg, _ast.alias, _ast.MatchMapping}


def bound_by(node: _ast.AST) -> str | None:
    """The name that this node alone, without those below it, binds where it stands; ``del`` binds, too."""
    kind = type(node)
    if kind is _ast.Name:
        return None if type(node.ctx) is _ast.Load else node.id  # type: ignore[attr-defined]
    if kind not in _BINDING:
        return None
    if isinstance(node, _ast.arg):
        return node.arg
    if isinstance(node, _ast.alias):
        return None if node.name == "*" else node.asname or node.name.partition(".")[0]
    if isinstance(node, _ast.MatchMapping):
        return node.rest
    return node.name  # type: ignore[attr-defined, no-any-return]


def parameters_of(spec: _ast.arguments) -> list[_ast.arg]:
    """All parameters, in the order that they are written."""
    rest = [] if spec.vararg is None else [spec.vararg]
    extra = [] if spec.kwarg is None else [spec.kwarg]
    return [*spec.posonlyargs, *spec.args, *rest, *spec.kwonlyargs, *extra]


def evaluated_outside(node: _ast.AST) -> list[_ast.AST]:
    """The parts of a function, class or comprehension that are evaluated in the scope around it."""
    if isinstance(node, COMPREHENSIONS):
        return [node.generators[0].iter]
    if isinstance(node, _ast.ClassDef):
        return [*node.decorator_list, *node.bases, *node.keywords]
    spec: _ast.arguments = node.args  # type: ignore[attr-defined]
    annotations = [one.annotation for one in parameters_of(spec) if one.annotation is not None]
    defaults = [one for one in (*spec.defaults, *spec.kw_defaults) if one is not None]
    returned = getattr(node, "returns", None)
    return [*getattr(node, "decorator_list", ()), *defaults, *annotations, *([] if returned is None else [returned])]


def own_nodes(scope: _ast.AST) -> list[_ast.AST]:
    """The nodes below a module, class, function or comprehension that belong to it, in source order.

    Nested scopes are among them, and of what they hold the parts that are evaluated here.  What a comprehension binds
    by ``:=`` belongs to the function around it.
    """
    if isinstance(scope, COMPREHENSIONS):
        return _inside_comprehension(scope)
    if isinstance(scope, FUNCTIONS):
        body = scope.body if isinstance(scope.body, list) else [scope.body]
        return [*parameters_of(scope.args), *nodes_of(body)]
    return nodes_of(scope.body if isinstance(scope, _ast.ClassDef) else children(scope))


def nodes_of(parts: Sequence[_ast.AST]) -> list[_ast.AST]:
    """The same of statements or expressions: they themselves, and what is below them in the same scope."""
    found: list[_ast.AST] = []
    stack: list[_ast.AST] = list(reversed(parts))
    while stack:
        node = stack.pop()
        found.append(node)
        if isinstance(node, COMPREHENSIONS):
            found.extend(_walrus_targets(node))
            stack.extend(evaluated_outside(node))
        elif isinstance(node, (*FUNCTIONS, _ast.ClassDef)):
            stack.extend(reversed(evaluated_outside(node)))
        else:
            stack.extend(reversed(children(node)))
    return found


def names_bound(parts: Sequence[_ast.AST]) -> list[str]:
    """The names that statements or expressions bind in their scope, each once, in source order."""
    names = [bound_by(node) for node in nodes_of(parts)]
    return list(dict.fromkeys([name for name in names if name is not None]))


def _inside_comprehension(scope: _ast.AST) -> list[_ast.AST]:
    """Targets and all else, but for the first iterator, and for what ``:=`` binds."""
    outside = evaluated_outside(scope)
    found: list[_ast.AST] = []
    stack = list(reversed(children(scope)))
    while stack:
        node = stack.pop()
        if any(node is one for one in outside):
            continue
        found.append(node)
        if isinstance(node, (*FUNCTIONS, *COMPREHENSIONS)):
            continue
        stack.extend([node.value] if isinstance(node, _ast.NamedExpr) else reversed(children(node)))
    return found


def _walrus_targets(comprehension: _ast.AST) -> list[_ast.AST]:
    """Of all comprehensions inside it, too; what a lambda in it binds is the lambda's own."""
    found: list[_ast.AST] = []
    stack = [comprehension]
    while stack:
        node = stack.pop()
        if isinstance(node, _ast.NamedExpr):
            found.append(node.target)
        if not isinstance(node, FUNCTIONS):
            stack.extend(reversed(children(node)))
    return found


def declared(node: _ast.AST) -> set[str]:
    """The names that ``global`` and ``nonlocal`` statements below a node speak of."""
    return {name for part in walk(node) if isinstance(part, (_ast.Global, _ast.Nonlocal)) for name in part.names}
