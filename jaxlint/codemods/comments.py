"""The comments of statements that go, on their way to the statements that come."""

from __future__ import annotations

import libcst as cst

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from jaxlint.codemods.graft import Statement


def comments_of(nodes: Iterable[cst.CSTNode]) -> list[str]:
    """All comments of some nodes, in source order."""
    found: list[str] = []
    stack = list(nodes)[::-1]
    while stack:
        node = stack.pop()
        if isinstance(node, cst.Comment):
            found.append(node.value)
        stack.extend(reversed(node.children))
    return found


def without(comments: list[str], kept: list[str]) -> list[str]:
    """The comments that the new source doesn't carry already."""
    left = list(kept)
    lost: list[str] = []
    for comment in comments:
        if comment in left:
            left.remove(comment)
        else:
            lost.append(comment)
    return lost


def as_lines(comments: list[str]) -> list[cst.EmptyLine]:
    return [cst.EmptyLine(comment=cst.Comment(comment)) for comment in comments]


def led_by(lines: Iterable[cst.EmptyLine], node: Statement) -> Statement:
    """The statement below these lines, in place of those that it had above it."""
    return node.with_changes(leading_lines=list(lines))


def trailing_comment(node: cst.CSTNode) -> cst.TrailingWhitespace | None:
    """The end of a line of simple statements, where it bears a comment."""
    if isinstance(node, cst.SimpleStatementLine) and node.trailing_whitespace.comment is not None:
        return node.trailing_whitespace
    return None
