"""Where a file uses the names of a library: imports and attribute chains, resolved through the scopes around them."""

from __future__ import annotations

import _ast
from bisect import bisect_left

from jaxlint.syntax.binders import FUNCTIONS
from jaxlint.syntax.bindings import SCOPES, Bindings, bindings_of
from jaxlint.syntax.guards import Guards, leaves, tries_imports
from jaxlint.syntax.nodes import children, first_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module


class Use:
    """``how``: import, from, attribute, name; ``parts``: the dotted name; ``given``: how many of them an import gave.

    ``node``: the alias of an import, else the outermost attribute or name.  ``alias``: the import that bound its root.
    ``evaluated``: False in annotations that Python does not run.
    """

    __slots__ = ("alias", "evaluated", "function", "given", "how", "node", "parts")

    def __init__(self, how: str, node: _ast.AST, parts: list[str], given: int, alias: _ast.alias | None) -> None:
        self.how = how
        self.node = node
        self.parts = parts
        self.given = given
        self.alias = alias
        self.evaluated = True
        self.function: _ast.AST | None = None

    @property
    def root(self) -> str:
        """The bound name that a chain starts with."""
        node = self.node
        while isinstance(node, _ast.Attribute):
            node = node.value
        return node.id if isinstance(node, _ast.Name) else ""

    @property
    def dotted(self) -> str:
        return ".".join(self.parts)


def uses(module: Module, library: str, lines: list[int] | None = None) -> list[Use]:
    """In source order; without those that a version check or a try guards, and names that the file itself sets.

    ``lines``: sorted; statements on none of them are passed by.
    """
    finder = _Finder(module, library, lines)
    finder.visit_all(module.tree.body)
    return [use for use in finder.found if not any(use.dotted.startswith(name) for name in finder.patched)]


