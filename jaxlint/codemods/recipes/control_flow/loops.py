"""Python loops of traced length as ``lax.fori_loop`` and ``lax.while_loop``, or as scans where gradients flow back."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, is_made, recipe
from jaxlint.codemods.recipes.analysis.bindings import around, body_of
from jaxlint.codemods.recipes.branches.doubled import STEEP_THERE
from jaxlint.codemods.recipes.branches.ways import is_traced
from jaxlint.codemods.recipes.control_flow.loop_ends import Ends
from jaxlint.codemods.recipes.control_flow.loop_statics import Numbers
from jaxlint.codemods.recipes.control_flow.unrolled import is_short, masked_turns
from jaxlint.codemods.recipes.loops.loop_bounds import turns_of
from jaxlint.codemods.recipes.loops.loop_carry import Carry
from jaxlint.codemods.recipes.loops.loop_exits import BREAK, Jumps
from jaxlint.codemods.recipes.loops.loop_forms import Form, Names, turn_lines
from jaxlint.codemods.recipes.loops.loop_guards import guard_of, guarded
from jaxlint.codemods.recipes.loops.loop_jumps import jumps_in
from jaxlint.codemods.recipes.loops.loop_targets import Counter, Over
from jaxlint.codemods.recipes.loops.loop_tests import Test, asked, inverted, joined, opposite
from jaxlint.codemods.recipes.loops.loop_text import header_of, lines_of
from jaxlint.codemods.recipes.straight.turns import Turn
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.dataflow.accesses import free
from jaxlint.dataflow.index import flow_of
from jaxlint.dataflow.liveness import live_into
from jaxlint.dataflow.paths import is_endless
from jaxlint.diagnostic import UNSAFE
from jaxlint.syntax.binders import names_bound
from jaxlint.tracing.values.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from jaxlint.codemods.recipes.loops.loop_jumps import Loop
    from jaxlint.codemods.site import Site

_SKIPPED = "mask the rest of the iteration"


@recipe
def mended_loop(site: Site, loop: ast.AST | None) -> Rewrite | None:
    """A ``for`` over a range or a ``while``, with any ways out of its body."""
    if isinstance(loop, ast.For):
        return _for(site, loop)
    return _while(site, loop) if isinstance(loop, ast.While) else None


@recipe
def loop_left_by(site: Site, branch: ast.If) -> Rewrite | None:
    """An ``if`` on a traced test that holds a jump, or stands beside one: the loop around it.

    Where nothing leaves the loop, Python may go on turning it, and only the rest of the turn is said differently.
    """
    loop = next((above for above in around(site, branch) if isinstance(above, (ast.For, ast.While))), None)
    if loop is None or not any(map(jumps_in, loop.body)):
        return None
    jumps = Jumps(site, loop)
    if not jumps.leaving:
        return _rest_of_turn(site, loop, jumps)
    if isinstance(loop, ast.While):
        return mended_loop(site, loop)
    here = site.at(site.module, site.function)
    masked = masked_turns(here, loop, jumps) if is_short(site, loop.iter) else None
    if masked is not None and _is_cheap(masked):  # each iteration is traced, as now, and has all gradients
        return masked
    return mended_loop(site, loop) or masked_turns(site, loop, jumps)


def _is_cheap(rewrite: Rewrite) -> bool:
    """None of its iterations asks ``lax.cond`` whether it is to be run."""
    return not any(isinstance(part, Replace) and ".cond(" in part.source for part in rewrite.replacements)


def _for(site: Site, loop: ast.For) -> Rewrite:
    over, jumps = Over(site, loop), Jumps(site, loop)
    if jumps.leaving:
        return _for_with_exit(site, loop, over, jumps)
    if loop.orelse:
        raise NoFix("the loop has an `else`")
    if over.rows:
        raise NoFix
    carry = Carry(site, loop, jumps)
    variable, numbers = over.index, over.range
    if variable in carry.unbound & carry.live:
        raise NoFix(f"`{variable}` has no value before the loop")  # of no turns at all, nothing is left
    form, lines = _whole_turn(carry, jumps, {variable})
    index = form.new.local("i") if variable == "_" and form.backwards else variable
    if numbers.step != 1 or variable in carry.names:
        index = form.new.local("turn")
        lines.insert(1, f"{variable} = {numbers.at(index) if numbers.step != 1 else index}")
        numbers = numbers if numbers.step == 1 else numbers.counted()
    return form.counted(numbers, index, *lines)


def _whole_turn(carry: Carry, jumps: Jumps, variable: set[str]) -> tuple[Form, list[str]]:
    """The function of a turn that runs to its end; ``variable``: the one of the loop, which each turn is told."""
    site, loop = carry.site, carry.loop
    numbers = _traced_numbers(carry, variable, [])
    form = Form(site, loop, carry.names, carry.inits(), carry.after)
    if not jumps.matter(numbers.decide):
        read = live_into(loop.body, form.names) - variable
        return form, [form.unpacking(read), turn_lines(site, loop.body, header_of(loop), form.names)]
    turn = Turn(site, jumps, carry.names, {}, form.new, numbers.names)
    read = (live_into(carry.body, form.names) | turn.guarded) - variable
    return form, [form.unpacking(read), *turn.lines, f"return {', '.join(form.names)}"]


def _while(site: Site, loop: ast.While) -> Rewrite:
    jumps, guard = Jumps(site, loop), guard_of(site, loop)
    test = loop.test if guard is None else guard.test
    turn = _while_with_exit if jumps.leaving else _while_whole
    return guarded(site, guard, turn(site, loop, test, jumps))


def _while_whole(site: Site, loop: ast.While, test: ast.expr, jumps: Jumps) -> Rewrite:
    if loop.orelse:
        raise NoFix("the loop has an `else`")
    carry = Carry(site, loop, jumps)
    form, lines = _whole_turn(carry, jumps, set())
    return form.held(joined(site, [asked(site, test)]).line, turns_of(site, loop, carry.at_entry), "", *lines)


def _while_with_exit(site: Site, loop: ast.While, test: ast.expr, jumps: Jumps) -> Rewrite:
    ends = Ends(site, loop, jumps)
    carry = Carry(site, loop, jumps, ends.kept, ends.begun)
    tests = [] if is_endless(loop) else [asked(site, test)]
    return _with_exit(carry, ends, Names(site, loop), tests, turns_of(site, loop, carry.at_entry), None)


def _for_with_exit(site: Site, loop: ast.For, over: Over, jumps: Jumps) -> Rewrite:
    """The number of the turn is one more name that is carried."""
    ends = Ends(site, loop, jumps)
    zeros = {name: quote(site, "jnp.zeros_like({}[0])", array) for name, array in over.rows.items()}
    begun = {**zeros, **ends.begun}
    if over.index and over.is_surely_entered:
        begun.setdefault(over.index, over.range.lower)
    carry = Carry(site, loop, jumps, ends.kept, begun)
    new = Names(site, loop)
    counter = Counter(over, carry, new)
    above = counter.settle({*carry.names, *carry.bound}, new)
    return _with_exit(carry, ends, new, [Test(counter.holds, False, True)], counter.range.most, counter, above)


def _with_exit(
    carry: Carry, ends: Ends, new: Names, tests: list[Test], most: str | None, counter: Counter | None, above: str = ""
) -> Rewrite:
    """A way out at the top is one more test; further down, flags tell that it was taken."""
    site, loop, jumps = carry.site, carry.loop, ends.jumps
    numbers = _traced_numbers(carry, {counter.name} if counter is not None else set(), ends.asked)
    carried = dict(zip(carry.names, carry.inits(), strict=True))
    names = list(carried) if counter is None else [counter.name, *(name for name in carried if name != counter.name)]
    inits = [counter.range.lower if counter is not None and name == counter.name else carried[name] for name in names]
    kept, top = carry.after | carry.kept, jumps.top()
    whole = carry.body == loop.body[1:]  # no `if` behind the way out, which would lose its test here
    if top is not None and whole and (counter is None or counter.is_plain):
        form = Form(site, loop, names, inits, kept, new)
        test = joined(site, [*tests, _until(site, top.test)])
        unpack = form.unpacking(live_into(carry.body, names))
        if counter is None and carry.body:
            return form.held(test.line, most, above, unpack, turn_lines(site, carry.body, top, names))
        returned = names if counter is None else [counter.next([]), *names[1:]]
        return form.held(
            test.line, most, above, unpack, lines_of(site, carry.body, top, {}), f"return {', '.join(returned)}"
        )
    own = {BREAK: name} if (name := carry.own_flag()) else {}
    asks = {kind: ends.asks(carry, kind) for kind in jumps.leaving if kind not in own}
    form = Form(site, loop, names, inits, kept, new, asks, own)
    turn = Turn(site, jumps, carry.names, form.flags, new, numbers.names)
    form.below = ends.below(carry, form.flags)
    test = joined(site, [*tests, *(Test(f"~{flag}", True, True) for flag in form.flags.values())])
    read = live_into(carry.body, names) | turn.guarded
    lines, returned = turn.lines, form.names
    if counter is not None:
        read = (read | {counter.name}) - counter.told
        lines = [*counter.lines, *lines]
        returned = [counter.next([*form.flags.values()]), *returned[1:]]
    return form.held(test.line, most, above, form.unpacking(read), *lines, f"return {', '.join(returned)}")


def _rest_of_turn(site: Site, loop: Loop, jumps: Jumps) -> Rewrite | None:
    """``if p: continue`` and what comes after it, where each name keeps its value if it is to be skipped."""
    function = site.module.function_of(loop)
    traced = [part for part in loop.body if jumps.is_reached_by(part, lambda test: is_traced(site, test))]
    if function is None or not traced:
        return None
    live = flow_of(function).liveness.at_head(loop)
    bound = set(names_bound(jumps.straight(loop.body)))
    start = loop.body.index(traced[0])
    traced += [part for part in loop.body[start:] if jumps.is_reached_by(part, lambda test: bool(free(test) & bound))]
    left = {part for part in loop.body if jumps_in(part)}.difference(traced)
    carried = [name for name in names_bound(loop.body) if name in live & bound]
    new = Names(site, loop)
    turn = Turn(site, jumps, carried, {}, new, left=left)
    summary = f"{_SKIPPED}; {STEEP_THERE}" if turn.steep else _SKIPPED
    return Rewrite(UNSAFE, summary, [Replace(loop.body[start:], "\n".join(turn.rest)), *turn.made])


def _until(site: Site, test: ast.expr) -> Test:
    """The test that the way out is not taken yet."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return asked(site, test.operand)
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], (ast.Eq, ast.NotEq)):
        return opposite(site, test)
    way = asked(site, test)
    traced = way.array and isinstance(site.value(test), Traced)  # ~True is -2
    return Test(f"~{way.operand}", True, True) if traced else inverted(site, way)


