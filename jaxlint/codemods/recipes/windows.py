"""Slices with traced bounds: masked where they are reduced, a window of constant width where they are not."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.bindings import is_pure
from jaxlint.codemods.recipes.proof import rank
from jaxlint.codemods.recipes.reductions import keeps, reduction_of, told
from jaxlint.codemods.recipes.wording import atom, operand
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.tracing.value import Const, Static

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_MASKED = "reduce the whole array under a mask; a negative bound, which counts from the end, selects other elements"
_WINDOW = "a window of constant width; at the ends it is moved inside the array, where a slice would be cut off"


def without_traced_bound(site: Site, node: ast.AST) -> Rewrite | None:
    """``x[:n].sum()`` or ``x[i : i + 3]``."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Slice) or node.slice.step is not None:
        return None
    if not isinstance(node.ctx, ast.Load) or not is_pure(site, node.value):
        return None
    return _masked(site, node, node.slice) or _window(site, node, node.slice)


def _masked(site: Site, node: ast.Subscript, bounds: ast.Slice) -> Rewrite | None:
    reduction = reduction_of(site, node)
    if reduction is None or rank(site, node.value) != 1 or reduction.name == "norm":
        return None
    kept = keeps(site, reduction, flat=True)
    if kept is None:
        return None
    base = site.text(node.value)
    index = f"{site.name_of('jax.numpy')}.arange({atom(base)}.shape[0])"
    tests = [] if bounds.lower is None else [f"{index} >= {operand(bounds.lower, site.text(bounds.lower))}"]
    if bounds.upper is not None:
        tests.append(f"{index} < {operand(bounds.upper, site.text(bounds.upper))}")
    where = tests[0] if len(tests) == 1 else " & ".join(f"({test})" for test in tests)
    return Rewrite("unsafe", _MASKED, [Replace(reduction.call, told(site, reduction, base, where, kept, None))])


def _window(site: Site, node: ast.Subscript, bounds: ast.Slice) -> Rewrite | None:
    lower, upper = bounds.lower, bounds.upper
    if lower is None or not is_pure(site, lower):
        return None
    if not isinstance(upper, ast.BinOp) or not isinstance(upper.op, ast.Add):
        return None
    for start, width in ((upper.left, upper.right), (upper.right, upper.left)):
        if ast.dump(start) == ast.dump(lower) and isinstance(site.value(width), (Const, Static)):
            lax = site.name_of("jax.lax")
            text = f"{lax}.dynamic_slice_in_dim({site.text(node.value)}, {site.text(lower)}, {site.text(width)})"
            return Rewrite("unsafe", _WINDOW, [Replace(node, text)])
    return None
