"""A slice told as a mask of the positions that it selects."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.proof import aval, constant
from jaxlint.codemods.recipes.analysis.ranges import range_of
from jaxlint.codemods.recipes.slices.cuts import Cut, Sliced
from jaxlint.codemods.recipes.wording.fresh_names import local_name
from jaxlint.codemods.recipes.wording.quote import chained, quote
from jaxlint.syntax.nodes import walk
from jaxlint.text.quoted import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

LONG = 45  # characters of a mask that deserves a name
_SMALL = ("int8", "int16")  # a length may not fit in
_ODD = (*_SMALL, "uint")  # whose negatives are other numbers


def position_mask(site: Site, sliced: Sliced, number: int = 0, with_axes: bool = True) -> tuple[list[str], str]:
    """Statements that make the mask and the name they give it, of some ``number``; for 0 none, and its text.

    ``with_axes``: shaped to go with the whole array.
    """
    tests, lines = [], []
    for cut in sliced.cuts:
        more, test = _tested(site, cut, number, "" if len(sliced.cuts) == 1 else f"_{cut.axis}")
        lines += more
        if cut.after is None:
            test = quote(site, "{}.reshape((-1,) + (1,) * ({}.ndim - 1))", test, sliced.called)
        elif cut.after and with_axes:
            test = quote(site, "{}[{}]", test, ":" + ", None" * cut.after)
        tests.append(test)
    text = chained(site, "&", tests)
    if not number:
        return [], text
    name = local_name(site, "mask", number)
    return [*lines, f"{name} = {text}"], name


def mask_number(site: Site, sliced: Sliced) -> int:
    """Another slice of the function may get a mask in the same pass: each counts from its own place."""
    others = [node for node in walk(site.function or site.module.tree) if isinstance(node, ast.Subscript)]
    places = sorted((one.lineno, one.col_offset) for one in others if _is_cut(site, one))
    return places.index((sliced.node.lineno, sliced.node.col_offset)) + 1


def _is_cut(site: Site, node: ast.Subscript) -> bool:
    try:
        return bool(Sliced(site, node).cuts)
    except NoFix:
        return False


def _tested(site: Site, cut: Cut, number: int, suffix: str) -> tuple[list[str], str]:
    lines, sides = [], []
    index = cut.positions(quote(site, "jnp.arange"))
    first, last = (">=", "<") if cut.step > 0 else ("<=", ">")
    for bound, sign, name in ((cut.bounds.lower, first, "start"), (cut.bounds.upper, last, "stop")):
        if bound is None or (sign == ">=" and (constant(site, bound) == 0 or cut.step > 1)):
            continue
        end = Bound(site, bound, cut.size)
        text = end.text
        if number and not end.is_plain:
            text = local_name(site, name + suffix, number)
            lines.append(f"{text} = {end.text}")
        sides.append((sign, text))
    if number and len(sides) == 2:
        name = local_name(site, "index" + suffix, number)
        lines.append(f"{name} = {index}")
        index = name
    tests = [quote(site, f"{{}} {sign} {{}}", index, text) for sign, text in sides]
    return lines, chained(site, "&", tests)


def assumptions(site: Site, slices: list[Sliced]) -> list[str]:
    """What is taken for granted of ``-n``: of an unsigned ``n`` it is a large number."""
    turned = [_turned(end) for sliced in slices for cut in sliced.cuts for end in cut.ends]
    unknown = [one for one in turned if one is not None and not range_of(site, one).is_natural]
    unsure = [one for one in unknown if aval(site, one).dtype is None and not aval(site, one).weak]
    return list(dict.fromkeys(f"{quoted(site.text(one))} is assumed to be signed" for one in unsure))


def _turned(node: ast.expr) -> ast.expr | None:
    """``n`` of ``-n``."""
    negative = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
    return node.operand if negative and not isinstance(node.operand, ast.Constant) else None  # type: ignore[attr-defined]


class Bound:
    """One bound as a position counted from the front.  ``is_plain``: without a choice by its sign."""

    def __init__(self, site: Site, node: ast.expr, size: str) -> None:
        self.is_plain = True
        text = site.text(node)
        known = range_of(site, node)
        flipped = _turned(node)
        if flipped is not None and (aval(site, flipped).dtype or "").startswith(_ODD):
            raise NoFix(f"{quoted(text)} may overflow in {aval(site, node).dtype}")
        if known.is_natural:
            self.text = text
        elif flipped is not None:
            self.text = _from_end(site, flipped, size)
            self.is_plain = "where" not in self.text
        elif known.is_negative:
            number = constant(site, node)
            if isinstance(number, int):
                self.text = f"{size} - {-number}"
            else:
                self.text = quote(site, "{} + {}", _wide(site, node, size), node)
        else:
            self.is_plain = False
            size = _wide(site, node, size)
            self.text = quote(site, "jnp.where({at} < 0, {at} + {size}, {at})", at=node, size=size)


def _from_end(site: Site, node: ast.expr, size: str) -> str:
    """``-n`` as a bound: from the end where n is positive, else from the front; -0 is 0."""
    back = quote(site, "{} - {}", _wide(site, node, size), node)
    if range_of(site, node).is_positive:
        return back
    return quote(site, "jnp.where({at} > 0, {back}, -{at})", at=node, back=back)


def _wide(site: Site, node: ast.expr, size: str) -> str:
    """A length to add to ``node``: in a dtype that holds it, where that of ``node`` may not."""
    known = aval(site, node)
    fits = known.weak or (known.dtype is not None and not known.dtype.startswith(_SMALL))
    return size if fits else quote(site, "jnp.int32({})", size)
