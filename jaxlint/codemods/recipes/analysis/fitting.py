"""Does an array keep its dtype, if a value takes the place of some elements?"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import aval, constant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_KINDS = "bifc"
_LARGEST = 2**7  # int8 holds less


def fits(site: Site, array: ast.expr, value: ast.expr, is_number: bool = False) -> bool:
    """For certain: the value is a weak number of the array's kind, or of the same dtype.

    ``is_number``: the array surely holds no booleans, so that a whole number gives way to what it holds.
    """
    mine, given = aval(site, array), aval(site, value)
    if mine.kind is None and is_number and _is_whole(site, value):
        return True
    if mine.kind is None or given.kind is None or not {mine.kind, given.kind} <= set(_KINDS):
        return False
    if _KINDS.index(given.kind) > _KINDS.index(mine.kind):
        return False
    return given.weak or mine.kind == given.kind == "b" or (mine.dtype is not None and mine.dtype == given.dtype)


def number_text(site: Site, array: ast.expr, value: ast.expr) -> str:
    """``0`` for ``0.0``, which leaves an array of unknown dtype as it is."""
    number = constant(site, value)
    if isinstance(value, ast.Constant) and isinstance(number, float) and aval(site, array).kind is None:
        return f"{number:.0f}" if _is_whole(site, value) else site.text(value)
    return site.text(value)


def _is_whole(site: Site, value: ast.expr) -> bool:
    number = constant(site, value)
    if isinstance(number, float):
        return isinstance(value, ast.Constant) and number.is_integer() and abs(number) < _LARGEST
    given = aval(site, value)
    return given.weak and given.kind == "i"


def is_cast(site: Site, array: ast.expr, value: ast.expr) -> bool:
    """A cast is written: the array is known to hold no floats, and the value may."""
    mine, given = aval(site, array).kind, aval(site, value).kind
    return not fits(site, array, value) and mine is not None and mine not in "fc" and given not in ("b", mine)


def widened(site: Site, array: ast.expr, value: ast.expr) -> str:
    """What is said where no cast is written that an array of unknown dtype may have needed."""
    mine, given = aval(site, array), aval(site, value)
    if mine.kind is not None or (given.weak and given.kind in ("b", "i")):
        return ""
    return f"`{site.text(array)}` becomes an array of floats if it holds integers"
