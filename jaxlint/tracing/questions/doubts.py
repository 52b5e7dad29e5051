"""Branches that may never be taken: what is asked there is asked of code that nobody runs.

A question that is open because a value is not known has an answer at run time, and often the same one each time:
where ``x`` is always a tracer, the branch for numbers is dead.  ``WEAK``: what JAX would refuse there is no finding, as
the values are others than those in view.  ``STRONG``: nothing there is, as no trace comes by.

Two open questions may depend on one another: ``f if config.kind == "eager" else jit(f)``, and what ``f`` does for that
kind.  So what a body asks under a transform that was applied behind an open question has no sure answer.
"""

from __future__ import annotations

import _ast

from jaxlint.tracing.questions.guards import is_predicate
from jaxlint.tracing.questions.narrowing import asks_for_object
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.values.answers import (
    COMBINATIONS,
    FORGOTTEN,
    NO_DOUBT,
    NONE,
    STRONG,
    WEAK,
    Doubt,
    combined,
    doubt_of,
    opposite,
)
from jaxlint.tracing.values.value import UNKNOWN, Const, Instance, Several, Static, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.questions.asking import Asked
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.values.value import Scope


def doubts_after(frame: Frame, asked: Asked) -> Doubt:
    """Of the branches of a test that was asked."""
    test, value = asked.test, asked.value
    known = doubt_of(value)
    if known is not NO_DOUBT:
        return known
    if asked.doubts is not NO_DOUBT:
        return asked.doubts  # is_traced(a) or a.shape[0] == 1, of an ``a`` that is not known
    found = _of_absence(frame, test)
    if found is NO_DOUBT:
        found = _of_syntax(frame, test)
    if found is NO_DOUBT and frame.interpreter.tests_of is not None and not isinstance(value, Traced):
        return FORGOTTEN  # a test knows all that it runs on: what is open here was lost on the way
    if found is NO_DOUBT and frame.condition.optional and not isinstance(value, Traced):
        return COMBINATIONS[WEAK, WEAK]  # who chose the transform may have asked for what decides this, too
    return found


def _of_absence(frame: Frame, test: _ast.expr) -> Doubt:
    """``rng is None``, ``rng is None or key is None``: of a chain, what is known already decides nothing."""
    if isinstance(test, _ast.BoolOp):
        parts = [one for one in test.values if not (_is_about_absence(one) and isinstance(evaluate(frame, one), Const))]
        return combined([_of_absence(frame, one) for one in parts], isinstance(test.op, _ast.Or))
    if not isinstance(test, _ast.Compare) or frame.context.depth < 2 or not _is_about_absence(test):
        return NO_DOUBT
    if not _may_be_passed(frame, getattr(test.left, "id", "")):
        return NO_DOUBT
    return COMBINATIONS[WEAK, NONE] if isinstance(test.ops[0], _ast.Is) else COMBINATIONS[NONE, WEAK]


def _is_about_absence(test: _ast.expr) -> bool:
    """``name is None``, ``name is not None``."""
    if not isinstance(test, _ast.Compare) or not isinstance(test.left, _ast.Name):
        return False
    return isinstance(test.ops[0], (_ast.Is, _ast.IsNot)) and getattr(test.comparators[0], "value", ...) is None


def _may_be_passed(frame: Frame, name: str) -> bool:
    """A parameter, of this function or of one around it, for which a caller in view passes something, it is not known
    what.
    """
    home: Scope | None = frame
    while home is not None and name not in home.variables:
        home = home.closure
    spec = None if home is None else getattr(home.function, "args", None)
    if spec is None or name not in [one.arg for one in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs)]:
        return False
    value = home.variables[name]  # type: ignore[union-attr]
    return value is UNKNOWN or (isinstance(value, Traced) and not value.is_array)


def _of_syntax(frame: Frame, test: _ast.expr) -> Doubt:
    """``if isinstance(a, list):`` of an ``a`` that is not known may never hold."""
    if isinstance(test, _ast.UnaryOp) and isinstance(test.op, _ast.Not):
        return opposite(_of_syntax(frame, test.operand))
    if isinstance(test, _ast.Name):  # is_numpy = isinstance(a, np.ndarray)
        asked = frame.open_answers.get(test.id)
        return _of_syntax(frame, asked) if isinstance(asked, _ast.Call) else NO_DOUBT
    if isinstance(test, _ast.BoolOp) and isinstance(test.op, _ast.And):
        return combined([_of_syntax(frame, part) for part in test.values], False)
    if isinstance(test, _ast.Compare) and _asks_for_option(test):
        return COMBINATIONS[STRONG, NONE] if isinstance(test.ops[0], _ast.Is) else COMBINATIONS[NONE, STRONG]
    if isinstance(test, _ast.Compare) and len(test.ops) == 1 and _is_of_many(frame, test):
        doubts = {_ast.Eq: COMBINATIONS[WEAK, NONE], _ast.NotEq: COMBINATIONS[NONE, WEAK]}
        return doubts.get(type(test.ops[0]), NO_DOUBT)
    asks = isinstance(test, _ast.Call) and any(_may_be_tracer(frame, one) for one in test.args)
    asks = asks and is_predicate(frame, test) and not asks_for_object(frame, test)  # type: ignore[arg-type]
    return COMBINATIONS[WEAK, NONE] if asks else NO_DOUBT


def _may_be_tracer(frame: Frame, node: _ast.expr) -> bool:
    """What is worked out on the spot may be one: only names and attributes can be asked for again."""
    value = evaluate(frame, node) if _is_path(node) else UNKNOWN
    return value is UNKNOWN or isinstance(value, (Traced, Instance))


def _asks_for_option(test: _ast.expr) -> bool:
    """``multiclass is False``: no tracer is, and who asks for the very object expects another beside it, often None."""
    if not isinstance(test, _ast.Compare) or not isinstance(test.ops[0], (_ast.Is, _ast.IsNot)):
        return False
    return isinstance(getattr(test.comparators[0], "value", None), bool)


def _is_of_many(frame: Frame, test: _ast.Compare) -> bool:
    if _is_shape(test.left):
        return True
    known = test.comparators[0]
    return _is_of_unknown(frame, test.left) and _is_path(known) and isinstance(evaluate(frame, known), (Const, Static))


def _is_of_unknown(frame: Frame, node: _ast.expr) -> bool:
    """``grid.kind`` of an object, of which nothing is known: of all that it may be, this is one.

    What a class holds is the same for all.
    """
    if not isinstance(node, _ast.Attribute) or not _is_path(node.value):
        return False
    owner = evaluate(frame, node.value)
    return owner is UNKNOWN or (isinstance(owner, (Instance, Several)) and evaluate(frame, node) is UNKNOWN)


def _is_path(node: _ast.expr) -> bool:
    """Names and attributes, which can be asked for again."""
    while isinstance(node, _ast.Attribute):
        node = node.value
    return isinstance(node, (_ast.Name, _ast.Constant))


def _is_shape(node: _ast.expr) -> bool:
    """``x.ndim``, ``x.shape[0]``, ``len(x.shape)``, ``np.ndim(x)``: what is not known need not be that number."""
    if isinstance(node, _ast.Call):
        name = getattr(node.func, "attr", None) or getattr(node.func, "id", None)
        return name in ("ndim", "shape") or (name == "len" and len(node.args) == 1 and _is_shape(node.args[0]))
    if isinstance(node, _ast.Subscript):
        return _is_shape(node.value)
    return isinstance(node, _ast.Attribute) and node.attr in ("ndim", "shape")
