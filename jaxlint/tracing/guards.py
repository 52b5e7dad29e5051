"""Questions about a value that guard the code behind them."""

from __future__ import annotations

import _ast

from jaxlint.tracing.context import VMAP
from jaxlint.tracing.evaluate import evaluate
from jaxlint.tracing.refusals import EVERYTHING
from jaxlint.tracing.value import OFF, ON, UNKNOWN, Library, Static, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.environment import Frame
    from jaxlint.tracing.value import Value

_QUESTIONS = ("builtins.isinstance", "builtins.hasattr", "builtins.callable", "builtins.issubclass")


class Guard:
    """What the operands of an and, or an or, ask about values of those behind them."""

    __slots__ = ("_catching", "_frame", "_kept")

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._catching = frame.catching
        self._kept: dict[str, Value | None] = {}

    def enter(self, question: _ast.expr, outcome: bool) -> None:
        frame = self._frame
        for name in guarded_names(frame, question):
            self._kept.setdefault(name, frame.variables.get(name))
            frame.variables[name] = UNKNOWN
        if silent_branch(frame, question) is outcome:
            frame.catching = EVERYTHING

    def leave(self) -> None:
        frame = self._frame
        frame.catching = self._catching
        for name, value in self._kept.items():
            if value is None:
                frame.variables.pop(name, None)
            else:
                frame.variables[name] = value


def guarded_names(frame: Frame, test: _ast.expr) -> list[str]:
    """Names of tracers that the test asks an open question about: ``is_concrete(x)``, ``isinstance(x, C)``.

    What the answer says of them is not known, so they are left alone in both branches.
    """
    found: list[str] = []
    stack: list[_ast.expr] = [test]
    while stack:
        node = stack.pop()
        if isinstance(node, _ast.BoolOp):
            stack.extend(node.values)
        elif isinstance(node, _ast.UnaryOp):
            stack.append(node.operand)
        elif isinstance(node, _ast.Call) and _is_predicate(frame, node):
            arguments = [argument.id for argument in node.args if isinstance(argument, _ast.Name)]
            found.extend(name for name in arguments if isinstance(frame.lookup(name), Traced))
    return found


def silent_branch(frame: Frame, test: _ast.expr) -> bool | None:
    """The branch that runs only for values of another type: True the body, False the else; None: neither.

    ``if isinstance(a, list):`` of an ``a`` that is not known may never hold; what fails there is no finding.
    """
    if isinstance(test, _ast.Compare):
        absent = _absent_branch(frame, test)
        return _scalar_branch(frame, test) if absent is None else absent
    if isinstance(test, _ast.Name):
        flag = frame.lookup(test.id)
        return {OFF: True, ON: False}.get(flag.dim) if isinstance(flag, Static) and isinstance(flag.dim, str) else None
    if isinstance(test, _ast.UnaryOp) and isinstance(test.op, _ast.Not):
        inner = silent_branch(frame, test.operand)
        return None if inner is None else not inner
    if isinstance(test, _ast.BoolOp) and isinstance(test.op, _ast.And):
        return True if any(silent_branch(frame, part) for part in test.values) else None
    return True if isinstance(test, _ast.Call) and _is_predicate(frame, test) and test.args else None


def _absent_branch(frame: Frame, test: _ast.Compare) -> bool | None:
    """``if rng is None:`` of a parameter for which a caller in view passes something, it is not known what."""
    parameters = getattr(frame.function, "args", None)
    compared = test.left, test.ops[0], getattr(test.comparators[0], "value", ...)
    name = getattr(compared[0], "id", None)
    if name is None or parameters is None or compared[2] is not None or frame.depth < 2:
        return None
    if not any(one.arg == name for one in (*parameters.posonlyargs, *parameters.args, *parameters.kwonlyargs)):
        return None
    value = frame.variables.get(name)
    if value is not UNKNOWN and not (isinstance(value, Traced) and not value.is_array):
        return None
    return {_ast.Is: True, _ast.IsNot: False}.get(type(compared[1]))


def _scalar_branch(frame: Frame, test: _ast.Compare) -> bool | None:
    """``if x.ndim == 0:`` of a row whose rank nobody knows: most rows have axes, and only scalars come here."""
    asked, wanted = test.left, getattr(test.comparators[0], "value", None)
    if frame.context != VMAP or len(test.ops) != 1 or wanted != 0:
        return None
    if not isinstance(asked, _ast.Attribute) or asked.attr != "ndim":
        return None
    value = evaluate(frame, asked.value)
    if not isinstance(value, Traced) or value.aval.rank is not None:
        return None
    return {_ast.Eq: True, _ast.NotEq: False, _ast.Gt: False}.get(type(test.ops[0]))


def _is_predicate(frame: Frame, node: _ast.Call) -> bool:
    """A call whose answer is a Python bool that could not be worked out."""
    function = evaluate(frame, node.func)
    if function is UNKNOWN:
        return True
    return isinstance(function, Library) and function.name in _QUESTIONS
