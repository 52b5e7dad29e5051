"""Questions about a value that guard the code behind them."""

from __future__ import annotations

import _ast

from jaxlint.knowledge.api import lookup, numpy_verdict
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.values.value import UNKNOWN, Library, Static, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.values.value import Value

_QUESTIONS = frozenset(
    ["builtins." + name for name in "isinstance hasattr callable issubclass getattr type str repr dir vars id".split()]
)
_COMPREHENSIONS = (_ast.GeneratorExp, _ast.ListComp, _ast.SetComp)


def guarded_names(frame: Frame, test: _ast.expr) -> list[str]:
    """Names of tracers that the test asks an open question about: ``is_concrete(x)``, ``"Tracer" in str(x)``.

    What the answer says of them is not known, so they are left alone in both branches.
    """
    found: list[str] = []
    stack: list[tuple[_ast.expr, int]] = [(test, 4)]
    while stack:
        node, depth = stack.pop()
        if type(node) is _ast.Name:
            asked = frame.open_answers.get(node.id) if depth else None
            if asked is not None and _is_open(frame.lookup(node.id)):
                stack.append((asked, depth - 1))
        elif type(node) is _ast.Constant:
            continue
        elif type(node) is _ast.Call:
            if is_predicate(frame, node):
                found.extend(_arrays_in(frame, [*node.args, *(keyword.value for keyword in node.keywords)]))
            else:
                stack += [(argument, 0) for argument in node.args]
                stack += [(node.func, 0)] if isinstance(node.func, _ast.Attribute) else []
        elif isinstance(node, _COMPREHENSIONS):
            found.extend(_arrays_in(frame, [one.iter for one in node.generators]))
        elif type(node) is _ast.Attribute and type(node.value) is _ast.Name:
            if _is_array(frame.lookup(node.value.id)) and evaluate(frame, node) is UNKNOWN:
                found.append(node.value.id)
        else:
            stack += [(part, depth) for part in _parts(node)]
    return found


def _parts(node: _ast.expr) -> list[_ast.expr]:
    """What a test is made of."""
    if type(node) is _ast.BoolOp:
        return node.values
    if type(node) is _ast.UnaryOp:
        return [node.operand]
    if type(node) is _ast.Compare:
        return [part for part in (node.left, *node.comparators) if type(part) is not _ast.Name]
    if isinstance(node, (_ast.Attribute, _ast.Subscript, _ast.NamedExpr, _ast.Starred)):
        return [node.value]
    return []


def _arrays_in(frame: Frame, arguments: list[_ast.expr]) -> list[str]:
    names = [part.id for argument in arguments for part in walk(argument) if type(part) is _ast.Name]
    return [name for name in names if type(frame.lookup(name)) is Traced]


def _is_array(value: Value | None) -> bool:
    return isinstance(value, Traced) and value.is_array


def _is_open(value: Value | None) -> bool:
    """A Python value of which neither branch is known."""
    return value is UNKNOWN or (isinstance(value, Static) and value.type == "bool")


def note_answer(frame: Frame, name: str, expression: _ast.expr, value: Value) -> None:
    """``traced = is_traced(x)``: what a name was asked for, as long as it holds the answer."""
    if value is UNKNOWN or _is_open(value):
        frame.open_answers[name] = expression
    elif name in frame.open_answers:
        del frame.open_answers[name]


def is_predicate(frame: Frame, node: _ast.Call) -> bool:
    """A call whose answer is a Python value that could not be worked out."""
    function = evaluate(frame, node.func)
    if function is UNKNOWN:
        return True
    if not isinstance(function, Library):
        return False
    name = function.name
    return name in _QUESTIONS or (name not in FUNCTIONS and lookup(name) is None and not numpy_verdict(name))
