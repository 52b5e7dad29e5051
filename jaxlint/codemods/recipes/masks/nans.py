"""Masks that leave out NaNs and nothing else: ``~isnan(x)``."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import sole_assignment, unchanged
from jaxlint.codemods.recipes.analysis.proof import jax_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.masks.end import End
    from jaxlint.codemods.recipes.masks.phrasing import Phrasing
    from jaxlint.codemods.site import Site


def array_without_nan(phrasing: Phrasing, end: End, mask: ast.expr) -> str | None:
    """The array that an end takes, where the mask is ``~isnan`` of it."""
    site, operand = phrasing.site, end.operands[0]
    named = phrasing.flow.named(operand)
    if named is not None:
        operand = named.value
    statement = sole_assignment(site, mask.id) if isinstance(mask, ast.Name) else None
    tested = _not_nan(site, mask if statement is None else statement.value)
    if tested is None or not isinstance(operand, ast.Subscript) or not end.layout.is_flat:
        return None
    kept = unchanged(site, tested, tested, operand) and unchanged(site, tested, tested, end.call, phrasing.gone)
    return site.text(operand.value) if kept and ast.dump(tested) == ast.dump(operand.value) else None


def _not_nan(site: Site, mask: ast.AST) -> ast.expr | None:
    """x of ``~isnan(x)``."""
    inner = mask.operand if isinstance(mask, ast.UnaryOp) and isinstance(mask.op, ast.Invert) else None
    if jax_name(site, mask) == "jax.numpy.logical_not":
        inner = mask.args[0]  # type: ignore[attr-defined]
    if inner is None or jax_name(site, inner) != "jax.numpy.isnan":
        return None
    return inner.args[0] if isinstance(inner, ast.Call) else None
