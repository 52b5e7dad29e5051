"""Formatted strings as libcst reads them, as the nodes that Python's own parser makes of them."""

from __future__ import annotations

import _ast

import libcst as cst

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias, TypeVar

    Node = TypeVar("Node", bound=_ast.AST)
    Piece: TypeAlias = "str | Field"

_NO_CONVERSION = -1


class Field:
    """What stands in braces.  ``elements``: how many elements of a tuple its text is, where it is a bare tuple."""

    __slots__ = ("conversion", "elements", "node", "spec")

    def __init__(self, node: cst.FormattedStringExpression | cst.TemplatedStringExpression) -> None:
        self.node = node
        expression = node.expression
        bare = isinstance(expression, cst.Tuple) and not expression.lpar
        self.elements = len(expression.elements) if isinstance(expression, cst.Tuple) and bare else None
        self.conversion = ord(node.conversion) if node.conversion else _NO_CONVERSION
        self.spec = None if node.format_spec is None else _pieces(node.format_spec, "'''", "")
        if node.equal is not None and self.conversion == _NO_CONVERSION and self.spec is None:
            self.conversion = ord("r")


def strings_of(node: cst.BaseString) -> list[cst.BaseString]:
    """It, and the strings that it is put together from."""
    if isinstance(node, cst.ConcatenatedString):
        return [node, *strings_of(node.left), *strings_of(node.right)]
    return [node]


def pieces_of(node: cst.BaseString) -> list[Piece]:
    """Its texts, as they are when the program runs, and its fields."""
    if isinstance(node, cst.ConcatenatedString):
        return [*pieces_of(node.left), *pieces_of(node.right)]
    if isinstance(node, (cst.FormattedString, cst.TemplatedString)):
        return _pieces(node.parts, node.end, "r" if "r" in node.start.lower() else "")
    value = node.evaluated_value if isinstance(node, cst.SimpleString) else ""
    return [value] if isinstance(value, str) else []


def fields_of(pieces: Sequence[Piece]) -> list[Field]:
    """All fields, those of format specifications after the field that they format."""
    found: list[Field] = []
    for one in pieces:
        if isinstance(one, Field):
            found += [one, *fields_of(one.spec or [])]
    return found


def _pieces(parts: Sequence[cst.CSTNode], quote: str, prefix: str) -> list[Piece]:
    found: list[Piece] = []
    for part in parts:
        if isinstance(part, (cst.FormattedStringExpression, cst.TemplatedStringExpression)):
            if part.equal is not None:
                found.append(_named(part))
            found.append(Field(part))
        elif isinstance(part, (cst.FormattedStringText, cst.TemplatedStringText)):
            found.append(_evaluated(part.value.replace("{{", "{").replace("}}", "}"), quote, prefix))
    return found


def _named(part: cst.FormattedStringExpression | cst.TemplatedStringExpression) -> str:
    """``x = `` of ``{x = }``."""
    empty = cst.Module([])
    before, after = part.whitespace_before_expression, part.whitespace_after_expression
    texts = [empty.code_for_node(one) for one in (before, part.expression, after) if one is not None]
    return "".join(texts) + (empty.code_for_node(part.equal) if part.equal is not None else "")


def _evaluated(text: str, quote: str, prefix: str) -> str:
    try:
        value = cst.SimpleString(f"{prefix}{quote}{text}{quote}").evaluated_value
    except (SyntaxError, ValueError, cst.CSTValidationError):
        return text
    return value if isinstance(value, str) else text


def joined(pieces: Sequence[Piece], node: _ast.Tuple) -> _ast.expr:
    """``node`` holds the expressions of all fields, in the order of the text."""
    return _joined(pieces, list(node.elts), node)


def _joined(pieces: Sequence[Piece], left: list[_ast.expr], place: _ast.expr) -> _ast.expr:
    values: list[_ast.expr] = []
    text = ""
    for one in [*pieces, None]:
        if isinstance(one, str):
            text += one
            continue
        if text:
            values.append(at(place, _ast.Constant(value=text)))
            text = ""
        if one is not None:
            values.append(_formatted(one, left, place))
    return at(place, _ast.JoinedStr(values=values))


def _formatted(field: Field, left: list[_ast.expr], place: _ast.expr) -> _ast.expr:
    if field.elements is None:
        value = left.pop(0)
    else:
        elements, left[:] = left[: field.elements], left[field.elements :]
        value = at(elements[0], _ast.Tuple(elts=elements, ctx=_ast.Load()))
        value.end_lineno, value.end_col_offset = elements[-1].end_lineno, elements[-1].end_col_offset
    spec = None if field.spec is None else _joined(field.spec, left, place)
    return at(place, _ast.FormattedValue(value=value, conversion=field.conversion, format_spec=spec))


def at(place: _ast.expr, node: Node) -> Node:
    """``node``, where ``place`` stands."""
    for name in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
        setattr(node, name, getattr(place, name))
    return node
