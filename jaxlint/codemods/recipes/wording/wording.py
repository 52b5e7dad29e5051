"""Source text made of source text."""

from __future__ import annotations

import ast
from textwrap import indent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.text.span import Span

WIDTH = 88  # columns of a line that a fix writes
_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant, ast.List, ast.Dict)


def atom(text: str) -> str:
    """The text, parenthesized unless it binds as tightly as a name: fit for any operator, attribute or index."""
    tree = ast.parse(f"({text})", mode="eval").body
    tight = isinstance(tree, _ATOMS) and not (isinstance(tree, ast.Constant) and isinstance(tree.value, (int, float)))
    return text if (tight and "\n" not in text.strip()) or (tight and text.endswith((")", "]", "}"))) else f"({text})"


def operand(node: ast.AST, text: str) -> str:
    """The text of a node, fit for any binary operator, which a number is as it stands."""
    return text if isinstance(node, ast.Constant) else atom(text)


_COMPARING, _ADDING, _MULTIPLYING, _NEGATING = range(4)
_TIGHTNESS: dict[type[ast.AST], int] = {
    ast.Add: _ADDING, ast.Sub: _ADDING, ast.Mult: _MULTIPLYING, ast.Div: _MULTIPLYING, ast.FloorDiv: _MULTIPLYING,
    ast.Mod: _MULTIPLYING, ast.MatMult: _MULTIPLYING, ast.Pow: _NEGATING + 1,
}  # fmt: skip


def compared(node: ast.AST, text: str) -> str:
    """The text of a node, fit to stand beside ``<``."""
    return text if _tightness(node, text) > _COMPARING else operand(node, text)


def summand(node: ast.AST, text: str, last: bool = False) -> str:
    """The text of a node, fit to stand before ``+``, or as the ``last`` after ``-``."""
    return text if _tightness(node, text) >= _ADDING + last else operand(node, text)


def factor(node: ast.AST, text: str) -> str:
    """The text of a node, fit to stand before ``*`` or ``/``."""
    return text if _tightness(node, text) >= _MULTIPLYING else operand(node, text)


_LOOSE = (ast.BinOp, ast.UnaryOp, ast.Compare)


def fitted(site: Site, node: ast.AST, text: str) -> str:
    """New text for a node that was no operation, with parentheses where it is one in the midst of another."""
    above = site.module.parents[node]
    amid = isinstance(above, (*_LOOSE, ast.Attribute, ast.Starred)) or getattr(above, "value", None) is node
    if isinstance(node, _LOOSE) or not amid or isinstance(above, (ast.stmt, ast.keyword)):
        return text
    return atom(text) if isinstance(ast.parse(f"({text})", mode="eval").body, _LOOSE) else text


def conjunct(text: str) -> str:
    """Fit to stand beside ``&``."""
    tree = ast.parse(f"({text})", mode="eval").body
    inverted = isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.Invert)
    joined = isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.BitAnd)
    return text if (inverted or joined) and "\n" not in text else atom(text)


def _tightness(node: ast.AST, text: str) -> int:
    """How tightly arithmetic binds; -1 for all else, and where the text goes over lines."""
    if "\n" in text:
        return -1
    if isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.Not):
        return _NEGATING
    return _TIGHTNESS.get(type(node.op), -1) if isinstance(node, ast.BinOp) else -1


def spliced(site: Site, node: ast.AST, parts: dict[ast.AST, str]) -> str:
    """The text of a node with some nodes below it said differently."""
    source = site.module.source
    spans = {part: source.span(part) for part in parts}
    edits = [(spans[part].start, spans[part].end, new) for part, new in parts.items()]
    return edited(source.text, source.span(node), edits)


def edited(text: str, whole: Span, edits: list[tuple[int, int, str]]) -> str:
    """A stretch of a text with changes in it: (start, end, new)."""
    end = whole.end
    for start, stop, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[stop:]
        end += len(new) - (stop - start)
    return text[whole.start : end]


def arguments(site: Site, call: ast.Call, skip: tuple[str, ...] = (), first: int = 0) -> list[str]:
    """The arguments of a call as they are written, from the ``first`` on, without keywords named in ``skip``."""
    given = [site.text(node) for node in call.args[first:]]
    for keyword in call.keywords:
        if keyword.arg is None:
            given.append(f"**{site.text(keyword.value)}")
        elif keyword.arg not in skip:
            given.append(f"{keyword.arg}={site.text(keyword.value)}")
    return given


def extended(site: Site, call: ast.Call, *more: str) -> str:
    """The call as it is written, on as many lines, with arguments after its last."""
    body = site.text(call)[:-1]
    if (call.args or call.keywords) and "#" not in body:
        given = body.rstrip().removesuffix(",").rstrip()
        return f"{given}, {', '.join(more)}{body[len(given) :]})"
    return f"{site.text(call.func)}({', '.join([*arguments(site, call), *more])})"


def call(site: Site, function: str, given: list[str], room: int, head: str = "") -> str:
    """``head`` and a call on one line of ``room`` columns, else an argument a line."""
    line = f"{head}{function}({', '.join(given)})"
    if len(line) <= room and "\n" not in line:
        return line
    unit = site.module.indent_unit
    return "\n".join([f"{head}{function}(", *(indent(f"{argument},", unit) for argument in given), ")"])


def packed(texts: list[str]) -> str:
    """The one, or a tuple of them."""
    return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"


def as_plain_value(site: Site, statement: ast.AugAssign) -> str:
    """``x * (a + b)`` for ``x *= a + b``."""
    symbol = ast.unparse(ast.BinOp(ast.Name("a"), statement.op, ast.Name("b")))[2:-2]
    value = site.text(statement.value)
    return f"{site.text(statement.target)} {symbol} {after(type(statement.op), statement.value, value)}"


def after(operator: type[ast.operator], node: ast.AST, text: str) -> str:
    """The text of a node, fit to stand behind an operator: ``2 * b`` behind ``-``, where ``a - b`` is not."""
    tight = _tightness(node, text) > _TIGHTNESS.get(operator, _NEGATING)
    return text if tight else operand(node, text)
