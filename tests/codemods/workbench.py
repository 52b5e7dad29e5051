"""Place one rewrite in a text and look at what became of it."""

from __future__ import annotations

import ast
import io
import tokenize
from collections import Counter

from jaxlint.codemods.place import place
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.syntax.module import Module
from jaxlint.syntax.nodes import walk
from jaxlint.syntax.parse import parse
from jaxlint.text.edit import Edit, apply_edits
from jaxlint.text.source import Source

BODIES = ("body", "orelse", "finalbody")


def module(text: str) -> Module:
    return parse(Source("x.py", text))


def named(tree: Module, name: str = "OLD") -> ast.Name:
    """The only Name node of this name."""
    (found,) = [node for node in walk(tree.tree) if isinstance(node, ast.Name) and node.id == name]
    return found


def statements(tree: Module, name: str) -> list[ast.stmt]:
    """The innermost run of sibling statements that mention ``name``."""
    for node in walk(tree.tree):
        for field in BODIES:
            body = getattr(node, field, None)
            if isinstance(body, list):
                run = [item for item in body if mentions(item, name)]
                inner = [child for part in BODIES for item in run[:1] for child in getattr(item, part, [])]
                if run and not (len(run) == 1 and any(mentions(child, name) for child in inner)):
                    return run
    raise AssertionError(name)


def mentions(node: ast.AST, name: str) -> bool:
    return any(isinstance(item, ast.Name) and item.id == name for item in walk(node))


def edits_of(
    tree: Module, replacements: list[Replace], imports: list[tuple[str, str | None]] | None = None
) -> list[Edit] | None:
    fix = place(tree, Rewrite("safe", "a test", replacements, imports))
    return None if fix is None else fix.edits[tree.path]


def mended(
    tree: Module, replacements: list[Replace], imports: list[tuple[str, str | None]] | None = None
) -> str | None:
    made = edits_of(tree, replacements, imports)
    return None if made is None else apply_edits(tree.source.text, made)


def with_expression(text: str, new: str, name: str = "OLD") -> str | None:
    tree = module(text)
    return mended(tree, [Replace(named(tree, name), new)])


def with_statements(text: str, new: str, name: str = "OLD") -> str | None:
    tree = module(text)
    return mended(tree, [Replace(statements(tree, name), new)])


def substituted(text: str, new: str, name: str = "OLD") -> str:
    """What the text must mean when ``name`` is replaced by the expression ``new``, as an ast dump."""
    value = ast.parse(f"({new})", mode="eval").body

    class Substitute(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.AST:
            return value if node.id == name else node

    return ast.dump(Substitute().visit(ast.parse(text)))


def comments(text: str) -> Counter[str]:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return Counter(token.string for token in tokens if token.type == tokenize.COMMENT)
