"""A key that is consumed twice: whether numbers repeat where somebody relies on them, and the sentence for it."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.accesses import free
from jaxlint.dataflow.faint import is_faint, is_plain_call
from jaxlint.dataflow.repeats import changing
from jaxlint.dataflow.reported import acts, is_reported, meet, meetings
from jaxlint.discovery.roles import names_a_benchmark, names_a_test
from jaxlint.rules.handing_on import given_by, reported_by
from jaxlint.rules.rule import Hazard
from jaxlint.syntax.binders import FUNCTIONS
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.events.keys import LEAF
from jaxlint.tracing.events.models import is_model
from jaxlint.tracing.keys.key_use import SPLIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.events.event import Place
    from jaxlint.tracing.events.keys import KeyReused

    Calls = tuple[Place, ...]


def matters(event: KeyReused) -> bool:
    """False where no number repeats, where nobody reads the one result or the other, and in tests and benchmarks.

    A minus before one of two equal draws makes antithetic pairs, which is what the key is kept for.
    """
    if not event.repeats or event.module.is_test or is_for_a_test(event.module, event.node):
        return False
    before, after = event.drawn or (event.previous_calls, event.calls)
    if before[0][2] is not after[0][2]:
        if _is_negated(before[0]) or _is_negated(after[0]):
            return False
        if is_faint(before[:1], after[0][2], given_by):
            return False  # a first call that only compiles, whatever it keeps
        if _are_two_experiments(before, after) and not meet(before[0], after[0], reported_by):
            return False  # two experiments that begin with the same numbers
    met = meetings(before[0], after[0], reported_by) if before[0][2] is not after[0][2] else set()
    if met == {_ast.IfExp}:
        return False  # one of the two is selected
    if _is_timed(before, after) or _is_evaluation(before, after, met):
        return False
    return _is_read(before, after[0][2]) and _is_read(after, before[0][2])


def _are_two_experiments(before: Calls, after: Calls) -> bool:
    """At the top level of a notebook, or of a script that marks its cells: in two cells, or calls of functions."""
    one, other = before[0], after[0]
    if one[1] is not None or other[1] is not None or one[0] is not other[0]:
        return False
    cells = [one[0].source.cell(place[2].lineno) for place in (one, other)]  # type: ignore[attr-defined]
    return any(cells) and (cells[0] != cells[1] or len(before) > 1 or len(after) > 1)


def _is_timed(before: Calls, after: Calls) -> bool:
    """``_ = run(key)``, ``result = run(key)`` that is only waited for: a function that is called to be run."""
    module, _, node = after[0]
    if not isinstance(node, _ast.Call) or not isinstance(node.func, _ast.Name):
        return False
    is_statement = isinstance(module.parents.get(node), _ast.Expr)  # called for what it does
    return not is_statement and is_faint(after[:1], before[0][2], given_by)


def _is_evaluation(before: Calls, after: Calls, met: set[type[_ast.AST]]) -> bool:
    """Functions that are called for numbers to look at: the difference between two is taken, or they are given other
    things beside the key, and what comes of one is only printed; or one is given the same things in two modes.

    To evaluate two things on the same random numbers tells them apart better.
    """
    if not (_is_pure(before) and _is_pure(after)):
        return False
    one, other = before[0], after[0]
    if met & {_ast.Sub, _ast.Compare} or _is_in_two_modes(one, other):
        return True
    if met or not _differ(one, other):
        return False
    return is_reported(other, one[2], reported_by) or is_reported(one, other[2], reported_by)


def _is_in_two_modes(one: Place, other: Place) -> bool:
    """``forward(params, x, key, True)`` and ``forward(params, x, key, False)``"""
    first, second = one[2], other[2]
    if not (isinstance(first, _ast.Call) and isinstance(second, _ast.Call)):
        return False
    given = [[call.func, *call.args, *call.keywords] for call in (first, second)]
    text, again = one[0].source.segment, other[0].source.segment
    differing = [pair for pair in zip(*given, strict=False) if text(pair[0]) != again(pair[1])]
    values = [getattr(node, "value", None) for pair in differing for node in pair]
    bools = [getattr(value, "value", value) for value in values]
    return len(given[0]) == len(given[1]) and bool(bools) and all(type(value) is bool for value in bools)


def _differ(one: Place, other: Place) -> bool:
    """Two calls by what they are given, or one of a loop that is given what the loop binds."""
    module, _, call = other
    if one[2] is not call:
        text = module.source.segment
        return one[0] is not module or text(one[2]) != text(call)
    around = module.parents.get(call)
    while around is not None and not isinstance(around, (*FUNCTIONS, _ast.For, _ast.While)):
        around = module.parents.get(around)
    return isinstance(around, (_ast.For, _ast.While)) and not free(call).isdisjoint(changing(around))


def _is_pure(calls: Calls) -> bool:
    """A function in view draws, and does nothing but give a value."""
    own = [(module, function) for module, function, _ in calls[1:] if function is not None and not is_model(module)]
    return bool(own) and not any(acts(function, module, reported_by) for module, function in own)


def is_for_a_test(module: Module, node: _ast.AST) -> bool:
    """In a function that tests or measures, wherever it stands."""
    around: _ast.AST | None = node
    while around is not None:
        name = getattr(around, "name", "") if isinstance(around, _ast.FunctionDef) else ""
        if names_a_benchmark(name) or (names_a_test(name) and any(map(_asserts, walk(around)))):
            return True
        around = module.parents.get(around)
    return False


def _asserts(node: _ast.AST) -> bool:
    """``assert ...``, ``np.testing.assert_allclose(...)``, ``self.assertEqual(...)``"""
    name = getattr(node, "attr", None) or getattr(node, "id", None) or ""
    return isinstance(node, _ast.Assert) or name.startswith("assert")


def _is_read(calls: Calls, beside: _ast.AST) -> bool:
    """Somebody looks at what the key gave.  What a library's model does with it is not in view: the call of it is."""
    own = [place for place in calls if not is_model(place[0])]
    return not is_faint(own or calls, beside, given_by)


