"""A name for a mask that would be written out several times."""

from __future__ import annotations

import ast
import re

from jaxlint.codemods.recipes.analysis.bindings import around, is_plain, runs_after, unchanged
from jaxlint.codemods.recipes.analysis.proof import jax_name, kind
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.wording.fresh_names import names_below
from jaxlint.codemods.recipes.wording.lifting import respelled
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace
from jaxlint.syntax.binders import COMPREHENSIONS
from jaxlint.syntax.nodes import index_parts, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from jaxlint.codemods.recipes.masks.flow import Flow
    from jaxlint.codemods.recipes.masks.phrasing import Phrasing
    from jaxlint.codemods.site import Site

    Teller = Callable[[], list[Replace]]

_CLOSED = (*COMPREHENSIONS, ast.Lambda)
_INDICES = ("where", "nonzero", "flatnonzero", "argwhere")
_SIMPLE = (ast.Assign, ast.AugAssign, ast.Expr, ast.Return)


def phrased(
    phrasing: Phrasing, mask: ast.expr, tell: Teller, host: ast.stmt | None = None, places: Sequence[ast.expr] = ()
) -> list[Replace]:
    """What ``tell`` says with the phrasing; the mask gets a name where it is needed more than once, or too late.

    ``host``: the statement that makes indices of the mask, and is to go; ``places``: others that need the mask.
    """
    site, text = phrasing.site, phrasing.mask
    phrasing.said = 0
    told = tell()
    late = _comes_too_late(phrasing, mask, host, places)
    if late or (phrasing.said > 1 and not (is_short(mask) and text == site.text(mask))):
        first = _first(phrasing.flow) if host is None else host
        if first is not None:
            name = name_for(site, mask)
            phrasing.call_mask(name)
            told = tell()
            binding, told = (f"{name} = {text}", told) if phrasing.grid else _shaped(name, text, told)
            return preceded(site, first, binding, told, gone=host is not None)
        if late:
            raise Escapes
    return told if host is None else [Replace([host], ""), *told]


def is_short(mask: ast.expr) -> bool:
    """``keep`` and ``~keep`` may be written twice."""
    return is_plain(mask.operand if isinstance(mask, ast.UnaryOp) and isinstance(mask.op, ast.Invert) else mask)


def _shaped(name: str, text: str, told: list[Replace]) -> tuple[str, list[Replace]]:
    """The statement that names the mask, which is given at once the axes that it is given wherever it is needed."""
    sources = "\n".join(one.source for one in told)
    shapes = set(re.findall(rf"\b{name}\b(\[(?::|\.\.\.)(?:, None)+\]|)", sources))
    if len(shapes) != 1 or shapes == {""}:
        return f"{name} = {text}", told
    (shape,) = shapes
    again = [Replace(one.nodes, re.sub(rf"\b{name}{re.escape(shape)}", name, one.source)) for one in told]
    return f"{name} = {quote(None, '{}' + shape, text)}", again


def _comes_too_late(phrasing: Phrasing, mask: ast.expr, host: ast.stmt | None, places: Sequence[ast.expr]) -> bool:
    """Where the mask is needed, names in it have got new values: it must be made before."""
    site, flow = phrasing.site, phrasing.flow
    since = min(flow.leaves, key=lambda node: (node.lineno, node.col_offset), default=None) if host is None else host
    needed = [*(end.call for end in flow.ends), *flow.counts, *flow.leaves, *places]
    return since is not None and not all(unchanged(site, mask, since, place, phrasing.gone) for place in needed)


def name_for(site: Site, mask: ast.expr) -> str:
    """``mask``, or ``mask_2`` for the second mask of a function, as both may be named at once; new to the function."""
    top = site.function or site.module.tree
    taken = names_below(top)
    place = _places(site, top).get(mask, 0)
    names = ["mask", *(f"mask_{number}" for number in range(2, len(taken) + place + 3))]
    return [name for name in names if name not in taken][place]


def _places(site: Site, top: ast.AST) -> dict[ast.expr, int]:
    """The masks of a function: the first, the second ..., those that read the same as one."""
    if ("masks", top) not in site.facts:
        masks = [part for node in walk(top) for part in _masks_in(site, node)]
        found = [part for part in masks if kind(site, part) == "b" and not is_plain(part)]
        found.sort(key=lambda node: (node.lineno, node.col_offset))
        texts: dict[str, int] = {}
        site.facts["masks", top] = {part: texts.setdefault(ast.dump(part), len(texts)) for part in found}
    return site.facts["masks", top]  # type: ignore[no-any-return]


def _masks_in(site: Site, node: ast.AST) -> list[ast.expr]:
    """What may be a mask: indices, and the argument of ``where``."""
    if isinstance(node, ast.Subscript):
        return index_parts(node)
    names = jax_name(site, node).rpartition(".")[2]
    return node.args if isinstance(node, ast.Call) and len(node.args) == 1 and names in _INDICES else []


def _first(flow: Flow) -> ast.stmt | None:
    """The statement with the first read through the mask, if all others come after it."""
    site = flow.site
    if isinstance(site.function, ast.Lambda) or not flow.leaves:
        return None
    leaf, *others = sorted(flow.leaves, key=lambda node: (node.lineno, node.col_offset))
    host = site.module.statement_of(leaf)
    if not isinstance(host, _SIMPLE):
        return None
    starts_line = not site.module.source.text[: site.module.source.span(host).start].rpartition("\n")[2].strip()
    same = [other for other in others if site.module.statement_of(other) is host]
    follow = all(other in same or runs_after(site, other, host) for other in others)
    inside = set(walk(host))
    needed = [leaf, *same, *(end.call for end in flow.ends if end.call in inside)]
    closed = any(isinstance(above, _CLOSED) for one in needed for above in around(site, one) if above in inside)
    return host if starts_line and follow and not closed else None


def preceded(site: Site, host: ast.stmt, binding: str, told: list[Replace], gone: bool) -> list[Replace]:
    """The host's own replacements put into one, with the binding before it; or in its place."""
    inside = set(walk(host))
    own = {one.nodes: one.source for one in told if isinstance(one.nodes, ast.AST) and one.nodes in inside}
    whole = [one.source for one in told if one.nodes == [host]]
    others = [one for one in told if one.nodes != [host] and not (isinstance(one.nodes, ast.AST) and one.nodes in own)]
    rest = "" if gone else whole[0] if whole else respelled(site, host, own)
    return [Replace([host], f"{binding}\n{rest}" if rest else binding), *others]
