"""Quoted expressions: source made from a template, with the parentheses that the template's own tree asks for."""

from __future__ import annotations

import ast
import itertools
import re

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import is_pure
from jaxlint.codemods.recipes.wording.tightness import is_loose, is_operand
from jaxlint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from jaxlint.codemods.site import Site

    Hole = ast.expr | str | int | Sequence[ast.expr | str]

_HOLE = re.compile(r"\{(\w*)\}")
_ONE = (ast.expr, str, int)  # and not a list
_MODULES = {
    "jnp": "jax.numpy",
    "lax": "jax.lax",
    "jax": "jax",
    "math": "math",
    "np": "numpy",
    "functools": "functools",
    "pl": "jax.experimental.pallas",
}
_ENCLOSED = ast.List(elts=[], ctx=ast.Load())  # stands for whatever has brackets around it
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


def quote(site: Site | None, template: str, *parts: Hole, **named: Hole) -> Quoted:
    """``quote(site, "jnp.where({test}, {}, 0)", value, test="a > b")``.

    A hole is filled with a node, as the user wrote it, or with source; ``*{}`` of a list with one argument after the
    other.  Operands get parentheses where they need them.  ``jnp``, ``lax``, ``jax`` and the like are spelled as the
    file spells them, and imported where it does not.  What is written twice must be pure: else NoFix is raised.
    ``site``: None where no hole is a node, and no module is named.
    """
    known = _known.get(template)
    if known is None:
        known = _known[template] = _Template(template)
    holes = {**{str(number): part for number, part in enumerate(parts)}, **named}
    filled = {name: _parts(site, hole, name in known.words) for name, hole in holes.items()}
    _check_pure(known, filled)
    text, at = "", 0
    for slot in known.slots:
        text += template[at : slot.start]
        at = slot.end
        if slot.module:
            assert site is not None
            text += site.name_of(slot.module)
        elif isinstance(holes[slot.hole], _ONE):
            text += _fitted(filled[slot.hole][0], slot)
        else:
            text, at = _with_arguments(text.removesuffix("*"), filled[slot.hole], template, at)
    whole = next((filled[slot.hole][0].tree for slot in known.slots if slot.node is known.tree), None)
    pure = all(part.pure for parts in filled.values() for part in parts)
    return Quoted(text + template[at:], known.tree if whole is None else whole, pure)


def chained(site: Site, symbol: str, parts: Sequence[ast.expr | str]) -> Quoted:
    """``a & b & c``; the one, where there is but one."""
    return quote(site, f" {symbol} ".join(["{}"] * len(parts)), *parts)


def placed(site: Site, node: ast.AST, text: str) -> str:
    """New source for an expression of the file, in parentheses where it needs them there and has none."""
    if not isinstance(node, ast.expr) or isinstance(node, ast.Slice):
        return text
    part, above = _quoted(site, text), site.module.parents.get(node)
    loose = is_loose(above, node, part.tree) or (is_operand(above, node) and _falls_apart(part))
    return f"({part})" if loose and not _is_enclosed(site, node) else part


def _is_enclosed(site: Site, node: ast.expr) -> bool:
    source = site.module.source
    span = source.span(node)
    return source.text[: span.start].rstrip().endswith("(") and source.text[span.end :].lstrip().startswith(")")


class _Slot(Record):
    """A part of a template that is filled, by a ``hole`` or the name of a ``module``; ``above``: what it is part of.

    ``node``: None where it is no expression, but the name of an attribute or keyword.
    """

    start: int
    end: int
    node: ast.expr | None
    above: ast.AST | None
    hole: str
    module: str = ""

    @property
    def is_word(self) -> bool:
        """Any text will do: a name, and what stands between the brackets of an index."""
        return self.node is None or (isinstance(self.above, ast.Subscript) and self.node is self.above.slice)


