"""Source text made of source text."""

from __future__ import annotations

import ast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.text.span import Span

_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant, ast.List, ast.Dict)


def atom(text: str) -> str:
    """The text, parenthesized unless it binds as tightly as a name: fit for any operator, attribute or index."""
    tree = ast.parse(f"({text})", mode="eval").body
    tight = isinstance(tree, _ATOMS) and not (isinstance(tree, ast.Constant) and isinstance(tree.value, (int, float)))
    return text if (tight and "\n" not in text.strip()) or (tight and text.endswith((")", "]", "}"))) else f"({text})"


def operand(node: ast.AST, text: str) -> str:
    """The text of a node, fit for any binary operator, which a number is as it stands."""
    return text if isinstance(node, ast.Constant) else atom(text)


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
