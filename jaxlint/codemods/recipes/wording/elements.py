"""Many numbers as one array: what Python's ``any``, ``max`` or ``math.fsum`` would take one by one."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis import proof
from jaxlint.codemods.recipes.analysis.bindings import is_pure, names_in
from jaxlint.codemods.recipes.analysis.reaching import given_value
from jaxlint.codemods.recipes.analysis.smoothness import is_elementwise
from jaxlint.codemods.recipes.wording.quote import chained, quote
from jaxlint.codemods.recipes.wording.wording import spliced
from jaxlint.record import Record
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.joining import aval_of, scalar_aval
from jaxlint.tracing.values.value import Array, Mapping, Sequence, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_COMPREHENSIONS = (ast.GeneratorExp, ast.ListComp)
_ITERATORS = tuple(f"builtins.{name}" for name in ("map", "filter", "zip", "enumerate", "reversed", "iter"))
_VIEWS = ("keys", "values", "items")


class Collected(Record):
    """``text``: an array of rank 1 with all numbers; ``kind``: theirs, where known; ``exact``: proved to be these."""

    text: str
    kind: str | None
    exact: bool


def collected(site: Site, node: ast.expr) -> Collected | None:
    """An array, a list of numbers, or a comprehension, as one array; None for what may be none."""
    if proof.is_array(site, node) or (isinstance(site.value(node), Traced) and _is_cut(node)):
        rank = proof.rank(site, node)
        return Collected(site.text(node), proof.kind(site, node), rank == 1) if rank in (None, 1) else None
    if isinstance(node, _COMPREHENSIONS):
        return _comprehended(site, node)
    value = site.value(node)
    if not isinstance(value, Sequence) or (not value.items and value.items is not None):
        return None
    items = value.parts
    avals = [aval_of(item) for item in items]
    known = all(_is_number(item) for item in items)
    kinds = {aval.kind for aval in avals}
    if not known or not all(aval.rank in (None, 0) for aval in avals):
        return None
    text = site.text(node)
    if isinstance(node, (ast.Tuple, ast.Set)):
        text = f"[{', '.join([site.text(one) for one in node.elts])}]"
    elif value.type not in ("list", "tuple", "range") or _is_iterator(site, node):  # `jnp.array` takes none, nor sets
        text = f"list({text})"
    text = quote(site, "jnp.array({})", text)
    exact = all(aval.is_scalar for aval in avals) and len(kinds) == 1
    return Collected(text, kinds.pop() if exact else None, exact)


def _is_cut(node: ast.expr) -> bool:
    """``x[1:]``: of an argument of which no more is known, an array rather than a list."""
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)


def _is_iterator(site: Site, node: ast.expr) -> bool:
    """``map(f, x)``, ``d.values()``, or a name for one."""
    if isinstance(node, ast.Name):
        given = given_value(site, node)
        return given is not None and not isinstance(given, ast.Name) and _is_iterator(site, given)
    receiver = proof.method(node)
    if receiver is not None and isinstance(site.value(receiver[0]), Mapping):
        return receiver[1] in _VIEWS
    return isinstance(node, ast.GeneratorExp) or proof.callee(site, node) in _ITERATORS


def _is_number(value: Value) -> bool:
    return isinstance(value, Array) or (isinstance(value, Traced) and value.is_array) or scalar_aval(value) is not None


def _comprehended(site: Site, node: ast.GeneratorExp | ast.ListComp) -> Collected | None:
    """``v > 0 for v in x`` is ``x > 0``, and else an array of what comes out."""
    element = node.elt
    if any(asks(part) for part in walk(element)) or isinstance(site.value(element), Sequence):
        return None  # to be mended first, or no number
    whole = vectorized(site, node)
    if whole is not None:
        return Collected(whole, proof.kind(site, element), proof.is_scalar(site, element) and is_pure(site, element))
    filtered = any(isinstance(site.value(test), Traced) for part in node.generators for test in part.ifs)
    if filtered or any(part.is_async for part in node.generators) or proof.rank(site, element) not in (0, None):
        return None
    text = site.text(node)
    inner = text[1:-1] if text.startswith(("(", "[")) else text
    exact = proof.is_scalar(site, element) and is_pure(site, element)
    return Collected(quote(site, "jnp.array(*{})", [f"[{inner.strip()}]"]), proof.kind(site, element), exact)


def asks(node: ast.AST) -> bool:
    """Does it ask Python for the truth of its operands?"""
    return isinstance(node, (ast.Not, ast.BoolOp, ast.IfExp)) or (isinstance(node, ast.Compare) and len(node.ops) > 1)


def vectorized(site: Site, node: ast.GeneratorExp | ast.ListComp) -> str | None:
    """The element's expression, said of the whole array that is gone through."""
    rows = _rows(node)
    if rows is None or node.generators[0].ifs or any(proof.rank(site, one) != 1 for one in rows.values()):
        return None
    if not _are_as_long(site, rows):
        return None
    return said_of(site, node.elt, rows)


def _are_as_long(site: Site, rows: dict[str, ast.expr]) -> bool:
    """``zip`` leaves nothing out."""
    first, *others = rows.values()
    return all(proof.same_shapes(site, first, other) for other in others)


