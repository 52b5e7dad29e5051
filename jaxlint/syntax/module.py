"""A parsed file: its tree, the names it imports, and questions about its nodes."""

from __future__ import annotations

import _ast

from jaxlint.syntax.binders import bound_by
from jaxlint.syntax.nodes import children, indent_of
from jaxlint.syntax.once import once_a_scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from jaxlint.text.source import Source

# How the field spells what a fix may have to import.
_CUSTOM = {
    "jax.numpy": ("jax.numpy", "jnp"),
    "jax.lax": ("jax.lax", "lax"),
    "jax": ("jax", None),
    "math": ("math", None),
    "numpy": ("numpy", "np"),
    "functools": ("functools", None),
}


class Module:
    """``name``: dotted name inside the project, or None where the file is on its own.

    ``is_test``: by its place in the project.
    """

    __slots__ = ("_imports", "is_test", "name", "source", "tree")

    def __init__(self, source: Source, tree: _ast.Module, name: str | None = None, is_test: bool = False) -> None:
        self.source = source
        self.tree = tree
        self.name = name
        self.is_test = is_test
        self._imports: dict[str, str] | None = None

    def become(self, source: Source) -> None:
        """The same file after an edit; the statements of the tree are exchanged by whoever calls."""
        self.source = source
        self._imports = None

    @property
    def path(self) -> str:
        return self.source.path

    @property
    def package(self) -> str:
        """The dotted package that relative imports start from."""
        name = self.name or ""
        if self.path.endswith("__init__.py"):
            return name
        return name.rpartition(".")[0]

    def line_name(self, node: _ast.AST) -> str:
        """What messages call the line that a node starts on."""
        return self.source.line_name(node.lineno)  # type: ignore[attr-defined]

    @property
    def imports(self) -> dict[str, str]:
        """Dotted library name -> the name that module-level imports bind it to."""
        if self._imports is None:
            last = dict(_import_bindings(self.tree.body))  # of two imports that bind one name, the later counts
            self._imports = {dotted: bound for bound, dotted in last.items()}
        return self._imports

    def home(self, node: _ast.ImportFrom) -> str | None:
        """The dotted module that is imported from; None where a relative import leads out of the project."""
        if not node.level:
            return node.module
        parts = self.package.split(".") if self.package else []
        if node.level - 1 > len(parts):
            return None
        parts = parts[: len(parts) - (node.level - 1)]
        return ".".join([*parts, *([node.module] if node.module else [])]) or None

    @property
    def parents(self) -> dict[_ast.AST, _ast.AST]:
        """Node -> the node that holds it.  Built on first use: only files with findings pay for it."""
        return _parents_in(self.tree)

    @property
    def indent_unit(self) -> str:
        """One step of indentation in this file: that of its first statement with an indented body."""
        for node in self.parents:
            body = getattr(node, "body", None)
            if isinstance(node, _ast.stmt) and isinstance(body, list) and body[0].lineno > node.lineno:
                inner = indent_of(self.source.line(body[0].lineno))
                outer = indent_of(self.source.line(node.lineno))
                if len(inner) > len(outer) and inner.startswith(outer):
                    return inner[len(outer) :]
        return "    "

    def spelling(self, dotted: str, hidden: Collection[str] = ()) -> tuple[str, tuple[str, str | None] | None]:
        """How this module writes ``jax.numpy``, and the import to add where it can't yet: (dotted, alias).

        ``hidden``: names that mean something else at the place in question.
        """
        parts = dotted.split(".")
        for cut in range(len(parts), 0, -1):
            bound = self.imports.get(".".join(parts[:cut]))
            spelled = ".".join([bound or "", *parts[cut:]])
            unusual = dotted == "jax.numpy" and cut == 1 and spelled not in self.source.text  # nobody writes it out
            if bound is not None and bound not in hidden and not unusual:
                return spelled, None
        home, _, last = dotted.rpartition(".")
        if home == "jax" and dotted not in _CUSTOM:  # `jax.random`, which `import jax` brings
            spelled, needed = self.spelling(home, hidden)
            return f"{spelled}.{last}", needed
        return self.new_import(dotted)

    def new_import(self, dotted: str) -> tuple[str, tuple[str, str | None]]:
        """The name that a new import of a module binds, and the import: (dotted, alias)."""
        home, _, last = dotted.rpartition(".")
        module, alias = _CUSTOM.get(dotted, (dotted, last if home else None))
        taken = self.top_level_names()
        while (alias or module) in taken:
            alias = "_" + (alias or module)
        return alias or module, (module, alias)

    def top_level_names(self) -> set[str]:
        """Names bound anywhere in the file; a new import must not collide with them."""
        names = set(dict(_import_bindings(self.tree.body)))
        return names | {name for node in self.parents if (name := bound_by(node)) is not None}

    def statement_of(self, node: _ast.AST) -> _ast.stmt | None:
        """The innermost statement around a node."""
        current: _ast.AST | None = node
        while current is not None and not isinstance(current, _ast.stmt):
            current = self.parents.get(current)
        return current

    def function_of(self, node: _ast.AST) -> _ast.AST | None:
        """The innermost def or lambda around a node, itself not counted."""
        current = self.parents.get(node)
        while current is not None and not isinstance(current, (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.Lambda)):
            current = self.parents.get(current)
        return current


@once_a_scope
def _parents_in(tree: _ast.AST) -> dict[_ast.AST, _ast.AST]:
    parents, stack = dict[_ast.AST, _ast.AST](), [tree]
    while stack:
        node = stack.pop()
        for child in children(node):
            parents[child] = node
            stack.append(child)
    return parents


def _import_bindings(body: list[_ast.stmt]) -> list[tuple[str, str]]:
    """(bound name, dotted name) for imports at module level, those under if and try included."""
    found: list[tuple[str, str]] = []
    for statement in body:
        if isinstance(statement, _ast.Import):
            for alias in statement.names:
                if alias.asname:
                    found.append((alias.asname, alias.name))
                else:
                    top = alias.name.split(".")[0]
                    found.append((top, top))
        elif isinstance(statement, _ast.ImportFrom) and not statement.level:
            found.extend((alias.asname or alias.name, f"{statement.module}.{alias.name}") for alias in statement.names)
        elif isinstance(statement, _ast.Try) or (isinstance(statement, _ast.If) and not _for_checkers(statement.test)):
            found.extend(_import_bindings(statement.body))
    return found


def _for_checkers(test: _ast.expr) -> bool:
    """``if TYPE_CHECKING:``: what it imports is not there at run time."""
    return "TYPE_CHECKING" in (getattr(test, "id", None), getattr(test, "attr", None))
