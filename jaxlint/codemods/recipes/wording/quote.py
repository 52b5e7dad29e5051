"""Quoted expressions: source made from a template, with the parentheses that the template's own tree asks for."""

from __future__ import annotations

import ast
import re

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import is_pure
from jaxlint.codemods.recipes.wording.tightness import is_loose, is_operand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from jaxlint.codemods.site import Site

    Hole = ast.expr | str | Sequence[ast.expr | str]

_HOLE = re.compile(r"\{(\w+)\}")
_MODULES = {"jnp": "jax.numpy", "lax": "jax.lax", "jax": "jax", "math": "math", "np": "numpy", "functools": "functools"}
_ENCLOSED = ast.List(elts=[], ctx=ast.Load())  # stands for whatever is in brackets, or is
_EFFECTS = (ast.Call, ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom)


class Quoted(str):
    """Source of an expression.  ``tree``: how it reads; ``pure``: may it be written twice?"""

    tree: ast.expr
    pure: bool

    def __new__(cls, text: str, tree: ast.expr, pure: bool) -> Quoted:
        made = super().__new__(cls, text)
        made.tree = tree
        made.pure = pure
        return made


def quote(site: Site, template: str, **holes: Hole) -> Quoted:
    """``quote(site, "jnp.where({test}, {new}, 0)", test=mask, new="a + b")``.

    A hole is filled with a node, as the user wrote it, or with source; ``*{some}`` of a list with one argument after
    the other.  Operands get parentheses where they need them.  ``jnp``, ``lax``, ``jax`` and the like are spelled as
    the file spells them, and imported where it does not.  What is written twice must be pure: else NoFix is raised.
    """
    known = _known.get(template)
    if known is None:
        known = _known[template] = _Template(template)
    filled = {name: _parts(site, hole, name in known.words) for name, hole in holes.items()}
    _check_pure(known, filled)
    text, at = "", 0
    for slot in known.slots:
        text += template[at : slot.start]
        at = slot.end
        if slot.module:
            text += site.name_of(slot.module)
        elif isinstance(holes[slot.hole], (str, ast.expr)):
            text += _fitted(filled[slot.hole][0], slot.above, slot.node)
        else:
            given = [_fitted(part, _ENCLOSED, slot.node) for part in filled[slot.hole]]
            text, at = _with_arguments(text.removesuffix("*"), given, template, at)
    whole = next((filled[slot.hole][0].tree for slot in known.slots if slot.node is known.tree and slot.hole), None)
    pure = all(part.pure for parts in filled.values() for part in parts)
    return Quoted(text + template[at:], known.tree if whole is None else whole, pure)


class _Slot:
    """A part of a template that is filled, by a ``hole`` or the name of a ``module``; ``above``: what it is part of."""

    __slots__ = ("above", "end", "hole", "module", "node", "start")

    def __init__(self, start: int, node: ast.Name, above: ast.AST | None, hole: str | None) -> None:
        self.start = start
        self.end = start + len(node.id)
        self.node = node
        self.above = above
        self.hole = hole or ""
        self.module = "" if hole else _MODULES[node.id]


class _Template:
    """``tree``: the expression as it reads with a name in each hole; ``words``: holes that take any text.

    These are the names of attributes and keywords, and what stands between the brackets of an index.
    """

    __slots__ = ("slots", "tree", "words")

    def __init__(self, text: str) -> None:
        plain = _HOLE.sub(r"_\1_", text)  # a name as long as the hole
        holes = {found.start(): found[1] for found in _HOLE.finditer(text)}
        tree = _parsed(plain)
        parents = {below: node for node in ast.walk(tree) for below in ast.iter_child_nodes(node)}
        starts = [-1, *(found.end() for found in re.finditer("\n", plain))]  # one parenthesis stands before it
        names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
        places = [(starts[node.lineno - 1] + node.col_offset, node) for node in names]
        self.tree = tree if tree.col_offset < 2 else _ENCLOSED
        found = [
            _Slot(start, node, parents.get(node), holes.get(start))
            for start, node in places
            if start in holes or node.id in _MODULES
        ]
        known = {slot.start for slot in found}
        others = [
            _Slot(start, ast.Name(f"_{name}_"), _ENCLOSED, name) for start, name in holes.items() if start not in known
        ]
        self.slots = sorted([*found, *others], key=lambda slot: slot.start)
        indices = [
            slot.hole for slot in found if isinstance(slot.above, ast.Subscript) and slot.node is slot.above.slice
        ]
        self.words = {*indices, *(slot.hole for slot in others)}


_known: dict[str, _Template] = {}


def _parsed(text: str) -> ast.expr:
    """The tree, on whatever lines; what is in parentheses of its own begins at the third character."""
    return ast.parse(f"({text}\n)", mode="eval").body


def _parts(site: Site, hole: Hole, is_word: bool) -> list[Quoted]:
    if isinstance(hole, str) and is_word:
        return [hole if isinstance(hole, Quoted) else Quoted(hole, _ENCLOSED, hole.isidentifier())]
    if isinstance(hole, (str, ast.expr)):
        return [_quoted(site, hole)]
    return [one if isinstance(one, Quoted) else _argument(site, one) for one in hole]


def _quoted(site: Site, hole: ast.expr | str) -> Quoted:
    if isinstance(hole, Quoted):
        return hole
    if isinstance(hole, ast.expr) and not isinstance(hole, (ast.Tuple, ast.GeneratorExp)):
        return Quoted(site.text(hole), hole, is_pure(site, hole))
    text = hole if isinstance(hole, str) else site.text(hole)
    tree = _parsed(text)
    pure = is_pure(site, hole) if isinstance(hole, ast.expr) else not _has_effects(tree)
    is_bare = tree.col_offset < (1 if isinstance(tree, (ast.Tuple, ast.GeneratorExp)) else 2)
    return Quoted(text, tree if is_bare else _ENCLOSED, pure)


def _argument(site: Site, given: ast.expr | str) -> Quoted:
    """One of several: as source, it may be ``name=value`` or ``*values``, too."""
    return _quoted(site, given) if isinstance(given, ast.expr) else Quoted(given, _ENCLOSED, False)


def _has_effects(tree: ast.expr) -> bool:
    return any(isinstance(node, _EFFECTS) for node in ast.walk(tree))


def _check_pure(known: _Template, filled: dict[str, list[Quoted]]) -> None:
    for name, parts in filled.items():
        if sum(slot.hole == name for slot in known.slots) > 1:
            for part in parts:
                if not part.pure:
                    raise NoFix(f"`{part}` would be evaluated twice")


def _with_arguments(text: str, given: list[str], template: str, at: int) -> tuple[str, int]:
    """Where there is none, a comma goes, too."""
    if given:
        return text + ", ".join(given), at
    return text.removesuffix(", "), at + 2 * (template.startswith(", ", at) and not text.endswith(", "))


def _fitted(part: Quoted, above: ast.AST | None, place: ast.expr) -> str:
    """In parentheses where the place asks for them, or where its lines would not hold together."""
    loose = is_loose(above, place, part.tree) or (is_operand(above, place) and _falls_apart(part))
    return f"({part})" if loose else part


def _falls_apart(text: str) -> bool:
    if "\n" not in text:
        return False
    try:
        ast.parse(text, mode="eval")
    except SyntaxError:
        return True
    return False
