"""Slices as wide as is known while tracing, wherever they begin: ``x[i : i + W]``, ``x[:, i * W : (i + 1) * W]``."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.affine import Polynomial, is_static, polynomial, whole
from jaxlint.codemods.recipes.analysis.ranges import axis_length, range_of
from jaxlint.codemods.recipes.masks.guesses import unpacked_rank
from jaxlint.codemods.recipes.slices.cuts import Cut, Sliced
from jaxlint.codemods.recipes.static.static_names import made_static_parameter
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import safe_if
from jaxlint.syntax.nodes import index_parts, walk
from jaxlint.text.quoted import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_CLAMPED = "use `lax.dynamic_slice`; near the ends the start is clamped and the slice keeps its length"
_INSIDE = "use `lax.dynamic_slice`; it is always in bounds"


class Window:
    """``start`` and ``width`` as source; ``inside``: proved to lie in the axis; ``natural``: not to begin below 0."""

    def __init__(self, site: Site, sliced: Sliced, cut: Cut) -> None:
        lower, upper = cut.bounds.lower, cut.bounds.upper
        if cut.step != 1:
            raise NoFix
        width = width_of(site, lower, upper)
        if lower is None or width is None:
            raise NoFix
        self.axis = cut.axis
        self.lower = lower
        self.start = site.text(lower)
        self.width, size = width
        start = range_of(site, lower)
        length = axis_length(site, sliced.base, cut.axis)
        room = None if length is None else length.minus(size)
        self.natural = start.is_natural
        self.inside = start.fits(room)


def not_negative(site: Site, start: ast.expr) -> str:
    """What is taken for granted of the place where a window begins: positions below 0 would be counted from the end."""
    return f"{quoted(site.text(start))} is assumed not to be negative"


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
                return (text if factor == 1 else quote(site, "{} * {}", factor, text)), width
    summed = _summed(site, width, parts)
    return None if summed is None else (summed, width)


def _summed(site: Site, width: Polynomial, parts: list[ast.expr]) -> str | None:
    """``2 * r + 1``, of numbers that are known while tracing."""
    names = [part for part in parts if isinstance(part, ast.Name) and is_static(site, part)]
    said = {_key(site, name): site.text(name) for name in names}
    text = ""
    for monomial, factor in sorted(width.terms.items(), key=lambda term: not term[0]):
        if len(monomial) > 1 or (monomial and monomial[0] not in said):
            return None
        number = [str(abs(factor))] if abs(factor) != 1 or not monomial else []
        term = " * ".join([*number, *(said[key] for key in monomial)])
        if factor < 0 and not text:
            return None
        text = f"{text} {'+' if factor > 0 else '-'} {term}" if text else term
    return text or None


def _key(site: Site, name: ast.Name) -> object:
    """Of a polynomial that is this name and no more."""
    known = polynomial(site, name)
    terms = [] if known is None else list(known.terms.items())
    return terms[0][0][0] if len(terms) == 1 and terms[0][1] == 1 and len(terms[0][0]) == 1 else None


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
    except NoFix:
        return None
    inside = all(window.inside for window in windows)
    if not windows or (only_inside and not inside):
        return None
    text = _sliced_text(site, sliced, windows) + sliced.text[len(site.text(sliced.base)) :]
    return Rewrite(safe_if(inside), _INSIDE if inside else _CLAMPED, [Replace(node, text)])


def with_static_width(site: Site, node: ast.Subscript, bound: ast.AST) -> Rewrite | None:
    """``x[i : i + n]``, where n can be made static: a window then, wherever it begins."""
    indices = index_parts(node)
    for one in indices:
        if isinstance(one, ast.Slice) and bound in (one.lower, one.upper) and one.step is None:
            names = _names_of_width(site, one.lower, one.upper)
            traced: list[ast.expr] = [name for name in names if not is_static(site, name)]
            return made_static_parameter(site, ast.Tuple(traced, ast.Load())) if traced else None
    return None


def _names_of_width(site: Site, lower: ast.expr | None, upper: ast.expr | None) -> list[ast.Name]:
    """The names that say how far two bounds lie apart; none where something else does, too, or all of them do."""
    low, high = (None if end is None else polynomial(site, end) for end in (lower, upper))
    if low is None or high is None or lower is None or upper is None:
        return []
    wanted = {key for monomial in high.minus(low).terms for key in monomial}
    found = {name.id: name for end in (lower, upper) for name in walk(end) if isinstance(name, ast.Name)}
    keys = {name: set(_keys(site, node)) for name, node in found.items()}
    said = [found[name] for name, mine in keys.items() if mine and mine <= wanted]
    return said if wanted == {key for name in said for key in keys[name.id]} and len(said) < len(found) else []


def _keys(site: Site, node: ast.expr) -> list[object]:
    known = polynomial(site, node)
    return [] if known is None else [key for monomial in known.terms for key in monomial]


def _sliced_text(site: Site, sliced: Sliced, windows: list[Window]) -> str:
    lax, text = site.name_of("jax.lax"), site.text(sliced.base)
    full = sliced.full or unpacked_rank(site, sliced.base)
    if len(windows) > 1 and full == len(windows) and all(window.axis >= 0 for window in windows):
        starts, widths = ", ".join(one.start for one in windows), ", ".join(one.width for one in windows)
        return f"{lax}.dynamic_slice({text}, ({starts}), ({widths}))"
    for window in windows:
        axis = f", axis={window.axis}" if window.axis else ""
        text = f"{lax}.dynamic_slice_in_dim({text}, {window.start}, {window.width}{axis})"
    return text
