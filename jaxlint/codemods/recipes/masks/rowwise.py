"""Steps that treat each selected value, or row, on its own: what they do to the layout."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis import smoothness
from jaxlint.codemods.recipes.analysis.formulas import formula_of
from jaxlint.codemods.recipes.analysis.proof import constant, jax_name, kind, rank
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.guesses import apparent_rank, axes_used
from jaxlint.codemods.recipes.masks.layouts import Layout, axes_given
from jaxlint.codemods.recipes.masks.reductions import Reduction, axis_of, reduction_of
from jaxlint.codemods.recipes.masks.running import is_normalized, running_step
from jaxlint.syntax.nodes import index_parts
from jaxlint.tracing.values.value import Transformed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_PRODUCTS = ("jax.numpy.dot", "jax.numpy.matmul")


def row_step(site: Site, node: ast.expr, layout: Layout) -> tuple[ast.expr, Layout] | None:
    """The expression around ``node`` that still has one row for each selected one, and its layout."""
    parent = site.module.parents[node]
    step: ast.AST = parent
    if isinstance(parent, ast.Attribute) and isinstance(site.module.parents[parent], ast.Call):
        step = site.module.parents[parent]  # x[m].astype(...)
    if isinstance(step, ast.expr) and smoothness.is_elementwise(site, step):
        return step, layout
    if layout.transposed:
        return None
    if is_mapped(site, step) and parent is step and layout.before == 0 and layout.masked == 1:
        made = rank(site, step)
        if made is None or (rank(site, node) is None and formula_of(site, step) is None):
            raise Escapes  # whether a row is one number, the function alone may say
        return step, Layout(0, 1, made - 1)  # type: ignore[return-value]
    if _goes_along_rows(site, step, node, layout):
        return step, layout  # type: ignore[return-value]
    running = running_step(site, node, layout)
    if running is not None:
        return running, layout
    if isinstance(parent, ast.Attribute) and parent.attr == "T" and layout.rank == 2:
        return parent, Layout(layout.after, layout.masked, layout.before)
    if isinstance(parent, ast.Subscript) and parent.value is node:
        return parent, _indexed(site, parent, layout)
    if isinstance(parent, ast.Subscript) and parent.slice is node and kind(site, node) == "i" and layout.is_flat:
        return parent, Layout(0, layout.masked, (apparent_rank(site, parent.value) or 1) - 1)  # rows that they choose
    if (beside := _beside(site, parent, layout)) is not None:
        return beside, Layout(0, 1, 1)
    if _is_squeezed(site, step, node, layout):
        return step, Layout(0, layout.masked, layout.after - 1)  # type: ignore[return-value]
    reduction = row_reduction(site, node, layout)
    if reduction is not None:
        return reduction.call, _reduced(site, reduction, layout)
    if isinstance(parent, ast.expr) and is_row_product(site, parent, node) and layout.after:
        other = apparent_rank(site, factors(parent)[1]) or min(2, max(1, axes_used(site, parent)))
        if other in (1, 2):
            return parent, Layout(layout.before, layout.masked, layout.after - 2 + other)
    return None


def _goes_along_rows(site: Site, call: ast.AST, node: ast.expr, layout: Layout) -> bool:
    """``log_softmax(rows)``, ``take_along_axis(rows, places, axis=1)``: each row on its own."""
    if not isinstance(call, ast.Call) or not layout.after or layout.before:
        return False
    name = jax_name(site, call)
    most = 1 if is_normalized(site, call) else 2 if name == "jax.numpy.take_along_axis" else 0
    axes = [*call.args[most:], *(one.value for one in call.keywords)]
    named = {one.arg for one in call.keywords} <= {"axis"} and len(axes) <= 1
    along = (most == 1 and not axes) or [constant(site, one) for one in axes] in ([-1], [layout.after])
    return node in call.args[:most] and named and along


def _beside(site: Site, items: ast.AST, layout: Layout) -> ast.expr | None:
    """``stack([x[m], y[m]], axis=1)``, ``column_stack([x[m], y[m]])``: a row of numbers for each selected one."""
    call = site.module.parents[items] if isinstance(items, (ast.List, ast.Tuple)) else None
    if not isinstance(call, ast.Call) or call.args[:1] != [items] or not layout.is_flat or layout.masked != 1:
        return None
    name = jax_name(site, call)
    axes = [*call.args[1:], *(one.value for one in call.keywords)]
    last = [constant(site, one) for one in axes] in ([-1], [1]) and {one.arg for one in call.keywords} <= {"axis"}
    stacked = (name == "jax.numpy.stack" and last) or (name == "jax.numpy.column_stack" and not axes)
    return call if stacked else None


def _is_squeezed(site: Site, step: ast.AST, node: ast.expr, layout: Layout) -> bool:
    """``rows.squeeze(-1)``, ``jnp.squeeze(rows, axis=1)``: not the axis of the mask."""
    if not isinstance(step, ast.Call) or not layout.after or layout.before or layout.masked != 1:
        return False
    is_method = isinstance(step.func, ast.Attribute) and step.func.value is node and step.func.attr == "squeeze"
    if not is_method and (jax_name(site, step) != "jax.numpy.squeeze" or step.args[:1] != [node]):
        return False
    axes = [*step.args[not is_method :], *(one.value for one in step.keywords if one.arg == "axis")]
    (number, *more) = [constant(site, one) for one in axes] or [None]
    return isinstance(number, int) and not more and number % layout.rank != 0


def is_mapped(site: Site, node: ast.AST) -> bool:
    """``jax.vmap(f)(x[m])``: one result for each row of each argument."""
    function = site.value(node.func) if isinstance(node, ast.Call) and not node.keywords else None
    return isinstance(function, Transformed) and function.transform == "jax.vmap" and not function.kwargs


def _indexed(site: Site, node: ast.Subscript, layout: Layout) -> Layout:
    """``rows[:, 0]``, ``rows[..., None]``: the axis of the mask is taken whole."""
    indices = index_parts(node)
    dots = isinstance(indices[0], ast.Constant) and indices[0].value is Ellipsis
    if not dots and not (layout.masked and layout.before == 0 and _is_full(indices[0])):
        raise Escapes
    later = indices[1:]
    taken, made = 0, layout.after
    for index in later:
        if isinstance(index, ast.Slice):
            taken += 1
        elif isinstance(index, ast.Constant) and index.value is None:
            made += 1
        elif isinstance(constant(site, index), int):
            taken, made = taken + 1, made - 1
        else:
            raise Escapes
    if taken > layout.after:
        raise Escapes
    return Layout(layout.before, layout.masked, made)


def first_axes(node: ast.expr, layout: Layout) -> dict[ast.AST, str]:
    """The ``:`` of ``rows[:, None]``, as all axes of the mask."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Tuple) or layout.masked == 1:
        return {}
    first = node.slice.elts[0]
    if isinstance(first, ast.Slice) and len(node.slice.elts) != 1 + layout.after:
        new = [one for one in node.slice.elts[1:] if isinstance(one, ast.Constant) and one.value is None]
        if len(node.slice.elts) - 1 - len(new) != layout.after:
            raise Escapes  # the last axes are not all named
    return {first: "..."} if isinstance(first, ast.Slice) else {}