def filtered(site: Site, node: ast.GeneratorExp | ast.ListComp) -> tuple[str, str, str] | None:
    """The same of what a filter is about to choose from: the element, "" for a constant, and the mask that chooses.

    The third says what is assumed of the arrays.
    """
    rows = _rows(node)
    if rows is None or any(proof.rank(site, one) not in (1, None) for one in rows.values()):
        return None
    tests = [said_of(site, one, rows, asked=True) for one in node.generators[0].ifs if isinstance(one, ast.Compare)]
    known = [one for one in tests if one is not None]
    element = "" if isinstance(node.elt, ast.Constant) else said_of(site, node.elt, rows)
    if not known or len(known) < len(node.generators[0].ifs) or element is None:
        return None
    names = " and ".join([f"`{site.text(one)}`" for one in rows.values()])
    if any(is_range(site, one) for one in rows.values()) and len(rows) > 1:
        return None
    assumed = "" if _are_as_long(site, rows) else f"; {names} are assumed to have one length"
    return element, chained(site, "&", known), assumed


def _rows(node: ast.GeneratorExp | ast.ListComp) -> dict[str, ast.expr] | None:
    """What each name of the loop is a row of: an array, or several by ``zip``."""
    loop = node.generators[0]
    over = loop.iter
    targets, arrays = [loop.target], [over]
    if isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id == "zip" and not over.keywords:
        targets, arrays = getattr(loop.target, "elts", []), over.args
    names = [one.id for one in targets if isinstance(one, ast.Name)]
    plain = len(names) == len(targets) == len(arrays) and len(node.generators) == 1 and not loop.is_async
    return dict(zip(names, arrays, strict=True)) if plain else None


def said_of(site: Site, node: ast.expr, rows: dict[str, ast.expr], asked: bool = False) -> str | None:
    """An expression of one element, said of all; ``asked``: Python asks for its truth, so that it is one number."""
    places = [part for part in walk(node) if isinstance(part, ast.Name) and part.id in rows]
    if not places or not _works_on_each(site, node, {*rows}, asked):
        return None
    twice = len({part.id for part in places}) < len(places)
    if twice and not all(_is_read_again(site, one) for one in rows.values()):
        return None
    parts: dict[ast.AST, str] = {}
    for place in places:
        above = site.module.parents[place]
        if isinstance(above, ast.Subscript) and is_along(site, rows[place.id], above):
            parts[above] = site.text(above.value)
        else:
            text = _whole(site, rows[place.id])
            if text is None:
                return None
            parts[place] = text
    return spliced(site, node, parts)


def _is_read_again(site: Site, over: ast.expr) -> bool:
    return isinstance(over, (ast.Name, ast.Attribute)) or is_range(site, over)


def is_range(site: Site, over: ast.expr) -> bool:
    return proof.callee(site, over) == "builtins.range" and isinstance(over, ast.Call) and not over.keywords


def is_along(site: Site, over: ast.expr, read: ast.Subscript) -> bool:
    """``x[i]``, where ``i`` goes over ``range(len(x))``."""
    if not is_range(site, over) or not isinstance(over, ast.Call) or len(over.args) != 1:
        return False
    array = site.text(read.value)
    return isinstance(read.slice, ast.Name) and site.text(over.args[0]) in (f"len({array})", f"{array}.shape[0]")


def _whole(site: Site, over: ast.expr) -> str | None:
    """What is gone through, as an array; None for what may be none."""
    if not is_range(site, over):
        if isinstance(site.value(over), Traced):
            return site.text(over)
        numbers = collected(site, over)
        return None if numbers is None else numbers.text
    assert isinstance(over, ast.Call)
    return f"{quote(site, 'jnp.arange')}({', '.join([site.text(one) for one in over.args])})"


def _works_on_each(site: Site, node: ast.expr, names: set[str], asked: bool = False) -> bool:
    """Does it mean the same of an array as of each number in it, all else being one number?"""
    if not names & names_in(node):
        return is_pure(site, node) and (proof.is_scalar(site, node) or (asked and proof.rank(site, node) is None))
    if isinstance(node, ast.Name):
        return True
    if isinstance(node, ast.Subscript):  # an element that numbers choose
        indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        chosen = not names & names_in(node.value) and proof.rank(site, node) in (0, None)
        return chosen and is_pure(site, node.value) and all(_works_on_each(site, one, names, asked) for one in indices)
    if not is_elementwise(site, node) and proof.callee(site, node) != "builtins.abs":
        return False
    if isinstance(node, ast.UnaryOp):
        return _works_on_each(site, node.operand, names, asked)
    if isinstance(node, ast.BinOp):
        return all(_works_on_each(site, part, names, asked) for part in (node.left, node.right))
    if isinstance(node, ast.Compare):
        return all(_works_on_each(site, part, names, asked) for part in (node.left, *node.comparators))
    if isinstance(node, ast.Call):
        return bool(node.args) and all(_works_on_each(site, part, names, asked) for part in node.args)
    return False
