"""``unique`` with as many places as there can be: those to spare have a count of 0."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import recipe
from jaxlint.codemods.recipes.analysis.bindings import is_pure, sole_assignment, unchanged, uses
from jaxlint.codemods.recipes.analysis.proof import constant, is_array, jax_name, kind, rank
from jaxlint.codemods.recipes.masks.counting import count_level
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.handed_out import handed_out
from jaxlint.codemods.recipes.masks.layouts import FLAT
from jaxlint.codemods.recipes.masks.masks import is_returned
from jaxlint.codemods.recipes.masks.phrasing import Phrasing
from jaxlint.codemods.recipes.masks.reductions import reduction_of
from jaxlint.codemods.recipes.masks.room import elements_of
from jaxlint.codemods.recipes.masks.selection import Selection
from jaxlint.codemods.recipes.masks.telling import told_anew
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.wording import extended
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE, safe_if

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_COUNTED = "pad with `size=`; the padding has a count of 0 and is masked out"
_PADDED = "pad with `size=`; the padding repeats the smallest value, with a count of 0: use entries with `counts > 0`"
_FLAGS = ("return_index", "return_inverse", "return_counts")


class _Parts:
    """The results of one call of ``unique``: the names they are bound to, in order."""

    def __init__(self, site: Site, call: ast.Call) -> None:
        self.site = site
        self.call = call
        given = {one.arg: constant(site, one.value) for one in call.keywords}
        if len(call.args) != 1 or not set(given) <= {*_FLAGS, "equal_nan"} or rank(site, call.args[0]) == 0:
            raise Escapes
        self.kinds = ["values", *(flag for flag in _FLAGS if given.get(flag) is True)]
        statement = site.module.parents[call]
        target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
        self.reads: dict[str, list[ast.expr]] = {"values": [call]}
        self.statement = statement if isinstance(statement, ast.Assign) else None
        if len(self.kinds) > 1:
            if not isinstance(target, ast.Tuple) or len(target.elts) != len(self.kinds):
                raise Escapes
            self.reads = {kind: self._reads(one) for kind, one in zip(self.kinds, target.elts, strict=True)}
            self.counts = self._name(target, "return_counts")
        else:
            if isinstance(target, ast.Name) and sole_assignment(site, target.id) is statement:
                self.reads["values"] = self._reads(target)
            self.counts = ""

    def _name(self, target: ast.Tuple, kind: str) -> str:
        found = target.elts[self.kinds.index(kind)] if kind in self.kinds else None
        return found.id if isinstance(found, ast.Name) else ""

    def _reads(self, target: ast.expr) -> list[ast.expr]:
        if not isinstance(target, ast.Name):
            raise Escapes
        seen = uses(self.site, target.id)
        if target.id == "_" and not seen.reads:
            return []
        if seen.inner or len(seen.bindings) != 1:
            raise Escapes
        return list(seen.reads)

    def sized(self, *more: str) -> str:
        """The call with room for as many as the array has elements."""
        array = self.call.args[0]
        return extended(self.site, self.call, f"size={elements_of(self.site, array)}", *more)


@recipe
def distinct(site: Site, call: ast.Call) -> Rewrite | None:
    """The fix of one call of ``unique``."""
    parts = _Parts(site, call)
    if not is_array(site, call.args[0]) or not is_pure(site, call.args[0]):
        return None
    return _counted(parts) if parts.counts else _uncounted(parts)


def _counted(parts: _Parts) -> Rewrite:
    """All that is made of values and counts, where the count is above 0."""
    site = parts.site
    masked, padded = [], False
    for kind_of, reads in parts.reads.items():
        for read in reads:
            if kind_of == "return_inverse" or _is_unmoved(site, read, counts=kind_of == "return_counts"):
                continue
            if kind_of == "return_index":
                raise Escapes
            if is_returned(site, read):
                padded = True
            else:
                masked.append(read)
    flow = Selection(site, {read: (site.text(read), FLAT) for read in masked}, {})
    phrasing = Phrasing(flow, f"{parts.counts} > 0")
    replacements = told_anew(phrasing, {})
    levels = [count_level(site, count) for count in flow.counts]
    if None in levels:
        raise Escapes
    exact = phrasing.proven and all(end.is_exact(None) for end in flow.ends) and UNSAFE not in levels
    safe = exact and not padded and kind(site, parts.call.args[0]) in ("i", "b")
    sized = Replace(parts.call, parts.sized())
    if padded:
        return handed_out(site, _PADDED, [sized, *replacements])
    return Rewrite(safe_if(safe), _COUNTED, [sized, *replacements])


def _uncounted(parts: _Parts) -> Rewrite:
    """The number of distinct values, their extremes, their places; or they are handed out."""
    site = parts.site
    replacements, padded, sure = [Replace(parts.call, parts.sized())], False, True
    for kind_of, reads in parts.reads.items():
        for read in reads:
            if kind_of == "return_inverse" or _is_extreme(site, read):
                continue
            if kind_of == "values" and is_returned(site, read):
                padded = True
                continue
            if kind_of != "values" or len(parts.kinds) > 1 or len(reads) > 1:
                raise Escapes
            return _number(parts)
    sure = kind(site, parts.call.args[0]) in ("i", "b") and not padded
    return handed_out(site, _PADDED, replacements) if padded else Rewrite(safe_if(sure), _PADDED, replacements)


def _number(parts: _Parts) -> Rewrite:
    """``len(unique(x))``, also by a name."""
    site, call = parts.site, parts.call
    flow = Selection(site, {call: ("", FLAT)}, {})
    if flow.ends or len(flow.counts) != 1 or len(flow.names) > 1:
        raise Escapes
    (count,) = flow.counts
    level = count_level(site, count)
    if level is None or not unchanged(site, call.args[0], call, count):
        raise Escapes
    text = quote(site, "jnp.count_nonzero({}[1])", parts.sized("return_counts=True"))
    gone = [Replace([named.statement], "") for named in flow.names]
    return Rewrite(level, _COUNTED, [*gone, Replace(count, text)])


def _is_unmoved(site: Site, read: ast.expr, counts: bool) -> bool:
    """What is to spare changes nothing: the greatest count, or its place; what is taken from a place so found."""
    parent = site.module.parents[read]
    if isinstance(parent, ast.Subscript) and parent.value is read and _is_greatest_place(site, parent.slice):
        return True
    if not counts:
        return _is_extreme(site, read)
    reduction = reduction_of(site, read)
    if reduction is not None:
        return reduction.name in ("sum", "max") and len(reduction.call.args) + len(reduction.call.keywords) <= 1
    return _is_greatest_place(site, parent)


def _is_greatest_place(site: Site, node: ast.AST) -> bool:
    """``argmax(counts)``."""
    if isinstance(node, ast.Name):
        statement = sole_assignment(site, node.id)
        return statement is not None and _is_greatest_place(site, statement.value)
    function = node.func if isinstance(node, ast.Call) else node
    return jax_name(site, node) == "jax.numpy.argmax" or getattr(function, "attr", "") == "argmax"


def _is_extreme(site: Site, read: ast.expr) -> bool:
    """The least, which comes first, is what fills the places to spare."""
    parent = site.module.parents[read]
    if isinstance(parent, ast.Subscript) and parent.value is read and constant(site, parent.slice) == 0:
        return True
    reduction = reduction_of(site, read)
    return reduction is not None and reduction.extreme != ""
