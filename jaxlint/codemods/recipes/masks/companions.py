"""What stands beside masked values in a step: it must not go along the axis of the mask."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis import smoothness
from jaxlint.codemods.recipes.analysis.bindings import uses
from jaxlint.codemods.recipes.analysis.proof import aval, is_scalar, rank
from jaxlint.codemods.recipes.analysis.reaching import given_value
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.rowwise import factors, is_mapped, is_row_product
from jaxlint.syntax.nodes import children
from jaxlint.tracing.values.value import Unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.masks.end import End
    from jaxlint.codemods.recipes.masks.flow import Flow
    from jaxlint.codemods.site import Site


def goes_with_rows(flow: Flow, node: ast.expr, operand: ast.expr) -> bool:
    """Is it proved of an operand of the step ``node``?  Raises where it isn't even likely."""
    site = flow.site
    elementwise = smoothness.is_elementwise(site, node)
    if is_mapped(site, node) and not elementwise:
        raise Escapes
    if any(is_row_product(site, node, one) for one in factors(node)):
        return rank(site, operand) is not None
    if is_scalar(site, operand) or not elementwise:
        return True
    shape, layout = aval(site, operand).shape, flow.layouts[node]
    if layout.transposed:
        raise Escapes(operand)
    if isinstance(shape, tuple) and layout.masked:
        along = shape[: len(shape) - layout.after][-1:]
        if not along or (along == (1,) and layout.masked == 1):
            return True
        raise Escapes(operand)
    if not _is_likely(flow, operand):
        raise Escapes(operand)
    return False


def _is_likely(flow: Flow, operand: ast.expr) -> bool:
    """Of unknown rank, but most often a number, or one row for all masked ones."""
    site = flow.site
    if is_scalar(site, operand):
        return True
    if rank(site, operand) is not None:
        return False
    end = _end_of(flow, operand)
    if end is not None:
        return end.drops_rows
    if isinstance(operand, ast.Name):
        bound = uses(site, operand.id).bindings
        return bool(bound) and all(isinstance(one, ast.arg) or _is_unpacked(site, one) for one in bound)
    if isinstance(operand, ast.Attribute):
        return isinstance(operand.value, ast.Name) and isinstance(site.value(operand), Unknown)
    if not isinstance(operand, (ast.BinOp, ast.UnaryOp)) or not smoothness.is_elementwise(site, operand):
        return False
    return all(_is_likely(flow, one) for one in children(operand) if isinstance(one, ast.expr))


def _end_of(flow: Flow, operand: ast.expr) -> End | None:
    """The end that an operand is, or got its value from."""
    value = given_value(flow.site, operand) if isinstance(operand, ast.Name) else operand
    return next((end for end in flow.ends if end.call is value), None)


def _is_unpacked(site: Site, target: ast.AST) -> bool:
    """``low, high = jnp.percentile(...)``: most often numbers."""
    statement = site.module.statement_of(target)
    value = statement.value if isinstance(statement, ast.Assign) else None
    return isinstance(site.module.parents[target], ast.Tuple) and isinstance(value, ast.Call)
