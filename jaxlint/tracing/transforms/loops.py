"""scan, while_loop, fori_loop, cond, switch, map and their kin: bodies that are run at once."""

from __future__ import annotations

import _ast

from jaxlint.tracing.applied.lift import join_outputs, map_leaves, surface, with_other_keys
from jaxlint.tracing.calls.invocation import Arguments, constant_of
from jaxlint.tracing.events.values import LoopLength
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.operations.facts import is_abstract, need_static
from jaxlint.tracing.operations.iteration import unpack
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.running.ways import Ways
from jaxlint.tracing.slow.branches import note_selected
from jaxlint.tracing.transforms.bodies import argument_origin, reached, run_body, run_turns
from jaxlint.tracing.transforms.mapping import mapped
from jaxlint.tracing.transforms.refused.axis_sizes import check_scanned
from jaxlint.tracing.transforms.refused.call_mismatches import (
    check_body,
    check_bounds,
    check_branches_called,
    check_index,
    check_predicate,
)
from jaxlint.tracing.transforms.refused.invalid_arguments import check_operands
from jaxlint.tracing.transforms.refused.invalid_results import check_given
from jaxlint.tracing.transforms.refused.reversal import not_reversible
from jaxlint.tracing.transforms.refused.structures import check_branches, check_carry, check_pair, check_truth
from jaxlint.tracing.values.aval import Aval
from jaxlint.tracing.values.holding import prove_array
from jaxlint.tracing.values.joining import CALLABLES
from jaxlint.tracing.values.shapes import with_leading, without_leading
from jaxlint.tracing.values.value import NONE, UNKNOWN, Array, Const, Sequence, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame


def _row(frame: Frame, node: _ast.AST, function: Value, name: str, value: Value, position: int) -> Value:
    return mapped(value, 0, argument_origin(frame, node, function, name, position))


