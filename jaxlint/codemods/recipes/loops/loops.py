"""Python loops of traced length as ``lax.fori_loop`` and ``lax.while_loop``, or as scans where gradients flow back."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import body_of
from jaxlint.codemods.recipes.analysis.liveness import live_at, needed, stored
from jaxlint.codemods.recipes.loops.loop_bounds import turns_of
from jaxlint.codemods.recipes.loops.loop_carry import Carry
from jaxlint.codemods.recipes.loops.loop_exits import Exit, ended, exit_of, skip_of
from jaxlint.codemods.recipes.loops.loop_forms import Form, Names, turn_lines
from jaxlint.codemods.recipes.loops.loop_ranges import Range, range_of
from jaxlint.codemods.recipes.loops.loop_statics import Numbers
from jaxlint.codemods.recipes.loops.loop_tests import Test, asked, inverted, joined, opposite
from jaxlint.codemods.recipes.loops.loop_text import NotALoop, header_of, lines_of
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.tracing.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.loops.loop_carry import Loop
    from jaxlint.codemods.site import Site

_SKIPPED = "compute the rest of the turn, and keep it where it is due"


def mended_loop(site: Site, loop: ast.AST | None) -> Rewrite | None:
    """A ``for`` over a range or a ``while``, with one way out of its body at the most."""
    try:
        if isinstance(loop, ast.For):
            return _for(site, loop)
        return _while(site, loop) if isinstance(loop, ast.While) else None
    except NotALoop:
        return None


def loop_left_by(site: Site, branch: ast.If) -> Rewrite | None:
    """``if p: break`` on a traced ``p``: the loop that it leaves.  ``if p: continue``: the rest of the turn."""
    loop = site.module.parents.get(branch)
    if branch not in getattr(loop, "body", ()):
        return None
    if isinstance(branch.body[-1], (ast.Break, ast.Return)):
        return mended_loop(site, loop)
    if isinstance(branch.body[-1], ast.Continue) and isinstance(loop, (ast.For, ast.While)):
        return rest_of_turn(site, loop, branch)
    return None


def _for(site: Site, loop: ast.For) -> Rewrite:
    if not isinstance(loop.target, ast.Name):
        raise NotALoop
    variable, over, way = loop.target.id, range_of(site, loop.iter), exit_of(site, loop)
    if way is not None:
        return _for_with_exit(site, loop, over, way)
    carry = Carry(site, loop, loop.body)
    form, lines = _whole_turn(carry, {variable})
    index = form.new.local("i") if variable == "_" and form.backwards else variable
    if over.step != 1 or variable in carry.names:
        index = form.new.local("turn")
        lines.insert(1, f"{variable} = {over.at(index) if over.step != 1 else index}")
        over = over if over.step == 1 else over.counted()
    return form.counted(over, index, *lines)


def _whole_turn(carry: Carry, variable: set[str]) -> tuple[Form, list[str]]:
    """The function of a turn that runs to its end; ``variable``: the one of the loop, which each turn is told."""
    site, loop = carry.site, carry.loop
    numbers = _traced_numbers(carry, variable)
    way = skip_of(loop, numbers.decide)
    form = Form(site, loop, carry.names, carry.inits(), carry.after)
    header = header_of(loop)
    if way is None:
        read = needed(loop.body, form.names) - variable
        return form, [form.unpacking(read), turn_lines(site, loop.body, header, form.names)]
    read = (needed(way.statements, form.names) | (way.guarded_names() & set(form.names))) - variable
    lines = [lines_of(site, way.before, header, {}), *ended(site, way, carry.names, form.new.local("skip"))]
    return form, [form.unpacking(read), *lines, f"return {', '.join(form.names)}"]


def _while(site: Site, loop: ast.While) -> Rewrite:
    way = exit_of(site, loop)
    if way is not None:
        return _while_with_exit(site, loop, way)
    carry = Carry(site, loop, loop.body)
    form, lines = _whole_turn(carry, set())
    return form.held(asked(site, loop.test).line, turns_of(site, loop, carry.at_entry), "", *lines)


def _while_with_exit(site: Site, loop: ast.While, way: Exit) -> Rewrite:
    carry = Carry(site, loop, way.statements)
    _traced_numbers(carry, set())
    tests = [] if _is_true(loop.test) else [asked(site, loop.test)]
    return _with_exit(carry, way, tests, carry.names, carry.inits(), carry.names, turns_of(site, loop, carry.at_entry))


def _for_with_exit(site: Site, loop: ast.For, over: Range, way: Exit) -> Rewrite:
    """The loop variable is one more that is carried."""
    assert isinstance(loop.target, ast.Name)
    variable = loop.target.id
    carry = Carry(site, loop, way.statements)
    if variable in carry.names or variable in carry.bound:
        raise NotALoop  # its last value would be one too many
    _traced_numbers(carry, {variable})
    if variable == "_":
        variable = Names(site, loop).local("i")
    above, over = over.settled({variable, *carry.names, *carry.bound}, Names(site, loop))
    names = [variable, *carry.names]
    inits = [over.lower, *carry.inits()]
    returned = [over.next(variable), *carry.names]
    return _with_exit(carry, way, [Test(over.holds(variable), False, True)], names, inits, returned, over.most, above)


def _with_exit(
    carry: Carry,
    way: Exit,
    tests: list[Test],
    names: list[str],
    inits: list[str],
    returned: list[str],
    most: str | None,
    above: str = "",
) -> Rewrite:
    """A way out at the top is one more test; further down, a flag tells that it was taken."""
    site, loop = carry.site, carry.loop
    if not way.at_top:
        form = Form(site, loop, names, inits, carry.after, flag="done")
        done = form.names[-1]
        test = joined(site, [*tests, Test(f"~{done}", True, True)])
        lines = [lines_of(site, way.before, header_of(loop), {}), *ended(site, way, carry.names, done)]
        read = needed(way.statements, names) | (way.guarded_names() & set(names))
        return form.held(test.line, most, above, form.unpacking(read), *lines, f"return {', '.join([*returned, done])}")
    form = Form(site, loop, names, inits, carry.after)
    test = joined(site, [*tests, _until(site, way.test)])
    if returned == names and way.after:
        lines = [turn_lines(site, way.after, way.branch, names)]
    else:
        lines = [lines_of(site, way.after, way.branch, {}), f"return {', '.join(returned)}"]
    return form.held(test.line, most, above, form.unpacking(needed(way.after, names)), *lines)


def rest_of_turn(site: Site, loop: Loop, branch: ast.If) -> Rewrite | None:
    """``if p: continue`` and what comes after it, where each name keeps its value if it is to be skipped."""
    function = site.module.function_of(loop)
    try:
        way = skip_of(loop, lambda _: True)
        if way is None or way.branch is not branch or function is None:
            return None
        live, _ = live_at(function, loop)
        carried = [name for name in stored(way.statements) if name in live]
        lines = ended(site, way, carried, Names(site, loop)("skip"))
    except NotALoop:
        return None
    return Rewrite("unsafe", _SKIPPED, [Replace([branch, *way.after], "\n".join(lines))])


def _until(site: Site, test: ast.expr) -> Test:
    """The test that the way out is not taken yet."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return asked(site, test.operand)
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], (ast.Eq, ast.NotEq)):
        return opposite(site, test)
    way = asked(site, test)
    traced = way.array and isinstance(site.value(test), Traced)  # ~True is -2
    return Test(f"~{way.operand}", True, True) if traced else inverted(site, way)


def _is_true(test: ast.expr) -> bool:
    return isinstance(test, ast.Constant) and bool(test.value)


def _traced_numbers(carry: Carry, more: set[str]) -> Numbers:
    """Nothing in the loop or after it needs a number that JAX will trace."""
    site, loop = carry.site, carry.loop

    def becomes_loop(inner: ast.For | ast.While) -> bool:
        return mended_loop(site, inner) is not None

    numbers = Numbers(site, carry.numbers() | more, becomes_loop)
    if numbers.are_needed(carry.body):
        raise NotALoop
    if Numbers(site, carry.numbers() & carry.after, becomes_loop).are_needed(_later(site, loop)):
        raise NotALoop
    return numbers


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
