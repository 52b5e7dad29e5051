"""Source text made of source text."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.wording.quote import placed, quote
from jaxlint.codemods.recipes.wording.tightness import SYMBOLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.text.span import Span


def spliced(site: Site, node: ast.AST, parts: dict[ast.AST, str]) -> str:
    """The text of a node with other expressions in place of some below it; parentheses that these need no more go."""
    source = site.module.source
    edits = []
    for part, new in parts.items():
        span, text = source.span(part), placed(site, part, new)
        start, end = span.start, span.end
        grouped = part is not node and isinstance(site.module.parents.get(part), (ast.BinOp, ast.UnaryOp, ast.Compare))
        if grouped and _is_call(text) and source.text[start - 1 : start] + source.text[end : end + 1] == "()":
            start, end = start - 1, end + 1
        edits.append((start, end, text))
    return edited(source.text, source.span(node), edits)


def _is_call(text: str) -> bool:
    return isinstance(ast.parse(f"({text})", mode="eval").body, ast.Call)


def substituted(site: Site, node: ast.AST, parts: dict[ast.AST, str]) -> str:
    """The text of a node with some nodes below it said differently, as they are."""
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


def packed(texts: list[str]) -> str:
    """The one, or a tuple of them."""
    return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"


def as_plain_value(site: Site, statement: ast.AugAssign) -> str:
    """``x * (a + b)`` for ``x *= a + b``."""
    return quote(site, f"{{}} {SYMBOLS[type(statement.op)]} {{}}", statement.target, statement.value)
