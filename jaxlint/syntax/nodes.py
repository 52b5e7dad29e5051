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


# Fields that hold names, numbers, or a context (Load, Store, Del): of any node, and in nodes of one class.
_BARE = frozenset(
    """ctx id attr arg module level asname kind conversion type_comment simple is_async rest kwd_attrs lineno tag
    str""".split()
)
_BARE_IN = {_ast.Constant: "value", _ast.MatchSingleton: "value", _ast.Global: "names", _ast.Nonlocal: "names"}
_FIELDS: dict[type, tuple[str, ...]] = {}  # the others, by class of node


def _fields(cls: type[_ast.AST]) -> tuple[str, ...]:
    bare = _BARE_IN.get(cls, "" if cls.__name__ == "TypeAlias" else "name")
    return tuple([name for name in cls._fields if name not in _BARE and name != bare])


def children(node: _ast.AST) -> list[_ast.AST]:
    """Direct children in source order, contexts left out, without importing the ast module (12 ms at start-up)."""
    fields = _FIELDS.get(type(node))
    if fields is None:
        fields = _FIELDS[type(node)] = _fields(type(node))
    found: list[_ast.AST] = []
    for name in fields:
        field = getattr(node, name, None)
        if type(field) is list:
            found += field
        elif field is not None:
            found.append(field)
    return [one for one in found if one is not None] if None in found else found  # ``{**others}`` has no key


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
