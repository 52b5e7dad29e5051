"""``jax.vmap`` over arguments of which some are the same for all rows: ``in_axes=(0, None)``."""

from __future__ import annotations

import ast

from jaxlint.codemods import insert
from jaxlint.codemods.recipes.analysis.proof import callee
from jaxlint.codemods.recipes.analysis.reaching import assigned_value
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.tracing.values.aval import are_unequal
from jaxlint.tracing.values.joining import aval_of, leaves
from jaxlint.tracing.values.value import Container, Instance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Insert
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.values.aval import Dim

_SUMMARY = "share what has no axis of the batch with `in_axes`"


def shared(site: Site, call: ast.AST) -> Rewrite | None:
    """None where nothing tells which arguments are shared, or their axes are given."""
    if not isinstance(call, ast.Call) or call.keywords or any(isinstance(one, ast.Starred) for one in call.args):
        return None
    axes = _axes(site, call.args)
    if axes is None:
        return None
    edit = _mapped_with(site, call.func, f"({', '.join(axes)})")
    return None if edit is None else Rewrite(UNSAFE, _SUMMARY, [edit])


def _axes(site: Site, arguments: list[ast.expr]) -> list[str] | None:
    """``0`` or ``None`` of each: shared are scalars, uneven trees, and what is shaped like a row of another."""
    shapes = [_shapes(site, one) for one in arguments]
    if None in shapes:
        return None
    sizes = [_size(one or []) for one in shapes]
    mapped = [size for at, size in enumerate(sizes) if size is not None and not _is_row(shapes, at)]
    if not mapped or len(mapped) == len(arguments) or any(are_unequal(mapped[0], one) for one in mapped):
        return None
    return ["None" if size is None or _is_row(shapes, at) else "0" for at, size in enumerate(sizes)]


def _shapes(site: Site, argument: ast.expr) -> list[tuple[int | Dim, ...]] | None:
    """Of each array in it; None where one is unknown."""
    value = site.value(argument)
    parts = leaves(value) if isinstance(value, (Container, Instance)) else [value]
    shapes = [aval_of(one).shape for one in parts]
    known = [shape for shape in shapes if isinstance(shape, tuple)]
    return known if len(known) == len(shapes) else None


def _size(shapes: list[tuple[int | Dim, ...]]) -> int | Dim | None:
    """Of the first axis, where all have one and it is the same."""
    if not all(shapes) or any(are_unequal(shapes[0][0], shape[0]) for shape in shapes):
        return None
    return shapes[0][0] if shapes else None


def _is_row(shapes: list[list[tuple[int | Dim, ...]] | None], at: int) -> bool:
    """Has another argument rows of this shape, but of another number?"""
    own = shapes[at]
    others = [shape for place, one in enumerate(shapes) if place != at for shape in one or []]
    if not own or len(own) > 1 or not own[0]:
        return False
    return any(shape[1:] == own[0] and are_unequal(shape[0], own[0][0]) for shape in others)


def _mapped_with(site: Site, function: ast.expr, axes: str) -> Replace | Insert | None:
    made = assigned_value(site, function) if isinstance(function, ast.Name) else function
    if callee(site, made or function) != "jax.vmap" or not isinstance(made, ast.Call) or len(made.args) != 1:
        return None
    given = next((one for one in made.keywords if one.arg == "in_axes"), None)
    if given is None:
        return insert.argument(site.module, made, f"in_axes={axes}")
    return Replace(given.value, quote(site, "{}", axes)) if ast.unparse(given.value) == "0" else None
