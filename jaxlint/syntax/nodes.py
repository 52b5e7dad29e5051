"""The nodes of a tree: what is below one, which lines it has."""

from __future__ import annotations

import _ast


def first_line(statement: _ast.stmt) -> int:
    """The line that a statement begins on, its decorators with it."""
    decorators: list[_ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(node.lineno for node in decorators)])


def indent_of(line: str) -> str:
    """The blanks that a line begins with."""
    return line[: len(line) - len(line.lstrip(" \t"))]


def index_parts(node: _ast.Subscript) -> list[_ast.expr]:
    """What stands between the brackets, one for each axis; ``x[()]`` has one part, that is no index of any axis."""
    return node.slice.elts or [node.slice] if isinstance(node.slice, _ast.Tuple) else [node.slice]


# Fields that hold names, numbers, or a context (Load, Store, Del).
_BARE = frozenset("ctx id attr arg module level asname kind conversion type_comment".split())
_FIELDS: dict[type, tuple[str, ...]] = {}  # the others, by class of node


def children(node: _ast.AST) -> list[_ast.AST]:
    """Direct children in source order, contexts left out, without importing the ast module (12 ms at start-up)."""
    fields = _FIELDS.get(type(node))
    if fields is None:
        fields = _FIELDS[type(node)] = tuple([name for name in node._fields if name not in _BARE])
    found: list[_ast.AST] = []
    for name in fields:
        field = getattr(node, name, None)
        if isinstance(field, list):
            found.extend([item for item in field if isinstance(item, _ast.AST)])
        elif isinstance(field, _ast.AST):
            found.append(field)
    return found


def walk(node: _ast.AST) -> list[_ast.AST]:
    """The node and all below it."""
    found = [node]
    for item in found:
        found.extend(children(item))
    return found


def executed(statements: list[_ast.stmt]) -> list[_ast.AST]:
    """Statements and all below them, but for what nested functions and classes hold."""
    found: list[_ast.AST] = list(statements)
    for node in found:
        if not isinstance(node, (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.Lambda, _ast.ClassDef)):
            found.extend(children(node))
    return found