def _is_full(index: ast.expr) -> bool:
    return isinstance(index, ast.Slice) and index.lower is index.upper is index.step is None


def row_reduction(site: Site, node: ast.expr, layout: Layout) -> Reduction | None:
    """A reduction that leaves the axis of the mask alone."""
    reduction = reduction_of(site, node)
    if reduction is None:
        return None
    axes = axes_given(site, axis_of(reduction))
    if axes is None or layout.masks(axes):
        return None
    return reduction


def moved_axes(site: Site, node: ast.expr, layout: Layout) -> dict[ast.AST, str]:
    """The axis argument of a row reduction around ``node``, counted from the end where a mask of several axes goes."""
    reduction = row_reduction(site, node, layout)
    axis = None if reduction is None else axis_of(reduction)
    axes = axes_given(site, axis) or ()
    if axis is None or layout.masked == 1 or all(number < 0 for number in axes):
        return {}
    if layout.before:
        raise Escapes
    moved = tuple(number % layout.rank - layout.rank for number in axes)
    return {axis: str(moved if len(moved) > 1 else moved[0])}


def _reduced(site: Site, reduction: Reduction, layout: Layout) -> Layout:
    keepdims = [keyword.value for keyword in reduction.call.keywords if keyword.arg == "keepdims"]
    if keepdims and constant(site, keepdims[0]) is not False:
        if constant(site, keepdims[0]) is True:
            return layout
        raise Escapes
    axes = {axis % layout.rank for axis in axes_given(site, axis_of(reduction)) or ()}
    before = sum(axis < layout.before for axis in axes)
    return Layout(layout.before - before, layout.masked, layout.after - len(axes) + before)


def factors(node: ast.AST) -> list[ast.expr]:
    """Both sides of ``a @ b``, ``jnp.dot(a, b)``."""
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    return node.args[:2] if isinstance(node, ast.Call) else []


def is_row_product(site: Site, node: ast.expr, row: ast.expr) -> bool:
    """``rows @ matrix``."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        return node.left is row
    return jax_name(site, node) in _PRODUCTS and len(factors(node)) == 2 and factors(node)[0] is row
