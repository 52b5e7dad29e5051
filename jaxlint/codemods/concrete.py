"""Text to libcst's tree.  A text that is nested too deep is refused: libcst's parser would kill the process."""

from __future__ import annotations

import _ast
import io
import tokenize

import libcst as cst

from jaxlint.syntax.nodes import children
from jaxlint.syntax.parse import NotParsed, parse
from jaxlint.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module

# Its stack gives out at some thousand nodes in nodes, and at some hundred parentheses more than Python's parser takes.
_DEEPEST = 150


class NotRead(Exception):
    """libcst can't read the text, or must not."""


def concrete(text: str) -> cst.Module:
    """Raises NotRead."""
    try:
        if _depth(parse(Source("<text>", text))) > _DEEPEST:
            raise NotRead("nested too deep")
        return cst.parse_module(text)
    except (NotParsed, cst.ParserSyntaxError, cst.CSTValidationError, RecursionError) as error:
        raise NotRead(str(error)) from None


def _depth(module: Module) -> int:
    """How deep libcst's nodes are nested in one another; where it is more than may be, it may be still more."""
    deepest = 0
    stack: list[tuple[_ast.AST, int]] = [(module.tree, 0)]
    while stack and deepest <= _DEEPEST:
        node, above = stack.pop()
        depth = above + 1 + _more(module, node)
        deepest = max(deepest, depth)
        stack += [(child, depth) for child in children(node)]
    return deepest


def _more(module: Module, node: _ast.AST) -> int:
    """What stands side by side in one node of Python's, and one in the other in libcst."""
    if isinstance(node, _ast.BoolOp):
        return len(node.values)
    if isinstance(node, (_ast.ListComp, _ast.SetComp, _ast.DictComp, _ast.GeneratorExp)):
        return len(node.generators)
    if isinstance(node, _ast.alias):
        return node.name.count(".")
    if isinstance(node, _ast.ImportFrom):
        return (node.module or "").count(".")
    if isinstance(node, (_ast.Constant, _ast.JoinedStr)):
        return _pieces(module.source, node)
    return 0


def _pieces(source: Source, node: _ast.Constant | _ast.JoinedStr) -> int:
    """Of a text that is written in several, one behind the other."""
    text = source.segment(node)
    if text.count('"') + text.count("'") < 2 * _DEEPEST:
        return 0
    starts = (tokenize.STRING, getattr(tokenize, "FSTRING_START", tokenize.STRING))
    try:
        return sum(one.type in starts for one in tokenize.generate_tokens(io.StringIO(f"({text})").readline))
    except (tokenize.TokenError, SyntaxError):
        return _DEEPEST + 1