class _Finder:
    def __init__(self, module: Module, library: str, lines: list[int] | None) -> None:
        self.library = library
        self.lines = lines
        self.found: list[Use] = []
        self.patched: set[str] = set()
        self.guards = Guards(module)
        self.scopes: list[tuple[_ast.AST, Bindings]] = [(module.tree, bindings_of(module.tree, self.guards))]
        self.guarded = False
        self.evaluated = True
        self.postponed = any(
            isinstance(node, _ast.ImportFrom) and node.module == "__future__" and "annotations" in _names(node)
            for node in module.tree.body
        )

    def visit_all(self, nodes: list[_ast.stmt]) -> None:
        """A block: behind ``if hasattr(...): return`` the rest is guarded, too."""
        before = self.guarded
        for node in nodes:
            if self._is_asked_for(node):
                self.visit(node)
            if isinstance(node, _ast.If) and self.guards.is_guard(node.test) and leaves(node):
                self.guarded = True
        self.guarded = before

    def _is_asked_for(self, node: _ast.stmt) -> bool:
        if self.lines is None:
            return True
        at = bisect_left(self.lines, first_line(node))
        return at < len(self.lines) and self.lines[at] <= (node.end_lineno or node.lineno)

    def visit(self, node: _ast.AST) -> None:
        if isinstance(node, (_ast.Import, _ast.ImportFrom)):
            self._import(node)
        elif isinstance(node, (_ast.Attribute, _ast.Name)):
            self._chain(node)
        elif isinstance(node, SCOPES):
            self._scope(node)
        elif isinstance(node, _ast.AnnAssign):
            inside = isinstance(self.scopes[-1][0], FUNCTIONS)
            self._annotation(node.annotation, unevaluated=inside)
            self.visit(node.target)
            if node.value is not None:
                self.visit(node.value)
        else:
            self._other(node)

    def _other(self, node: _ast.AST) -> None:
        before = self.guarded, self.evaluated
        if isinstance(node, (_ast.If, _ast.IfExp, _ast.While)):
            self.guarded = self.guarded or self.guards.is_guard(node.test)
            self.evaluated = self.evaluated and not (isinstance(node, _ast.If) and "TYPE_CHECKING" in _words(node.test))
        elif isinstance(node, _ast.BoolOp):
            self.guarded = self.guarded or any(self.guards.is_guard(value) for value in node.values)
        elif tries_imports(node):
            self.guarded = True
        for name in node._fields:
            field = getattr(node, name, None)
            if isinstance(field, list) and field and isinstance(field[0], _ast.stmt):
                self.visit_all(field)
            elif isinstance(field, list):
                for item in field:
                    if isinstance(item, _ast.AST):
                        self.visit(item)
            elif isinstance(field, _ast.AST):
                self.visit(field)
        self.guarded, self.evaluated = before

    def _scope(self, node: _ast.AST) -> None:
        decorators = getattr(node, "decorator_list", [])
        before = self.guarded
        self.guarded = before or any(self.guards.is_guard(one) for one in decorators)
        for one in (*decorators, *getattr(node, "bases", ()), *getattr(node, "keywords", ())):
            self.visit(one)
        if isinstance(node, FUNCTIONS):
            self._signature(node)
        self.scopes.append((node, bindings_of(node, self.guards)))
        body = getattr(node, "body", [])
        if isinstance(body, list):
            self.visit_all(body)
        else:
            self.visit(body)
        self.scopes.pop()
        self.guarded = before

    def _signature(self, node: _ast.FunctionDef | _ast.AsyncFunctionDef | _ast.Lambda) -> None:
        spec = node.args
        for default in (*spec.defaults, *spec.kw_defaults):
            if default is not None:
                self.visit(default)
        extra = [one for one in (spec.vararg, spec.kwarg) if one is not None]
        for parameter in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs, *extra):
            if parameter.annotation is not None:
                self._annotation(parameter.annotation)
        returns = getattr(node, "returns", None)
        if returns is not None:
            self._annotation(returns)

    def _annotation(self, node: _ast.expr, unevaluated: bool = False) -> None:
        before = self.evaluated
        self.evaluated = before and not (self.postponed or unevaluated)
        self.visit(node)
        self.evaluated = before

    def _import(self, node: _ast.Import | _ast.ImportFrom) -> None:
        if isinstance(node, _ast.ImportFrom) and node.level:
            return
        for alias in node.names:
            dotted = alias.name if isinstance(node, _ast.Import) else f"{node.module}.{alias.name}"
            parts = dotted.split(".")
            if parts[0] == self.library:
                how = "import" if isinstance(node, _ast.Import) else "from"
                self._note(Use(how, alias, parts, 0, alias))

    def _chain(self, node: _ast.Attribute | _ast.Name) -> None:
        words: list[str] = []
        root: _ast.AST = node
        while isinstance(root, _ast.Attribute):
            words.insert(0, root.attr)
            root = root.value
        if not isinstance(root, _ast.Name):
            self.visit(root)
            return
        dotted, alias = self._resolve(root.id)
        if dotted is None or dotted.partition(".")[0] != self.library:
            return
        given = dotted.split(".")
        use = Use("attribute" if words else "name", node, [*given, *words], len(given), alias)
        if isinstance(node.ctx, _ast.Load):
            self._note(use)
        elif words:
            self.patched.add(use.dotted)

    def _resolve(self, name: str) -> tuple[str | None, _ast.alias | None]:
        """What a name means here: a class's names are not seen from the functions inside it."""
        for depth, (scope, bindings) in enumerate(reversed(self.scopes)):
            if name in bindings.dotted and (depth == 0 or not isinstance(scope, _ast.ClassDef)):
                return bindings.dotted[name], bindings.imports.get(name)
        return None, None

    def _note(self, use: Use) -> None:
        if not self.guarded:
            use.evaluated = self.evaluated
            inner = (scope for scope, _ in reversed(self.scopes) if isinstance(scope, FUNCTIONS))
            use.function = next(inner, None)
            self.found.append(use)


def _names(node: _ast.ImportFrom) -> list[str]:
    return [alias.name for alias in node.names]


def _words(node: _ast.AST) -> set[str]:
    found = {getattr(node, "id", ""), getattr(node, "attr", "")}
    return found.union(*(_words(child) for child in children(node)))