def _traced_numbers(carry: Carry, more: set[str], asked: Sequence[ast.AST]) -> Numbers:
    """Nothing in the loop or after it needs a number that JAX will trace; ``asked``: tests and the like, too."""
    site, loop = carry.site, carry.loop

    def becomes_loop(inner: ast.For | ast.While) -> bool:
        return is_made(mended_loop, site, inner)

    numbers = Numbers(site, carry.numbers() | more, becomes_loop)
    if numbers.are_needed([*carry.body, *asked]):
        raise NoFix(f"the loop body requires a static number, but the loop changes {_listed(carry.numbers() | more)}")
    if Numbers(site, carry.numbers() & carry.after, becomes_loop).are_needed(_later(site, loop)):
        raise NoFix(
            f"a static number is required after the loop, which changes {_listed(carry.numbers() & carry.after)}"
        )
    return numbers


def _listed(names: set[str]) -> str:
    return ", ".join([f"`{name}`" for name in sorted(names - {"_"})])


def _later(site: Site, loop: Loop) -> list[ast.stmt]:
    """The statements that may run after a loop."""
    found: list[ast.stmt] = []
    node: ast.AST | None = loop
    while node is not None and not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        if isinstance(node, ast.stmt):
            body = body_of(site, node)
            again = isinstance(site.module.parents.get(node), (ast.For, ast.While))
            found += [other for other in body if other is not node and (again or other.lineno > node.lineno)]
        node = site.module.parents.get(node)
    return found
