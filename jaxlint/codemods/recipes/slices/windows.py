"""Slices as wide as is known while tracing, wherever they begin: ``x[i : i + W]``, ``x[:, i * W : (i + 1) * W]``."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.affine import Polynomial, is_static, polynomial, whole
from jaxlint.codemods.recipes.analysis.ranges import axis_length, range_of
from jaxlint.codemods.recipes.slices.cuts import Cut, Sliced, Unclear
from jaxlint.codemods.recipes.wording.wording import operand, summand
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.syntax.module import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_CLAMPED = "a window of constant width; at the ends it is moved inside the array, where a slice would be cut off"
_INSIDE = "a window of constant width, which is proved to lie inside the array"


class Window:
    """``start`` and ``width`` as source; ``inside``: proved to lie in the axis; ``natural``: not to begin below 0."""

    def __init__(self, site: Site, sliced: Sliced, cut: Cut) -> None:
        lower, upper = cut.bounds.lower, cut.bounds.upper
        if cut.step != 1:
            raise Unclear
        width = width_of(site, lower, upper)
        if lower is None or width is None:
            raise Unclear
        self.axis = cut.axis
        self.start = site.text(lower)
        self.summand = summand(lower, self.start)
        self.width, size = width
        start = range_of(site, lower)
        length = axis_length(site, sliced.base, cut.axis)
        room = None if length is None else length.minus(size)
        self.natural = start.is_natural
        self.inside = start.fits(room)


def width_of(site: Site, lower: ast.expr | None, upper: ast.expr | None) -> tuple[str, Polynomial] | None:
    """How far two bounds lie apart, as source and number, where that is known while tracing."""
    if lower is None or upper is None:
        return None
    low, high = polynomial(site, lower), polynomial(site, upper)
    if low is None or high is None:
        return None
    width = high.minus(low)
    if width.number is not None:
        return (_named(site, upper, width) or str(width.number), width) if width.number > 0 else None
    parts = [part for bound in (upper, lower) for part in walk(bound) if isinstance(part, ast.expr)]
    for part in parts:
        known = polynomial(site, part) if is_static(site, part) else None
        for factor in (1, 2, 3, 4):
            if known is not None and known.times(whole(factor)).equals(width):
                text = site.text(part)
                return (text if factor == 1 else f"{factor} * {operand(part, text)}"), width
    return None


def _named(site: Site, upper: ast.expr, width: Polynomial) -> str | None:
    """The name that the user gave the number."""
    for part in walk(upper):
        if isinstance(part, (ast.Name, ast.Attribute)) and is_static(site, part):
            known = polynomial(site, part)
            if known is not None and known.equals(width):
                return site.text(part)
    return None


def windowed_read(site: Site, node: ast.Subscript, only_inside: bool) -> Rewrite | None:
    """``lax.dynamic_slice_in_dim`` or ``lax.dynamic_slice``; ``only_inside``: where nothing can be cut off."""
    try:
        sliced = Sliced(site, node)
        windows = [Window(site, sliced, cut) for cut in sliced.cuts]
    except Unclear:
        return None
    inside = all(window.inside for window in windows)
    if not windows or (only_inside and not inside):
        return None
    text = _sliced_text(site, sliced, windows) + sliced.text[len(site.text(sliced.base)) :]
    return Rewrite("safe" if inside else "unsafe", _INSIDE if inside else _CLAMPED, [Replace(node, text)])


def _sliced_text(site: Site, sliced: Sliced, windows: list[Window]) -> str:
    lax, text = site.name_of("jax.lax"), site.text(sliced.base)
    if len(windows) > 1 and sliced.full == len(windows) and all(window.axis >= 0 for window in windows):
        starts, widths = ", ".join(one.start for one in windows), ", ".join(one.width for one in windows)
        return f"{lax}.dynamic_slice({text}, ({starts}), ({widths}))"
    for window in windows:
        axis = f", axis={window.axis}" if window.axis else ""
        text = f"{lax}.dynamic_slice_in_dim({text}, {window.start}, {window.width}{axis})"
    return text
