"""A Python loop that stays one, although a traced test leaves it: flags tell the later iterations that it was left."""

from __future__ import annotations

import ast
import textwrap
from functools import partial

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.bindings import body_of
from jaxlint.codemods.recipes.analysis.effects import is_computation
from jaxlint.codemods.recipes.analysis.proof import callee, constant, is_array, size_of
from jaxlint.codemods.recipes.analysis.reaching import definitions_before
from jaxlint.codemods.recipes.branches.agreement import NEVER, agreement, is_leaf
from jaxlint.codemods.recipes.branches.doubled import STEEP_THERE
from jaxlint.codemods.recipes.loops.loop_exits import RETURN, Jumps
from jaxlint.codemods.recipes.loops.loop_forms import Names
from jaxlint.codemods.recipes.loops.loop_jumps import jumps_in
from jaxlint.codemods.recipes.straight.turns import Turn
from jaxlint.codemods.recipes.wording.lifting import argument
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.dataflow.accesses import free
from jaxlint.dataflow.index import flow_of
from jaxlint.diagnostic import UNSAFE
from jaxlint.syntax.binders import names_bound
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.value import Array, Const, Mapping, Sequence, Static, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_ALONG = ("builtins.zip", "builtins.enumerate", "builtins.reversed")
_FEW = 32  # iterations
_SUMMARY = "mask the iterations after the loop is left; all of them run"


@recipe
def masked_turns(site: Site, loop: ast.For, jumps: Jumps) -> Rewrite | None:
    """``done`` for each ``break``; what a ``return`` gives is held under a name, which begins as what follows gives."""
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
    after = _result_after(site, loop, jumps) if RETURN in jumps.kinds else None
    live = flow_of(function).liveness
    kept = live.after(loop) - ({*free(after)} if after is not None else set())
    if kept & {*names_bound([loop.target])}:
        raise NoFix("the variable of the loop is read after it")
    carried = [name for name in bound if name in live.at_head(loop) | kept]
    for name in carried:
        before = definitions_before(site, loop, name)
        if not before or None in before:
            raise NoFix(f"`{name}` has no value before the loop")
    new = Names(site, loop)
    flags = {kind: new(kind) for kind in jumps.leaving}
    over = list(flags.values())
    result = new("result") if after is not None else ""
    turn = Turn(site, jumps, carried, flags, new, left=left, over=over, result=result)
    lines = [f"{flag} = {quote(site, 'jnp.array(False)')}" for flag in over]
    lines += [f"{result} = {argument(site, after)}"] if after is not None else []
    lines.append(f"for {site.text(loop.target)} in {site.text(loop.iter)}:")
    lines.append(textwrap.indent("\n".join(turn.lines), site.module.indent_unit))
    gone: list[ast.stmt] = [loop]
    if after is not None:
        lines.append(f"return {result}")
        body = body_of(site, loop)
        gone.append(body[body.index(loop) + 1])
    summary = f"{_SUMMARY}; {STEEP_THERE}" if turn.steep else _SUMMARY
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


def _written(loop: ast.For) -> set[str]:
    """The names whose objects an iteration may change: by a write in place, or a method called for no result."""
    parts = [part for statement in loop.body for part in walk(statement)]
    stores = [part for part in parts if not isinstance(getattr(part, "ctx", ast.Load()), ast.Load)]
    calls = [part.value for part in parts if isinstance(part, ast.Expr) and isinstance(part.value, ast.Call)]
    return {name for part in (*stores, *calls) for name in free(part)}


def _result_after(site: Site, loop: ast.For, jumps: Jumps) -> ast.expr:
    """What is returned after the loop, which can be told before it."""
    body = body_of(site, loop)
    rest = body[body.index(loop) + 1 :]
    value = rest[0].value if rest and isinstance(rest[0], ast.Return) else None
    bound = {*names_bound(loop.body), *names_bound([loop.target]), *_written(loop)}
    if value is None or free(value) & bound or not is_computation(site, value):
        raise NoFix("a branch returns from inside a Python loop")
    given = [site.value(one) for one in (jumps.result, value) if one is not None]
    if not all(map(is_leaf, given)) or agreement(given) == NEVER:
        raise NoFix("what is returned in the loop differs in structure or shape from what is returned after it")
    return value
