"""List, set and dict comprehensions, generator expressions."""

from __future__ import annotations

import _ast

from jaxlint.tracing.events.refusals import attempt
from jaxlint.tracing.expressions.targets import assign
from jaxlint.tracing.keys.uses import in_turn
from jaxlint.tracing.operations.facts import concretize
from jaxlint.tracing.operations.iteration import iterate
from jaxlint.tracing.questions.asking import ask, truth_of
from jaxlint.tracing.questions.questions import Question, either
from jaxlint.tracing.running.evaluate import EVALUATORS, evaluate
from jaxlint.tracing.values.joining import join_all
from jaxlint.tracing.values.value import UNKNOWN, Const, Mapping, Sequence, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.tracing.running.environment import Frame

_MOST = 32  # elements that are followed one by one


def _collect(
    frame: Frame, generators: list[_ast.comprehension], results: list[Value], elements: list[_ast.expr]
) -> bool:
    """Run the loops from the outside in; True where every element is known."""
    if not generators:
        results.extend(evaluate(frame, element) for element in elements)
        return True
    generator = generators[0]
    items, element = iterate(frame, generator.iter, evaluate(frame, generator.iter))
    exact = one_by_one = items is not None and len(items) <= _MOST
    counts = frame.interpreter.counts
    keys = counts.keys + counts.draws
    if not one_by_one:  # there may be none
        frame.condition = frame.condition.but(branches=frame.condition.branches + 1)

    def run(item: Value) -> bool:
        assign(frame, generator.target, item)
        return _where(frame, generator.ifs, lambda: _collect(frame, generators[1:], results, elements))

    rounds = items if exact and items is not None else [element if items is None else join_all(items)] * 2
    for number, item in enumerate(rounds):
        if number and not one_by_one and keys == counts.keys + counts.draws:
            break  # one turn for all: only keys that are made or consumed each time want a second
        exact = in_turn(frame, number, lambda item=item: run(item)) and exact  # type: ignore[misc]
    return exact


def _where(frame: Frame, tests: list[_ast.expr], collect: Callable[[], bool]) -> bool:
    """The elements that come by these tests; True where every one is known."""
    if not tests:
        return collect()
    test, *others = tests
    one = ask(frame, test)
    known = truth_of(frame, one, test, "comprehension")
    if known is not None:
        return not known or _where(frame, others, collect)

    def run() -> None:
        _where(frame, others, collect)

    either(frame, test, Question(frame, one), run, lambda: None).close()
    return False


def _collected(
    frame: Frame, generators: list[_ast.comprehension], results: list[Value], elements: list[_ast.expr]
) -> bool:
    """There may be no element: what one of them raises may never be raised."""
    exact, refused = attempt(frame, lambda: _collect(frame.nested(), generators, results, elements))
    if refused is not None and len(generators) == 1 and not generators[0].ifs:
        items, _ = iterate(frame, generators[0].iter, evaluate(frame, generators[0].iter))
        if items:
            raise refused
    return exact is True


def sequence(frame: Frame, node: _ast.ListComp | _ast.SetComp | _ast.GeneratorExp) -> Value:
    kind = {_ast.ListComp: "list", _ast.SetComp: "set"}.get(type(node), "generator")
    results: list[Value] = []
    exact = _collected(frame, node.generators, results, [node.elt])
    for value in results if kind == "set" else ():
        concretize(frame, node.elt, value, "hash", even_grad=True)
    if exact:
        return Sequence(kind, results, UNKNOWN, frame.condition.branches)
    return Sequence(kind, None, join_all(results), frame.condition.branches)


def mapping(frame: Frame, node: _ast.DictComp) -> Value:
    results: list[Value] = []
    exact = _collected(frame, node.generators, results, [node.key, node.value])
    keys, values = results[::2], results[1::2]
    for key in keys:
        concretize(frame, node.key, key, "hash", even_grad=True)
    if exact and all(isinstance(key, Const) for key in keys):
        named = {key.value: value for key, value in zip(keys, values, strict=True)}  # type: ignore[attr-defined]
        return Mapping(named, UNKNOWN, frame.condition.branches)
    return Mapping(None, join_all(values), frame.condition.branches)


EVALUATORS.update(
    {_ast.ListComp: sequence, _ast.SetComp: sequence, _ast.GeneratorExp: sequence, _ast.DictComp: mapping}
)