def _is_negated(place: Place) -> bool:
    """``-normal(key)``, ``1 - uniform(key)``"""
    module, _, call = place
    around = module.parents.get(call)
    if isinstance(around, _ast.UnaryOp):
        return isinstance(around.op, _ast.USub)
    return isinstance(around, _ast.BinOp) and isinstance(around.op, _ast.Sub) and isinstance(around.left, _ast.Constant)


def reuse(event: KeyReused) -> Hazard:
    argument = event.argument or _argument(event)
    key = _held_by(event) if argument is None else f"`{_text(event, argument)}`"
    splits, was_split = event.callee == SPLIT, event.previous_callee == SPLIT
    if event.repeated_for and event.previous is event.node:
        when = "for every leaf" if event.repeated_for == LEAF else "in every iteration"
        what = "gets the same keys" if splits and was_split else "draws the same numbers"
        how = "is split" if splits and was_split else "is consumed"
        after = " but never reassigned" if splits and was_split else " without a split"
        return Hazard(f"{key} {how} {when}{after}: every {event.repeated_for} {what}")
    place = event.previous_module.line_name(event.previous)
    if event.previous_module is not event.module:
        place += " of another file"
    elif event.repeated_for:
        place += " for another leaf" if event.repeated_for == LEAF else " in the previous iteration"
    if not was_split:
        return Hazard(f"{key} was already consumed by `{event.previous_callee}` on {place}; split it first")
    advice = "splitting it again returns the same keys" if splits else "use one of the keys it returned"
    return Hazard(f"{key} was already split on {place}: {advice}")


def _argument(event: KeyReused) -> _ast.expr | None:
    """What the call at the event is given for the key, which a function further in consumes; or has around it."""
    position, name = 0, "key"
    below: _ast.AST | None = None
    node: _ast.expr | None = None
    for module, function, call in reversed(event.calls):
        if not isinstance(call, _ast.Call) or (below is not None and not is_plain_call(call, below)):
            return None
        named = [one.value for one in call.keywords if one.arg == name]
        node = next(iter(named or call.args[position : position + 1]), None)
        parameters = [one.arg for one in function.args.args] if isinstance(function, _ast.FunctionDef) else []
        below, name = function, getattr(node, "id", "")
        if name in parameters:
            position = parameters.index(name) - (parameters[0] in ("self", "cls"))
        elif _is_around(event, module, function, node):
            return node
        elif call is not event.node:
            return None
    return node


def _is_around(event: KeyReused, module: Module, function: _ast.AST | None, node: _ast.expr | None) -> bool:
    """A name that a function has from the one that the event is in, or from the code around both."""
    if not isinstance(node, _ast.Name) or module is not event.module:
        return False
    while function is not None and function is not event.function:
        if node.id in changing(function):
            return False
        function = module.function_of(function)
    return function is event.function


def _held_by(event: KeyReused) -> str:
    """No argument of the call is the key: a function has it from elsewhere, or as a part of something."""
    called = event.node.func if isinstance(event.node, _ast.Call) and len(event.calls) > 1 else None
    is_named = isinstance(called, (_ast.Name, _ast.Attribute))
    return f"the key consumed by `{_text(event, called)}`" if called is not None and is_named else "the key"


def _text(event: KeyReused, node: _ast.AST) -> str:
    return " ".join(event.module.source.segment(node).split())