def scan(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    sound = check_operands(frame, node, name, arguments)
    function, carry = arguments.get(0, "f"), arguments.get(1, "init")
    rows = arguments.get(2, "xs") or NONE
    _length(frame, node, arguments)
    check_scanned(frame, node, name, rows, arguments.get(3, "length"))
    if function is None or carry is None or not arguments.complete:
        return UNKNOWN
    if sound:
        check_body(frame, arguments.node(0, "f"), node, name, function, 2)
    row = NONE if _is_none(rows) else _row(frame, node, function, name, rows, 1)

    def parts_of(result: Value) -> list[Value]:
        return unpack(frame, node, result, 2, None) if isinstance(result, Sequence) else [UNKNOWN, UNKNOWN]

    result = run_turns(
        frame, node, function, name, [carry, row], lambda result: [parts_of(result)[0], with_other_keys(row)]
    )
    check_pair(frame, arguments.node(0, "f") or node, name, result)
    if sound:
        result = check_given(frame, arguments.node(0, "f") or node, name, function, result)
    parts = parts_of(result)
    check_carry(frame, arguments.node(0, "f") or node, name, function, carry, parts[0], arguments.node(1, "init"))
    inputs = [carry, rows]
    first = surface(frame, parts[0] if parts[0] is not UNKNOWN else carry, inputs)
    return Sequence("tuple", [first, surface(frame, parts[1], inputs, with_leading)])


def _is_none(value: Value) -> bool:
    return isinstance(value, Const) and value.value is None


def _length(frame: Frame, node: _ast.AST, arguments: Arguments) -> None:
    value = arguments.get(3, "length")
    where = arguments.node(3, "length")
    if value is not None and where is not None and is_abstract(value):
        note_length(frame, node, where, value)


def note_length(frame: Frame, call: _ast.AST, argument: _ast.AST, value: Value) -> None:
    report(frame, LoopLength, argument, value, call=call, argument=argument)


def while_loop(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    sound = check_operands(frame, node, name, arguments)
    test, body, init = arguments.get(0, "cond_fun"), arguments.get(1, "body_fun"), arguments.get(2, "init_val")
    if test is None or body is None or init is None:
        return UNKNOWN
    if sound:
        check_body(frame, arguments.node(0, "cond_fun"), node, name, test, 1)
        check_body(frame, arguments.node(1, "body_fun"), node, name, body, 1)
    goes_on = run_body(frame, node, test, name, [init])
    result = run_turns(frame, node, body, name, [init], lambda result: [result], goes_on)
    carried = reached(frame, init, result)
    check_truth(frame, arguments.node(0, "cond_fun") or node, name, goes_on)
    check_carry(frame, arguments.node(1, "body_fun") or node, name, body, init, result, arguments.node(2, "init_val"))
    if sound:
        result = check_given(frame, arguments.node(1, "body_fun") or node, name, body, result)
    if carried is not init:
        goes_on = run_body(frame, node, test, name, [carried])
    result = not_reversible(frame, node, name, init, result)
    return surface(frame, result, [init], deciding=[goes_on])


def fori_loop(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    sound = check_operands(frame, node, name, arguments)
    lower, upper = arguments.get(0, "lower"), arguments.get(1, "upper")
    body, init = arguments.get(2, "body_fun"), arguments.get(3, "init_val")
    if body is None or init is None or lower is None or upper is None:
        return UNKNOWN
    if sound:
        check_bounds(frame, node, name, arguments)
        check_body(frame, arguments.node(2, "body_fun"), node, name, body, 2)
    _unrolled(frame, node, arguments, name)
    origin = argument_origin(frame, node, body, name, 0)
    index = Traced(Aval("i", (), "int32"), origin)
    result = run_turns(frame, node, body, name, [index, init], lambda result: [index, result])
    check_carry(frame, arguments.node(2, "body_fun") or node, name, body, init, result, arguments.node(3, "init_val"))
    if sound:
        result = check_given(frame, arguments.node(2, "body_fun") or node, name, body, result)
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
    sound = check_operands(frame, node, name, arguments)
    prove_array(arguments.get(0, "pred") or UNKNOWN)
    branches = [arguments.get(1, "true_fun"), arguments.get(2, "false_fun")]
    operands = arguments.positional[3:]
    if "operand" in arguments.keywords:
        operands = [arguments.keywords["operand"]]
    functions = [one for one in branches if one is not None]
    if sound and arguments.complete and len(functions) == 2:
        nodes = [arguments.node(1, "true_fun"), arguments.node(2, "false_fun")]
        check_predicate(frame, arguments.node(0, "pred"), node, name, arguments.get(0, "pred"))
        check_branches_called(frame, nodes, node, name, functions, len(operands))
    return _branches(frame, node, name, functions, [operands] * len(functions), arguments)


def switch(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    sound = check_operands(frame, node, name, arguments)
    prove_array(arguments.get(0, "index") or UNKNOWN)
    table = arguments.get(1, "branches")
    if not isinstance(table, Sequence):
        return UNKNOWN
    branches = table.parts
    operands = arguments.positional[2:] or [v for k, v in arguments.keywords.items() if k == "operand"]
    if sound and arguments.complete and table.items is not None:
        check_index(frame, arguments.node(0, "index"), node, name, arguments.get(0, "index"))
        check_branches_called(frame, _written(arguments, branches), node, name, branches, len(operands))
    return _branches(frame, node, name, branches, [operands] * len(branches), arguments)


def _written(arguments: Arguments, branches: list[Value]) -> list[_ast.AST | None]:
    """Where the branches of a switch stand, if they are written in its call."""
    table = arguments.node(1, "branches")
    written: list[_ast.AST | None] = list(table.elts) if isinstance(table, (_ast.List, _ast.Tuple)) else []
    return written if len(written) == len(branches) else [None] * len(branches)


def _branches(
    frame: Frame, node: _ast.AST, name: str, branches: list[Value], operands: list[list[Value]], arguments: Arguments
) -> Value:
    """``operands``: of each branch."""
    if not arguments.complete:
        return UNKNOWN
    ways, chosen = Ways(frame, node, asks=False), arguments.get(0) or UNKNOWN
    note_selected(frame, node, chosen, branches)

    def run(arm: int) -> Value:
        return run_body(frame, node, branches[arm], name, operands[arm], chosen=chosen)

    results = [ways.take(arm, lambda arm=arm: run(arm)) or UNKNOWN for arm in range(len(branches))]  # type: ignore[misc]
    ways.close()
    if len(results) > 1:  # a single one is called as it is
        results = [check_given(frame, node, name, *pair) for pair in zip(branches, results, strict=True)]
    if len(results) > 1:
        check_branches(frame, node, name, results)
    joined = results[0] if results else UNKNOWN
    for result in results[1:]:
        joined = join_outputs(joined, result)
    return surface(frame, joined, [chosen, *(one for each in operands for one in each)], deciding=[chosen])


def map_rows(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    function, rows = arguments.get(0, "f"), arguments.get(1, "xs")
    sound = check_operands(frame, node, name, arguments)
    if function is None or rows is None:
        return UNKNOWN
    if sound:
        check_body(frame, arguments.node(0, "f"), node, name, function, 1)
    check_scanned(frame, node, name, rows)
    row = _row(frame, node, function, name, rows, 0)
    result = run_turns(frame, node, function, name, [row], lambda _: [with_other_keys(row)])
    if sound:
        result = check_given(frame, arguments.node(0, "f") or node, name, function, result)
    return surface(frame, result, [rows], with_leading)


def associative_scan(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """Runs its function as it is: eager outside jit, traced inside."""
    function, rows = arguments.get(0, "fn"), arguments.get(1, "elems")
    if function is None or rows is None:
        return UNKNOWN
    if check_operands(frame, node, name, arguments):
        check_body(frame, arguments.node(0, "fn"), node, name, function, 2)
    part = map_leaves(rows, _some_rows)
    result = run_body(frame, node, function, name, [part, part], frame.context.stage, as_it_is=True)
    return surface(frame, rows, [rows], deciding=[result])


def _some_rows(item: Value) -> Value:
    """A slice along the first axis: as many rows as the recursion has just then."""
    if isinstance(item, Traced):
        aval = with_leading(without_leading(item.aval))
        return Traced(aval, item.origin, item.concrete, item.staged, item.evidence, item.key_id)
    if not isinstance(item, Array):
        return item
    return Array(with_leading(without_leading(item.aval)), item.numpy, item.key_id, item.sure)


LOOPS = {
    "jax.lax.scan": scan,
    "jax.lax.while_loop": while_loop,
    "jax.lax.fori_loop": fori_loop,
    "jax.lax.map": map_rows,
    "jax.lax.associative_scan": associative_scan,
}
FUNCTIONS.update({**LOOPS, "jax.lax.cond": cond, "jax.lax.switch": switch})
