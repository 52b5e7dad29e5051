"""A Python loop that stays one, although a traced test leaves it: flags tell the later iterations that it was left."""

from __future__ import annotations

import ast
import textwrap
from functools import partial

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.proof import callee, constant, is_array, size_of
from jaxlint.codemods.recipes.analysis.reaching import definitions_before
from jaxlint.codemods.recipes.branches.agreement import is_leaf
from jaxlint.codemods.recipes.branches.doubled import STEEP_THERE
from jaxlint.codemods.recipes.loops.loop_exits import RETURN, Jumps
from jaxlint.codemods.recipes.loops.loop_forms import Names
from jaxlint.codemods.recipes.loops.loop_jumps import jumps_in
from jaxlint.codemods.recipes.loops.loop_results import Results
from jaxlint.codemods.recipes.straight.turns import Turn
from jaxlint.codemods.recipes.wording.lifting import lifted
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.dataflow.accesses import free
from jaxlint.dataflow.index import flow_of
from jaxlint.diagnostic import UNSAFE
from jaxlint.syntax.binders import names_bound
from jaxlint.tracing.values.value import Array, Const, Mapping, Sequence, Static, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.values.value import Value

_ALONG = ("builtins.zip", "builtins.enumerate", "builtins.reversed")
_FEW = 32  # iterations
_SUMMARY = "mask the iterations after the loop is left; all of them run"


@recipe
def masked_turns(site: Site, loop: ast.For, jumps: Jumps) -> Rewrite | None:
    """``done`` for each ``break``; what a ``return`` gives is held under names, which begin as what follows gives."""
    function = site.module.function_of(loop)
    if function is None or loop.orelse:
        raise NoFix("the loop has an `else`")
    if not _ends(site, loop.iter):
        raise NoFix("the loop may not end, or leave less for a later one, if all its iterations run")
    bound = names_bound(jumps.straight(loop.body))
    is_open = partial(_is_open, site, set(bound))
    left = {part for part in loop.body if jumps_in(part) and not jumps.is_reached_by(part, is_open)}
    if any(isinstance(jump, ast.Return) for part in left for jump in jumps_in(part)):
        raise NoFix("a static test also returns from the loop")
    new = Names(site, loop)
    flags = {kind: new(kind) for kind in jumps.leaving}
    results = Results(site, jumps, new) if RETURN in jumps.kinds else None
    live = flow_of(function).liveness
    kept = live.after(loop) if results is None else results.reads
    if kept & {*names_bound([loop.target])}:
        raise NoFix("the variable of the loop is read after it")
    carried = [name for name in bound if name in live.at_head(loop) | kept]
    for name in carried:
        before = definitions_before(site, loop, name)
        if not all(map(_is_of_jax, [site.value(one) for one in before if one is not None])):
            raise NoFix(f"`{name}` may hold something other than an array before the loop")
    over, names = list(flags.values()), () if results is None else results.names
    turn = Turn(site, jumps, carried, flags, new, left=left, over=over, results=names)
    if results is not None and turn.filters:
        raise NoFix("a list grows only in some iterations")
    lines = [f"{flag} = {quote(site, 'jnp.array(False)')}" for flag in over]
    lines += [results.above] if results is not None else []
    lines.append(f"for {site.text(loop.target)} in {site.text(loop.iter)}:")
    lines.append(textwrap.indent("\n".join(turn.lines), site.module.indent_unit))
    gone: list[ast.stmt] = [loop]
    if results is not None:
        lines += [lifted(site, results.between)] if results.between else []
        lines.append(results.below(flags[RETURN]))
        gone += [*results.between, results.after]
    steep = turn.steep or (results is not None and results.is_steep)
    summary = f"{_SUMMARY}; {STEEP_THERE}" if steep else _SUMMARY
    return Rewrite(UNSAFE, summary, [Replace(gone, "\n".join(lines)), *turn.made])


def is_short(site: Site, over: ast.expr) -> bool:
    """So few iterations are known to come that Python may go on running them."""
    if callee(site, over) == "builtins.range" and isinstance(over, ast.Call):
        numbers = [constant(site, one) for one in over.args]
        whole = [one for one in numbers if isinstance(one, int)]
        return len(whole) == len(numbers) > 0 and 0 not in whole[2:] and len(range(*whole)) <= _FEW
    size = size_of(site, over, 0) if is_array(site, over) else None
    return isinstance(size, int) and size <= _FEW


def _is_open(site: Site, bound: set[str], test: ast.expr) -> bool:
    """Python does not know its truth, as far as is certain; ``bound``: names that are arrays from now on."""
    return not isinstance(site.value(test), (Const, Static)) or bool(free(test) & bound)


def _ends(site: Site, over: ast.expr) -> bool:
    """A loop over arrays, ranges and containers, or along them, and no iterator that another reads on."""
    if callee(site, over) in _ALONG and isinstance(over, ast.Call):
        return all(_ends(site, one) for one in over.args)
    value = site.value(over)
    if isinstance(value, Sequence):
        return value.type not in ("iterator", "generator") or value.items is not None
    return isinstance(value, (Traced, Array, Mapping)) or (isinstance(value, Static) and value.type == "range")


def _is_of_jax(value: Value) -> bool:
    """None, or a text, can't be kept by ``jnp.where``."""
    return not isinstance(value, Const) or is_leaf(value)
