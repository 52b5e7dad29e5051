"""Names for what a fix puts into the code, which nothing there bears yet."""

from __future__ import annotations

import ast
import re

from jaxlint.syntax.nodes import walk
from jaxlint.syntax.once import once_a_scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from jaxlint.codemods.site import Site


_NUMBERED = re.compile(r"([A-Za-z_]+)_(\d+)")


def names_below(top: ast.AST) -> set[str]:
    """All names that a piece of code mentions, however deep."""
    return set(_names_below(top))


@once_a_scope
def _names_below(top: ast.AST) -> frozenset[str]:
    return frozenset([name for node in walk(top) if (name := _name(node))])


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


def renumbered(old: str, new: str) -> str:
    """``new``, where names that ``old`` lacks have the lowest free numbers: fixes that were made apart leave gaps."""
    known = set(re.findall(r"\w+", old))
    if not any(name.group() not in known for name in _NUMBERED.finditer(new)):
        return new
    tree, rows = ast.parse(new), new.split("\n")
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    for function in [*tree.body, *(node for one in classes for node in one.body)]:
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            lines = slice(function.lineno - 1, function.end_lineno)
            rows[lines] = _closed_up(function, "\n".join(rows[lines]), known).split("\n")
    return "\n".join(rows)


def _closed_up(function: ast.AST, text: str, known: set[str]) -> str:
    taken = [name for node in ast.walk(function) if (name := _name(node))]
    fresh = {name: parts for name in taken if name not in known and (parts := _NUMBERED.fullmatch(name))}
    told: dict[str, str] = {}
    for name, parts in sorted(fresh.items(), key=lambda one: int(one[1][2])):
        counted = f"{parts[1]}_1" in taken or int(parts[2]) < 2  # by the fix itself
        wanted = numbered(parts[1], ({*taken} - {name, *told}) | {*told.values()})
        if len(re.findall(rf"(?<![.\w]){name}\b", text)) == taken.count(name) and wanted not in known and not counted:
            told[name] = wanted
    return re.sub(r"\w+", lambda word: told.get(word.group(), word.group()), text)
