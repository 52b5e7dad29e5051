"""A comprehension with a traced filter: an array, and the mask that chooses from it."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.bindings import is_pure
from jaxlint.codemods.recipes.analysis.effects import is_proved_pure
from jaxlint.codemods.recipes.analysis.proof import callee, constant, jax_name, rank
from jaxlint.codemods.recipes.analysis.reaching import reads_given
from jaxlint.codemods.recipes.branches.doubled import STEEP_THERE, doubled, is_tame
from jaxlint.codemods.recipes.wording.elements import asks, filtered, is_along, is_range
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.value import Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SUMMARY = "choose with a mask"
_NOTHING = "let what is left out count for nothing"
_COUNTED = "count with `jnp.sum`"
_NEUTRAL = {"sum": "0", "any": "False", "all": "True"}
_REDUCING = frozenset(f"builtins.{name}" for name in ("sum", "len", "max", "min", "any", "all"))
_LENGTH = "the filter of a comprehension determines the number of elements"


@recipe
def masked_comprehension(site: Site, test: ast.AST) -> Rewrite | None:
    """``[v for v in x if v > 0]`` -> ``x[x > 0]``, which what follows must be able to do without."""
    loop = site.module.parents.get(test)
    node = site.module.parents.get(loop) if isinstance(loop, ast.comprehension) else None
    if not isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        raise NoFix(_LENGTH)
    made = filtered(site, node)
    if made is None or _picks_by_number(site, node):
        return _with_neutral(site, node, test)
    element, mask, assumed = made
    call = site.module.parents.get(node)
    name = _name_of(site, call, node)
    if element and name in ("any", "all"):
        chosen = quote(site, f"jnp.{name}(jnp.where({{}}, {{}}, {_NEUTRAL[name]}))", mask, element)
        return Rewrite(UNSAFE, _NOTHING + assumed, [Replace(call, chosen)])  # type: ignore[arg-type]
    if element and _is_reduced(site, node):
        return Rewrite(UNSAFE, _SUMMARY + assumed, [Replace(node, quote(site, "{}[{}]", element, mask))])
    one = node.elt.value if isinstance(node.elt, ast.Constant) else None
    if one != 1 or call is None or callee(site, call) != "builtins.sum" or call.args != [node]:  # type: ignore[attr-defined]
        return _with_neutral(site, node, test)
    return Rewrite(UNSAFE, _COUNTED + assumed, [Replace(call, quote(site, "jnp.sum({})", mask))])


def _picks_by_number(site: Site, node: ast.ListComp | ast.GeneratorExp) -> bool:
    """``x[i]`` of some numbers of a range, which a reduction takes one by one."""
    over = node.generators[0].iter
    reduced = _name_of(site, site.module.parents.get(node), node) in _NEUTRAL
    read = [
        part for one in (node.elt, *node.generators[0].ifs) for part in walk(one) if isinstance(part, ast.Subscript)
    ]
    return reduced and is_range(site, over) and not all(is_along(site, over, part) for part in read)


def _with_neutral(site: Site, node: ast.ListComp | ast.GeneratorExp, test: ast.AST) -> Rewrite | None:
    """``sum(v if kept else 0 for ...)``: what is left out counts for nothing."""
    call, element = site.module.parents.get(node), node.elt
    name = _name_of(site, call, node)
    made = name == "array" and call is not None
    if made:
        name = _name_of(site, site.module.parents.get(call), call)  # type: ignore[arg-type]
    if not isinstance(call, ast.AST) or not isinstance(test, ast.expr):
        raise NoFix(_LENGTH)
    if name not in _NEUTRAL:
        return _chosen(site, node, test)
    is_number = rank(site, element) in (0, None) and is_pure(site, element)
    if not is_number or any(map(asks, (*walk(element), *walk(test)))):
        raise NoFix(_LENGTH)
    taken = site.text(element) if name != "sum" else doubled(site, element, lambda *_: [(site.text(test), True)])
    if taken is None:
        raise NoFix(_LENGTH)
    told = quote(site, "jnp.where({}, {}, {})", test, taken, _NEUTRAL[name])
    loops = [_loop_text(site, one, test) for one in node.generators]
    text = " ".join([told, *loops])
    if made:
        return Rewrite(UNSAFE, _NOTHING, [Replace(node, f"[{text}]")])
    form = "sum(*{})" if name == "sum" else f"jnp.{name}(jnp.array([*{{}}]))"
    return Rewrite(UNSAFE, _NOTHING, [Replace(call, quote(site, form, [text]))])


def _chosen(site: Site, node: ast.ListComp | ast.GeneratorExp, test: ast.expr) -> Rewrite:
    """``[f(v) for v in x if v > 0]``, of which numbers are made: all elements, of which a mask chooses."""
    element = node.elt
    is_number = rank(site, element) in (0, None) and not isinstance(site.value(element), Sequence)
    is_number = is_number and is_proved_pure(site, [element, test])
    if not is_number or not _is_reduced(site, node) or any(map(asks, (*walk(element), *walk(test)))):
        raise NoFix(_LENGTH)
    loops = " ".join([_loop_text(site, one, test) for one in node.generators])
    all_of_them = quote(site, "jnp.array([*{}])", [f"{site.text(element)} {loops}"])
    mask = quote(site, "jnp.array([*{}], dtype=bool)", [f"{site.text(test)} {loops}"])
    note = "" if all(is_tame(site, part) for part in walk(element)) else f"; {STEEP_THERE}"
    return Rewrite(UNSAFE, _SUMMARY + note, [Replace(node, quote(site, "{}[{}]", all_of_them, mask))])


def _name_of(site: Site, call: ast.AST | None, node: ast.AST | None) -> str:
    """Of a function of Python's or JAX's that gets nothing else."""
    if not isinstance(call, ast.Call) or call.args != [node] or call.keywords:
        return ""
    return jax_name(site, call).rpartition(".")[2]


def _loop_text(site: Site, loop: ast.comprehension, without: ast.expr) -> str:
    tests = [f" if {site.text(one)}" for one in loop.ifs if one is not without]
    return f"for {site.text(loop.target)} in {site.text(loop.iter)}{''.join(tests)}"


def _is_reduced(site: Site, node: ast.expr) -> bool:
    """All that reads the list makes one number of it."""
    above = site.module.parents.get(node)
    if isinstance(above, ast.Assign) and len(above.targets) == 1 and isinstance(above.targets[0], ast.Name):
        reads = reads_given(site, above.targets[0])
        return reads is not None and all(_is_reduced(site, read) for read in reads)
    if isinstance(above, ast.Subscript):
        return isinstance(constant(site, above.slice), int)
    return isinstance(above, ast.Call) and above.args == [node] and callee(site, above) in _REDUCING
