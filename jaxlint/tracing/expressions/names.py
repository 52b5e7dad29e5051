"""Names, constants, attributes, walrus, lambdas, f-strings."""

from __future__ import annotations

import _ast
import builtins

from jaxlint.tracing.calls.modules import resolve
from jaxlint.tracing.expressions.attributes import attribute
from jaxlint.tracing.objects.classes import class_text
from jaxlint.tracing.objects.meanings import with_type_parameters
from jaxlint.tracing.operations.facts import concretize
from jaxlint.tracing.questions.guards import note_answer
from jaxlint.tracing.running.evaluate import EVALUATORS, evaluate
from jaxlint.tracing.values.joining import element_of
from jaxlint.tracing.values.value import UNKNOWN, Const, Function, Imported, Library, Sequence, Static, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame

_BUILTINS = frozenset(
    "abs all any bin bool breakpoint bytes callable chr complex dict divmod enumerate filter float format frozenset "
    "getattr hasattr hash hex id input int isinstance issubclass iter len list map max min next object oct open ord "
    "pow print property range repr reversed round set setattr slice sorted staticmethod classmethod str sum super "
    "tuple type vars zip __import__".split()
) | {name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)}


def name(frame: Frame, node: _ast.Name) -> Value:
    if node.id in frame.variables:
        value: Value | None = frame.variables[node.id]
    else:
        value = frame.lookup(node.id)
        frame.interpreter.journal.read(value)
    if value is not None:
        return resolve(frame, value) if type(value) is Imported else value
    if node.id in _BUILTINS:
        return Library("builtins." + node.id)
    return UNKNOWN


def constant(frame: Frame, node: _ast.Constant) -> Value:
    return Const(node.value)


def attribute_of(frame: Frame, node: _ast.Attribute) -> Value:
    return attribute(frame, node, evaluate(frame, node.value), node.attr)


def walrus(frame: Frame, node: _ast.NamedExpr) -> Value:
    value = evaluate(frame, node.value)
    frame.bind(node.target.id, value)
    note_answer(frame, node.target.id, node.value, value)
    return value


def lambda_expression(frame: Frame, node: _ast.Lambda) -> Value:
    return make_function(frame, node)


def make_function(frame: Frame, node: _ast.FunctionDef | _ast.AsyncFunctionDef | _ast.Lambda) -> Function:
    defaults = [evaluate(frame, default) for default in node.args.defaults]
    kw_defaults = [None if default is None else evaluate(frame, default) for default in node.args.kw_defaults]
    made = Function(node, frame.module, with_type_parameters(frame, node), defaults, kw_defaults)
    if not isinstance(node, _ast.Lambda):
        frame.interpreter.share.defined.setdefault(frame.module, {})[node] = made
    return made


def joined_string(frame: Frame, node: _ast.JoinedStr) -> Value:
    texts: list[Value | None] = []
    for part in node.values:
        if isinstance(part, _ast.FormattedValue):
            value = evaluate(frame, part.value)
            texts.append(class_text(value) if part.format_spec is None else None)
            if part.format_spec is not None:
                evaluate(frame, part.format_spec)
            if part.format_spec is not None and part.conversion == -1:
                concretize(frame, part.value, value, "format", even_grad=True)
        else:
            texts.append(None)
    return texts[0] if len(texts) == 1 and texts[0] is not None else Static("str")


def awaited(frame: Frame, node: _ast.Await) -> Value:
    evaluate(frame, node.value)
    return UNKNOWN


def yielded(frame: Frame, node: _ast.Yield) -> Value:
    frame.yields.append((UNKNOWN if node.value is None else evaluate(frame, node.value), frame.context))
    return UNKNOWN


def yielded_from(frame: Frame, node: _ast.YieldFrom) -> Value:
    value = evaluate(frame, node.value)
    frame.yields.append((element_of(value) if isinstance(value, Sequence) else UNKNOWN, frame.context))
    return UNKNOWN


def starred(frame: Frame, node: _ast.Starred) -> Value:
    return evaluate(frame, node.value)


EVALUATORS.update(
    {
        _ast.Name: name,
        _ast.Constant: constant,
        _ast.Attribute: attribute_of,
        _ast.NamedExpr: walrus,
        _ast.Lambda: lambda_expression,
        _ast.JoinedStr: joined_string,
        _ast.Await: awaited,
        _ast.Yield: yielded,
        _ast.YieldFrom: yielded_from,
        _ast.Starred: starred,
    }
)
