"""scan, while_loop, fori_loop, cond, switch, map and their kin: bodies that are run at once."""

from __future__ import annotations

from jaxlint.tracing.aval import Aval
from jaxlint.tracing.calling import FUNCTIONS
from jaxlint.tracing.context import GRAD
from jaxlint.tracing.event import LoopLength
from jaxlint.tracing.facts import fails, need_static
from jaxlint.tracing.invocation import Arguments, constant_of
from jaxlint.tracing.iteration import unpack
from jaxlint.tracing.joining import CALLABLES
from jaxlint.tracing.refusals import PARAMETER
from jaxlint.tracing.shapes import with_leading, without_leading
from jaxlint.tracing.transforms.axis_sizes import check_scanned
from jaxlint.tracing.transforms.bodies import argument_origin, reached, run_body, run_turns
from jaxlint.tracing.transforms.invalid_arguments import check_operands
from jaxlint.tracing.transforms.lift import (
    join_outputs,
    lift,
    map_leaves,
    surface,
    with_other_keys,
)
from jaxlint.tracing.transforms.mapping import mapped
from jaxlint.tracing.transforms.reversal import check_reversed, not_reversible
from jaxlint.tracing.transforms.structures import check_branches, check_carry, check_pair, check_truth
from jaxlint.tracing.uses import Fork
from jaxlint.tracing.value import (
    NONE,
    UNKNOWN,
    Array,
    Const,
    Library,
    Partial,
    Sequence,
    Traced,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.environment import Frame


def _row(frame: Frame, node: _ast.AST, function: Value, name: str, value: Value, position: int) -> Value:
    return mapped(value, 0, argument_origin(frame, node, function, name, position))


def scan(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    check_operands(frame, node, name, arguments)
    function, carry = arguments.get(0, "f"), arguments.get(1, "init")
    rows = arguments.get(2, "xs") or NONE
    _length(frame, node, arguments)
    check_scanned(frame, node, name, rows, arguments.get(3, "length"))
    if function is None or carry is None or not arguments.complete:
        return UNKNOWN
    row = NONE if _is_none(rows) else _row(frame, node, function, name, rows, 1)

    def parts_of(result: Value) -> list[Value]:
        return unpack(frame, node, result, 2, None) if isinstance(result, Sequence) else [UNKNOWN, UNKNOWN]

    result = run_turns(
        frame, node, function, name, [carry, row], lambda result: [parts_of(result)[0], with_other_keys(row)]
    )
    check_pair(frame, arguments.node(0, "f") or node, name, result)
    parts = parts_of(result)
    check_carry(frame, arguments.node(0, "f") or node, name, function, carry, parts[0])
    inputs = [carry, rows]
    first = surface(frame, parts[0] if parts[0] is not UNKNOWN else carry, inputs)
    return Sequence("tuple", [first, surface(frame, parts[1], inputs, with_leading)])


def _is_none(value: Value) -> bool:
    return isinstance(value, Const) and value.value is None


def _length(frame: Frame, node: _ast.AST, arguments: Arguments) -> None:
    value = arguments.get(3, "length")
    where = arguments.node(3, "length")
    if value is not None and where is not None and fails(frame, value, PARAMETER):
        note_length(frame, node, where, value)


def note_length(frame: Frame, call: _ast.AST, argument: _ast.AST, value: Value) -> None:
    event = LoopLength(frame.module, frame.function, argument, value, frame.context)
    event.call = call
    event.argument = argument
    frame.note(event)


def while_loop(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    check_operands(frame, node, name, arguments)
    test, body, init = arguments.get(0, "cond_fun"), arguments.get(1, "body_fun"), arguments.get(2, "init_val")
    if test is None or body is None or init is None:
        return UNKNOWN
    goes_on = run_body(frame, node, test, name, [init])
    result = run_turns(frame, node, body, name, [init], lambda result: [result])
    carried = reached(frame, init, result)
    check_truth(frame, arguments.node(0, "cond_fun") or node, name, goes_on)
    check_carry(frame, arguments.node(1, "body_fun") or node, name, body, init, result)
    if carried is not init:
        goes_on = run_body(frame, node, test, name, [carried])
    result = not_reversible(frame, node, name, init, result)
    return surface(frame, result, [init], deciding=[goes_on])


def fori_loop(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    check_operands(frame, node, name, arguments)
    lower, upper = arguments.get(0, "lower"), arguments.get(1, "upper")
    body, init = arguments.get(2, "body_fun"), arguments.get(3, "init_val")
    if body is None or init is None or lower is None or upper is None:
        return UNKNOWN
    _unrolled(frame, node, arguments, name)
    origin = argument_origin(frame, node, body, name, 0)
    index = Traced(Aval("i", (), "int32"), origin)
    result = run_turns(frame, node, body, name, [index, init], lambda result: [index, result])
    check_carry(frame, arguments.node(2, "body_fun") or node, name, body, init, result)
    if any(isinstance(bound, Traced) and not bound.concrete for bound in (lower, upper)):
        result = not_reversible(frame, node, name, init, result)
    return surface(frame, result, [init, lower, upper], deciding=[lower, upper])


def _unrolled(frame: Frame, node: _ast.AST, arguments: Arguments, name: str) -> None:
    """A loop can be unrolled several times only where the number of its iterations is known."""
    times = constant_of(arguments.get(4, "unroll"))
    if isinstance(times, int) and times > 1:
        for position, parameter in enumerate(("lower", "upper")):
            value, where = arguments.get(position, parameter), arguments.node(position, parameter)
            if isinstance(value, Traced) and where is not None:
                need_static(frame, where, value, node, name, parameter)


_OPERAND_EACH = 5  # ``cond(pred, true_operand, true_fun, false_operand, false_fun)``, which JAX takes as well


def cond(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    given = arguments.positional
    if len(given) == _OPERAND_EACH and isinstance(given[4], CALLABLES) and not isinstance(given[1], CALLABLES):
        return _branches(frame, node, name, [given[2], given[4]], [[given[1]], [given[3]]], arguments)
    check_operands(frame, node, name, arguments)
    branches = [arguments.get(1, "true_fun"), arguments.get(2, "false_fun")]
    operands = arguments.positional[3:]
    if "operand" in arguments.keywords:
        operands = [arguments.keywords["operand"]]
    functions = [one for one in branches if one is not None]
    return _branches(frame, node, name, functions, [operands] * len(functions), arguments)


def switch(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    check_operands(frame, node, name, arguments)
    table = arguments.get(1, "branches")
    if not isinstance(table, Sequence):
        return UNKNOWN
    branches = [table.element] if table.items is None else table.items
    operands = arguments.positional[2:] or [v for k, v in arguments.keywords.items() if k == "operand"]
    return _branches(frame, node, name, branches, [operands] * len(branches), arguments)


def _branches(
    frame: Frame, node: _ast.AST, name: str, branches: list[Value], operands: list[list[Value]], arguments: Arguments
) -> Value:
    """``operands``: of each branch."""
    if not arguments.complete:
        return UNKNOWN
    keys = Fork(frame, node)
    results = []
    for arm, branch in enumerate(branches):
        keys.enter(arm)
        results.append(run_body(frame, node, branch, name, operands[arm]))
        keys.leave()
    keys.close()
    if len(results) > 1:
        check_branches(frame, node, name, results)
    joined = results[0] if results else UNKNOWN
    for result in results[1:]:
        joined = join_outputs(joined, result)
    chosen = arguments.get(0) or UNKNOWN
    return surface(frame, joined, [chosen, *(one for each in operands for one in each)], deciding=[chosen])


def map_rows(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    function, rows = arguments.get(0, "f"), arguments.get(1, "xs")
    if function is None or rows is None:
        return UNKNOWN
    check_scanned(frame, node, name, rows)
    row = _row(frame, node, function, name, rows, 0)
    result = run_turns(frame, node, function, name, [row], lambda _: [with_other_keys(row)])
    return surface(frame, result, [rows], with_leading)


def associative_scan(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """Runs its function as it is: eager outside jit, traced inside."""
    function, rows = arguments.get(0, "fn"), arguments.get(1, "elems")
    if function is None or rows is None:
        return UNKNOWN
    part = map_leaves(rows, _some_rows)
    result = run_body(frame, node, function, name, [part, part], frame.context, as_it_is=True)
    return surface(frame, rows, [rows], deciding=[result])


def _some_rows(item: Value) -> Value:
    """A slice along the first axis: as many rows as the recursion has just then."""
    if isinstance(item, Traced):
        aval = with_leading(without_leading(item.aval))
        return Traced(aval, item.origin, item.concrete, item.staged, item.evidence, item.key_id)
    if not isinstance(item, Array):
        return item
    return Array(with_leading(without_leading(item.aval)), item.numpy, item.key_id, item.sure)


def forward_mode(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """jvp, vjp, linearize: the primals are traced with known numbers."""
    function = arguments.get(0, "fun")
    if function is None or not arguments.complete:
        return UNKNOWN
    primals = arguments.positional[1:]
    tangents: list[Value] = []
    known = True
    if name.endswith("jvp"):
        given, moved = arguments.get(1, "primals"), arguments.get(2, "tangents")
        known = isinstance(given, Sequence) and given.items is not None
        primals = given.items or [] if isinstance(given, Sequence) else []
        tangents = [] if moved is None else [moved]
    origin = argument_origin(frame, node, function, name, 0)
    lifted = [lift(value, origin, True, name.startswith("jax.")) for value in primals]
    backwards = name.endswith("vjp")
    frame.interpreter.differentiating += 1
    frame.interpreter.reversing += backwards
    result = run_body(frame, node, function, name, lifted, GRAD, complete=known, given=primals)
    if backwards:
        check_reversed(frame, node, name, function, result, arguments.keywords)
    frame.interpreter.reversing -= backwards
    frame.interpreter.differentiating -= 1
    if name.endswith("jvp"):
        return Sequence("tuple", [surface(frame, result, primals), surface(frame, result, [*primals, *tangents])])
    if "has_aux" in arguments.keywords:
        return Sequence("tuple", [UNKNOWN] * 3)
    out = surface(frame, result, primals)
    back: list[Value] = [Sequence("tuple", primals) if backwards else out]
    return Sequence("tuple", [out, Partial(Library("jax.vjp()"), back, {})])


def linear_map(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """What vjp or linearize gave, called: the structure of its result was known before."""
    return surface(frame, arguments.positional[0], arguments.positional)


LOOPS = {
    "jax.lax.scan": scan,
    "jax.lax.while_loop": while_loop,
    "jax.lax.fori_loop": fori_loop,
    "jax.lax.map": map_rows,
    "jax.lax.associative_scan": associative_scan,
}
FUNCTIONS.update(
    {
        **LOOPS,
        "jax.lax.cond": cond,
        "jax.lax.switch": switch,
        "jax.jvp": forward_mode,
        "jax.vjp": forward_mode,
        "jax.linearize": forward_mode,
        "equinox.filter_jvp": forward_mode,
        "equinox.filter_vjp": forward_mode,
        "jax.vjp()": linear_map,
    }
)
