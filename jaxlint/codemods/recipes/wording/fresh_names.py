"""Names for what a fix puts into the code, which nothing there bears yet."""

from __future__ import annotations

import ast
from weakref import WeakKeyDictionary

from jaxlint.syntax.graft import of_scopes
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from jaxlint.codemods.site import Site


_known: WeakKeyDictionary[ast.AST, frozenset[str]] = of_scopes()


def names_below(top: ast.AST) -> set[str]:
    """All names that a piece of code mentions, however deep."""
    found = _known.get(top)
    if found is None:
        found = _known[top] = frozenset([name for node in walk(top) if (name := _name(node))])
    return set(found)


def _name(node: ast.AST) -> str | None:
    if isinstance(node, ast.keyword):
        return None  # the callee's
    if isinstance(node, ast.alias):
        return node.asname or node.name.partition(".")[0]
    return getattr(node, "id", None) or getattr(node, "arg", None) or getattr(node, "name", None)


def names_around(site: Site) -> set[str]:
    """All names that the outermost function around mentions; at module level, the module."""
    top: ast.AST = site.function or site.module.tree
    while (outer := site.module.function_of(top)) is not None:
        top = outer
    return names_below(top)


def local_name(site: Site, wanted: str, number: int = 1) -> str:
    """A name that is new to all functions around the site."""
    return numbered(wanted, names_around(site), number)


def numbered(wanted: str, taken: Collection[str], number: int = 1) -> str:
    """``wanted``, or ``wanted_2`` and so on, from ``number`` on: the first that is not taken."""
    while (name := wanted if number == 1 else f"{wanted}_{number}") in taken:
        number += 1
    return name
