"""What a class gives an attribute, as far as its text tells."""

from __future__ import annotations

import ast

from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_NUMBERS = (bool, int, float, complex)


def holds_numbers(cls: ast.ClassDef, name: str) -> bool:
    """No constant that it is given is None, or a text, also where that is a parameter's default."""
    return not any(isinstance(one, ast.Constant) and not isinstance(one.value, _NUMBERS) for one in _given(cls, name))


def _given(cls: ast.ClassDef, name: str) -> Iterator[ast.expr]:
    for statement in cls.body:
        yield from _bound(statement, name, {})
        if isinstance(statement, ast.FunctionDef):
            defaults = _defaults(statement.args)
            for part in walk(statement):
                yield from _bound(part, name, defaults)


def _bound(part: ast.AST, name: str, defaults: dict[str, ast.expr]) -> Iterator[ast.expr]:
    targets = part.targets if isinstance(part, ast.Assign) else [part.target] if isinstance(part, ast.AnnAssign) else []
    value = part.value if isinstance(part, (ast.Assign, ast.AnnAssign)) else None
    if value is not None and any(name in (getattr(one, "attr", None), getattr(one, "id", None)) for one in targets):
        yield value
        yield from (defaults[one.id] for one in walk(value) if isinstance(one, ast.Name) and one.id in defaults)


def _defaults(arguments: ast.arguments) -> dict[str, ast.expr]:
    """By the parameters that have one."""
    places = [*arguments.posonlyargs, *arguments.args]
    pairs = zip(places[len(places) - len(arguments.defaults) :], arguments.defaults, strict=True)
    named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return {one.arg: default for one, default in [*pairs, *named] if default is not None}