class _Template:
    """``tree``: the expression as it reads with a name in each hole."""

    __slots__ = ("slots", "tree", "words")

    def __init__(self, text: str) -> None:
        plain = _HOLE.sub(lambda hole: f"_{hole[1] or 'h'}_"[: len(hole[0])], text)  # a name as long as the hole
        tree = _parsed(plain)
        self.tree = tree if tree.col_offset < 2 else _ENCLOSED
        above = {below: node for node in ast.walk(tree) for below in ast.iter_child_nodes(node)}
        starts = [-1, *(line.end() for line in re.finditer("\n", plain))]  # one parenthesis stands before it
        names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
        nodes = {starts[node.lineno - 1] + node.col_offset: node for node in names}
        numbers = itertools.count()
        self.slots: list[_Slot] = []
        for hole in _HOLE.finditer(text):
            node = nodes.get(hole.start())
            assert node is None or len(node.id) == len(hole[0]), f"a hole runs into its neighbour: {text}"
            around = None if node is None else above.get(node)
            self.slots.append(_Slot(hole.start(), hole.end(), node, around, hole[1] or str(next(numbers))))
        self.words = {slot.hole for slot in self.slots if slot.is_word}
        for start, node in nodes.items():
            if node.id in _MODULES:
                more = _module_in(node, above)
                end = start + len(node.id) + len(more)
                self.slots.append(_Slot(start, end, node, above.get(node), "", _MODULES[node.id] + more))
        self.slots.sort(key=lambda slot: slot.start)


def _module_in(name: ast.Name, above: dict[ast.AST, ast.AST]) -> str:
    """``.random`` of ``jax.random.split``, as the file may have that module under a name of its own."""
    module = above.get(name)
    is_module = name.id == "jax" and isinstance(above.get(module), ast.Attribute)  # type: ignore[arg-type]
    return f".{module.attr}" if is_module and isinstance(module, ast.Attribute) else ""


_known: dict[str, _Template] = {}


def _parsed(text: str) -> ast.expr:
    """The tree, on whatever lines; what is in parentheses of its own begins at the third character."""
    return ast.parse(f"({text}\n)", mode="eval").body


def _parts(site: Site | None, hole: Hole, is_word: bool) -> list[Quoted]:
    if not isinstance(hole, _ONE):
        return [_argument(site, one) for one in hole]
    text = str(hole) if isinstance(hole, int) else hole
    if isinstance(text, str) and is_word:
        return [_argument(site, text)]
    return [_quoted(site, text)]


def _quoted(site: Site | None, hole: ast.expr | str) -> Quoted:
    if isinstance(hole, Quoted):
        return hole
    if isinstance(hole, str):
        return _read(hole)
    assert site is not None
    text, pure = site.text(hole), is_pure(site, hole)
    bare = not isinstance(hole, (ast.Tuple, ast.GeneratorExp))
    return Quoted(text, hole if bare else _read(text).tree, pure)


def _read(text: str) -> Quoted:
    """Source that was not quoted."""
    tree = _parsed(text)
    is_bare = tree.col_offset < (1 if isinstance(tree, (ast.Tuple, ast.GeneratorExp)) else 2)
    return Quoted(text, tree if is_bare else _ENCLOSED, not _has_effects(tree))


def _argument(site: Site | None, given: ast.expr | str) -> Quoted:
    """As source, it may be ``name=value``, ``*values`` or an index, too."""
    if isinstance(given, (ast.expr, Quoted)):
        return _quoted(site, given)
    return Quoted(given, _ENCLOSED, given.isidentifier())


def _has_effects(tree: ast.expr) -> bool:
    return any(isinstance(node, _EFFECTS) for node in ast.walk(tree))


def _check_pure(known: _Template, filled: dict[str, list[Quoted]]) -> None:
    for name, parts in filled.items():
        if sum(slot.hole == name for slot in known.slots) > 1:
            for part in parts:
                if not part.pure:
                    raise NoFix(f"`{part}` would be evaluated twice")


def _with_arguments(text: str, given: list[Quoted], template: str, at: int) -> tuple[str, int]:
    """Where there is none, a comma goes, too."""
    if given:
        return text + ", ".join([f"({one})" if is_loose(_ENCLOSED, one.tree, one.tree) else one for one in given]), at
    return text.removesuffix(", "), at + 2 * (template.startswith(", ", at) and not text.endswith(", "))


def _fitted(part: Quoted, slot: _Slot) -> str:
    """In parentheses where the place asks for them, or where its lines would not hold together."""
    if slot.node is None:
        return part
    above, place = slot.above, slot.node
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
