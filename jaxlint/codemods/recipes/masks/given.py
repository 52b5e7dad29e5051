"""What a function hands out of its masked values: with the mask beside them, callers can reduce them."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.keys.imported import dotted_name
from jaxlint.codemods.recipes.masks.end import End
from jaxlint.codemods.recipes.masks.layouts import FLAT
from jaxlint.codemods.rewrite import Insert
from jaxlint.dataflow.assignment import always_leaves
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.masks.flow import Flow
    from jaxlint.codemods.recipes.masks.layouts import Layout
    from jaxlint.codemods.recipes.masks.phrasing import Phrasing
    from jaxlint.codemods.site import Site

_ARRAYS = ("jax.Array", "jax.numpy.ndarray", "jaxtyping.Array", "chex.Array")


class Given(End):
    """The value of a ``return``; ``items``: its parts, of which some are masked."""

    def __init__(self, value: ast.expr) -> None:
        super().__init__(value, [], FLAT)
        self.items: list[ast.expr] = value.elts if isinstance(value, ast.Tuple) else [value]

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        del nan
        said = [phrasing.bare(one) if one in self.operands else phrasing.with_ends(one) for one in self.items]
        return ", ".join([*said, phrasing.mask])


class Handed:
    """What the callers of a function get: ``count`` values, those at some places masked; ``whole``: one, no tuple."""

    __slots__ = ("count", "layouts", "whole")

    def __init__(self, given: Given, flow: Flow) -> None:
        self.whole = given.items == [given.call]
        self.count = len(given.items)
        self.layouts = {at: flow.layouts[one] for at, one in enumerate(given.items) if one in flow.layouts}

    def is_like(self, other: Handed) -> bool:
        alike = (self.whole, self.count, set(self.layouts)) == (other.whole, other.count, set(other.layouts))
        return alike and all(layout.agrees(other.layouts[at]) for at, layout in self.layouts.items())


def givens(function: ast.AST | None) -> dict[ast.expr, Given]:
    """By each part of what a function returns; none where that is not told by its ``return`` statements alone."""
    found: dict[ast.expr, Given] = {}
    for one in returns_of(function):
        if one.value is None or isinstance(one.value, ast.Starred):
            return {}
        made = Given(one.value)
        if any(isinstance(item, ast.Starred) for item in made.items):
            return {}
        found.update(dict.fromkeys(made.items, made))
    return found


def returns_of(function: ast.AST | None) -> list[ast.Return]:
    """Its own, if it can't end otherwise."""
    if not isinstance(function, ast.FunctionDef) or not always_leaves(function.body):
        return []
    inner = [one for one in walk(function) if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))]
    below = {part for one in inner if one is not function for part in walk(one)}
    own = [one for one in walk(function) if one not in below]
    if any(isinstance(one, (ast.Yield, ast.YieldFrom)) for one in own):
        return []
    return [one for one in own if isinstance(one, ast.Return)]


def annotated(site: Site, function: ast.FunctionDef, handed: Handed) -> list[Insert] | None:
    """What makes an annotation speak of the mask, too; None for one that can't."""
    told = function.returns
    if told is None:
        return []
    span = site.module.source.span(told)
    if handed.whole:
        if dotted_name(site.module, told) not in _ARRAYS:
            return None
        return [Insert(span.start, "tuple["), Insert(span.end, f", {site.text(told)}]")]
    parts = told.slice if isinstance(told, ast.Subscript) else None
    name = dotted_name(site.module, told.value) if isinstance(told, ast.Subscript) else ""
    if not isinstance(parts, ast.Tuple) or len(parts.elts) != handed.count or name not in ("tuple", "typing.Tuple"):
        return None
    plain = next((one for one in parts.elts if dotted_name(site.module, one) in _ARRAYS), None)
    if plain is None:
        return None
    return [Insert(site.module.source.span(parts.elts[-1]).end, f", {site.text(plain)}")]


def layout_of(handed: Handed) -> Layout:
    """Of the one value that is no tuple."""
    (layout,) = handed.layouts.values()
    return layout
