"""``x in values`` as an array of booleans."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import is_pure
from jaxlint.codemods.recipes.analysis.proof import callee, is_scalar, kind, number_of, rank
from jaxlint.codemods.recipes.wording.elements import collected
from jaxlint.codemods.recipes.wording.quote import chained, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_FEW = 3  # numbers that are compared with one by one
_LARGEST = 2**31


def member(site: Site, node: ast.Compare) -> tuple[str, bool] | None:
    """``x in (1, 2)`` as one boolean, and whether it is the same for certain; None where no array says it."""
    if len(node.ops) != 1 or not isinstance(node.ops[0], (ast.In, ast.NotIn)) or not is_pure(site, node.left):
        return None
    inside = isinstance(node.ops[0], ast.In)
    left, choices = node.left, node.comparators[0]
    made = _in_display(site, left, choices, inside) or _in_range(site, left, choices, inside)
    return made or _in_numbers(site, left, choices, inside)


def _in_display(site: Site, left: ast.expr, choices: ast.expr, inside: bool) -> tuple[str, bool] | None:
    if not isinstance(choices, (ast.Tuple, ast.List, ast.Set)) or not choices.elts:
        return None
    if any(isinstance(one, ast.Starred) for one in choices.elts):
        return None
    if len(choices.elts) > _FEW and rank(site, left) in (0, None) and all(map(_is_plain_number, choices.elts)):
        return _in_numbers(site, left, choices, inside)
    symbol, join = ("==", "|") if inside else ("!=", "&")
    parts = [quote(site, f"{{}} {symbol} {{}}", left, one) for one in choices.elts]
    safe = is_scalar(site, left) and all(isinstance(one, ast.Constant) for one in choices.elts)
    return chained(site, join, parts), safe


def _in_range(site: Site, left: ast.expr, choices: ast.expr, inside: bool) -> tuple[str, bool] | None:
    """``i in range(2, n)``, of a whole number."""
    if callee(site, choices) != "builtins.range" or not isinstance(choices, ast.Call) or choices.keywords:
        return None
    if kind(site, left) != "i" or not 1 <= len(choices.args) <= 2 or not is_scalar(site, left):
        return None
    bounds: list[ast.expr | str] = ["0", *choices.args]
    low, high = bounds[-2:]
    template = "({low} <= {x}) & ({x} < {high})"
    return quote(site, template if inside else f"~({template})", low=low, x=left, high=high), True


def _in_numbers(site: Site, left: ast.expr, choices: ast.expr, inside: bool) -> tuple[str, bool] | None:
    """In an array, or in a list of numbers."""
    numbers = collected(site, choices)
    if numbers is None:
        return None
    if rank(site, left) in (0, None):
        exact = numbers.exact and is_scalar(site, left)
        return quote(site, "jnp.isin({}, {})" if inside else "~jnp.isin({}, {})", left, numbers.text), exact
    template = "jnp.any({} == {})" if inside else "jnp.all({} != {})"
    return quote(site, template, numbers.text, left), False


def _is_plain_number(node: ast.expr) -> bool:
    number = number_of(node)
    return type(number) in (int, float) and abs(number) < _LARGEST  # type: ignore[arg-type]
