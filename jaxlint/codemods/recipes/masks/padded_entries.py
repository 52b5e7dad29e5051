"""What counts the padding of ``nonzero(mask, size=n)`` in, made to leave it out."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.bindings import is_plain, is_pure, unchanged
from jaxlint.codemods.recipes.analysis.proof import callee, kind, rank
from jaxlint.codemods.recipes.masks.counting import count_level, count_text
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.layouts import FLAT
from jaxlint.codemods.recipes.masks.reductions import kept_arguments, reduction_of, told
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.wording import extended
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.shapes import Padded

_NOTHING_AGAIN = "the mask or the size would be evaluated twice"


@recipe
def padding_left_out(site: Site, event: Padded, node: ast.expr, how: str) -> Rewrite | None:
    """``how``: reduced, written or counted."""
    if how == "counted":
        return _counted(site, event, node)
    if how == "written":
        return _written(site, event, node)
    return _reduced(site, event, node)


def _counted(site: Site, event: Padded, node: ast.expr) -> Rewrite:
    if count_level(site, node) is None:
        raise NoFix("a shape or Python control flow depends on the length")
    call = event.node
    if event.callee.endswith("unique"):
        if call not in walk(node) or not isinstance(call, ast.Call) or _has_more(call):
            raise NoFix("the number of distinct values is not computed here")
        text: str = quote(site, "jnp.count_nonzero({}[1])", extended(site, call, "return_counts=True"))
    else:
        text = count_text(site, _mask(site, event, node))
    return Rewrite(UNSAFE, "use `jnp.count_nonzero`", [Replace(node, text)])


def _has_more(call: ast.Call) -> bool:
    return len(call.args) > 1 or any((keyword.arg or "return_").startswith("return_") for keyword in call.keywords)


def _mask(site: Site, event: Padded, until: ast.expr) -> str:
    """The mask, to be written once more, later on."""
    mask = event.selected
    if not is_pure(site, mask) or not unchanged(site, mask, event.node, until):
        raise NoFix(_NOTHING_AGAIN)
    return site.text(mask)


def _written(site: Site, event: Padded, node: ast.expr) -> Rewrite:
    """All that the indices are used for is to write, which JAX drops beyond the end."""
    call, written = event.node, node.func.value  # type: ignore[attr-defined]
    if not isinstance(call, ast.Call) or not isinstance(written, ast.Subscript):
        raise NoFix
    if not _are_read_in(site, event, node):
        raise NoFix("the indices are used for more than writing")
    base = written.value.value  # type: ignore[attr-defined]
    if not is_plain(base) or not unchanged(site, base, call, node):
        raise NoFix("the array to write to has no name at that point")
    single = not isinstance(written.slice, ast.Tuple) and rank(site, event.selected) == 1
    beyond = quote(site, "{}.shape[0]" if single else "{}.size", base)
    made = extended(site, call, f"fill_value={beyond}")
    return Rewrite(UNSAFE, "pad with out-of-bounds indices; writes to them are dropped", [Replace(call, made)])


def _are_read_in(site: Site, event: Padded, node: ast.expr) -> bool:
    """What names the indices have is read in the call that writes, and nowhere else."""
    statement = site.module.statement_of(event.node)
    if event.node in walk(node):
        return True
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    bound = {one.id for target in targets for one in walk(target) if isinstance(one, ast.Name)}
    inside = set(walk(node))
    top = site.function or site.module.tree
    reads = [one for one in walk(top) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)]
    return bool(bound) and all(one in inside for one in reads if one.id in bound)


def _reduced(site: Site, event: Padded, node: ast.expr) -> Rewrite:
    assert isinstance(node, ast.Call)
    operand = node.args[0] if callee(site, node).startswith("jax.") else node.func.value  # type: ignore[attr-defined]
    reduction = reduction_of(site, operand)
    if reduction is None or reduction.name == "norm":
        raise NoFix("the function has no `where=` parameter")
    if event.callee.endswith("unique"):
        if operand is not event.node or not isinstance(operand, ast.Call) or reduction.name != "sum":
            raise NoFix("it is unknown here which values are padding")
        made = extended(site, operand, "fill_value=0")
        return Rewrite(UNSAFE, "pad with zeros", [Replace(operand, made)])
    if rank(site, operand) != 1 and not (rank(site, event.selected) == 1 and _is_gather_of_one_axis(site, operand)):
        raise NoFix("the array has several axes, and it is unknown which one has the padding")
    if not is_plain(event.size) and not is_pure(site, event.size):
        raise NoFix(_NOTHING_AGAIN)
    if not unchanged(site, event.size, event.node, node):
        raise NoFix(_NOTHING_AGAIN)
    mask = _mask(site, event, node)
    where = quote(site, "jnp.arange({}) < jnp.count_nonzero({})", event.size, mask)
    try:
        text = told(site, reduction, site.text(operand), where, kept_arguments(site, reduction, FLAT), None)
    except Escapes:
        raise NoFix("the other arguments of the call are not supported") from None
    return Rewrite(UNSAFE, "exclude the padding", [Replace(node, text)])


def _is_gather_of_one_axis(site: Site, operand: ast.expr) -> bool:
    return isinstance(operand, ast.Subscript) and rank(site, operand.value) == 1 and kind(site, operand) is not None
