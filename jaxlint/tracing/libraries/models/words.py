"""The words that models of libraries are written in (knowledge/models)."""

from __future__ import annotations

import _ast

from jaxlint.knowledge.releases import allows
from jaxlint.tracing.applied.lift import body_frame, lift, map_leaves, surface
from jaxlint.tracing.applied.signature import name_of, parameters_of
from jaxlint.tracing.calls.invocation import Arguments, call_value, constant_of
from jaxlint.tracing.events.libraries import LibraryChanged, ModuleMisused
from jaxlint.tracing.events.models import is_model
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.libraries.trees.like import same_tree, shaped
from jaxlint.tracing.operations.arrays import operation, unbatched
from jaxlint.tracing.operations.references import check_level
from jaxlint.tracing.running.environment import Frame
from jaxlint.tracing.running.reports import report_event
from jaxlint.tracing.values.argument_evidence import Evidence
from jaxlint.tracing.values.aval import Aval, unknown_aval
from jaxlint.tracing.values.heap import Heap
from jaxlint.tracing.values.joining import first_traced, scalar_aval
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.shapes import shape_of, without_leading
from jaxlint.tracing.values.stage import ABSTRACT, EAGER, GRAD
from jaxlint.tracing.values.value import (
    NONE,
    UNKNOWN,
    Array,
    Const,
    Function,
    Instance,
    Reference,
    Sequence,
    ShapeTuple,
    Traced,
    Value,
)


def users_frame(frame: Frame) -> tuple[Frame, _ast.AST, str]:
    """Where the user called the library, as a frame, the call, and what it calls."""
    calls = frame.context.calls
    module, function, node = next((call for call in reversed(calls) if not is_model(call[0])), calls[0])
    outer = Frame(frame.interpreter, module, function, None, frame.context, frame.condition, frame.level)
    callee = getattr(node, "func", node)
    while isinstance(callee, _ast.Call):
        callee = callee.func  # ``pallas_call(kernel, ...)(x)``
    return outer, node, " ".join(module.source.segment(callee).split())[:40]


def _run(frame: Frame, arguments: Arguments, context: str, lifted: bool, python: bool = True) -> Value:
    """The first argument, called on the others, and what comes out of the transform."""
    function, given = arguments.positional[0], arguments.after(1)
    outer, node, label = users_frame(frame)
    name = name_of(function)
    inner = body_frame(
        outer, context, Origin(f"`{name}` is traced by `{label}`", outer.module, node, None, outer.level_inside)
    )
    order = [one.name for one in parameters_of(function) or []]

    def one(value: Value, parameter: str) -> Value:
        text = f"`{parameter}` is an argument of `{name}`, traced by `{label}`"
        return (
            lift(value, Origin(text, outer.module, node, None, outer.level_inside), context == GRAD, python)
            if lifted
            else value
        )

    positional = [
        one(value, order[index] if index < len(order) else f"argument {index}")
        for index, value in enumerate(given.positional)
    ]
    keywords = {key: one(value, key) for key, value in given.keywords.items()}
    result = call_value(inner, node, function, Arguments(positional, keywords, complete=given.complete))
    return surface(outer, result, given.values(), arrays_alone=False)


def under_trace(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    return _run(frame, arguments, ABSTRACT, True)


def under_filter(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    return _run(frame, arguments, ABSTRACT, True, python=False)


def in_trace(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    return _run(frame, arguments, ABSTRACT, False)


def under_grad(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    return _run(frame, arguments, GRAD, True)


def is_tracing(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    return Const(frame.context.stage == ABSTRACT)


def array(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """Nothing is said where an operand is unknown and nothing is traced."""
    outer, where, _ = users_frame(frame)
    kind = "i" if name.endswith("integer") else "f"
    aval = unknown_aval(kind) if name.endswith("array") else Aval(kind, ())
    if UNKNOWN in arguments.values() and first_traced(arguments.values()) is None and frame.context.stage != ABSTRACT:
        return UNKNOWN
    return operation(outer, where, arguments.values(), aval)


def like(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    outer, where, _ = users_frame(frame)
    return same_tree(outer, where, name, arguments)


def arrays(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    def leaf(item: Value) -> Value:
        aval = None if isinstance(item, (Traced, Array)) else scalar_aval(item)
        return item if aval is None else Array(aval)

    return map_leaves(arguments.get(0) or UNKNOWN, leaf)


def blurred(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    return map_leaves(arguments.get(0) or UNKNOWN, lambda item: _changed(item, unknown_aval(_kind(item))))


def row(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    def leaf(item: Value) -> Value:
        return _changed(item, without_leading(item.aval)) if isinstance(item, (Traced, Array)) else item

    return map_leaves(arguments.get(0) or UNKNOWN, leaf)


def _kind(item: Value) -> str | None:
    return item.aval.kind if isinstance(item, (Traced, Array)) else None


def _changed(item: Value, aval: Aval) -> Value:
    if isinstance(item, Traced):
        return Traced(aval, item.origin, item.concrete, item.staged, item.evidence)
    return Array(aval, item.numpy, None, item.sure) if isinstance(item, Array) else item


def anything(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    traced = first_traced(arguments.values())
    if traced is not None:
        return unbatched(Traced(unknown_aval(), traced.origin, traced.concrete, False, Evidence()))
    return latent(frame, node, name, arguments)


def latent(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    if frame.context.stage != ABSTRACT or frame.context.staging is None:
        return UNKNOWN
    evidence = None if name.endswith("latent") else Evidence()
    return Traced(unknown_aval(), frame.context.staging, False, False, evidence)


def created(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """A parameter is an array where a shape was asked for."""
    value, shape = arguments.get(0) or UNKNOWN, arguments.get(1)
    if frame.context.stage != ABSTRACT or frame.context.staging is None:
        return value
    if isinstance(value, (Traced, Array)):
        return Traced(
            value.aval, frame.context.staging, False, False, value.evidence if isinstance(value, Traced) else None
        )
    if isinstance(shape, (ShapeTuple, Sequence)):
        return Traced(Aval("f", shape_of(shape)), frame.context.staging)
    return Traced(unknown_aval(), frame.context.staging, False, False, Evidence())


def new_key(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    outer, where, _ = users_frame(frame)
    key = frame.interpreter.fresh_key((frame.module, frame.function, node))
    return operation(outer, where, arguments.values(), Aval("k", ()), key)


def is_known(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    return Const(isinstance(arguments.get(0), Const))


def written(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """What it holds stays what it is known to be."""
    variable = arguments.get(0)
    if isinstance(variable, Reference) and frame.context.stage != EAGER:
        outer, where, _ = users_frame(frame)
        Heap.changes(variable)  # another trace than this one may refuse it
        check_level(outer, where, variable)
    return NONE


def base_class(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """Stands in a list of bases alone; records.py reads it there."""
    return UNKNOWN


def like_reference(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    reference, content = arguments.get(0), arguments.get(1)
    if not isinstance(reference, Reference):
        return UNKNOWN
    given = content is not None and not (isinstance(content, Const) and content.value is None)
    return reference.with_content(content if given and content is not None else reference.content)


def tree_at(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``eqx.tree_at(lambda t: t.field, tree, value)``: a copy with one or several fields changed."""
    where, tree = arguments.get(0, "where"), arguments.get(1, "pytree")
    given = arguments.get(2, "replace")
    body = where.node.body if isinstance(where, Function) and isinstance(where.node, _ast.Lambda) else None
    if body is None or not isinstance(tree, Instance):
        return UNKNOWN
    places = body.elts if isinstance(body, (_ast.Tuple, _ast.List)) else [body]
    several = given.items if isinstance(given, Sequence) and given.items is not None else [UNKNOWN] * len(places)
    for place, value in zip(places, [given or UNKNOWN] if places == [body] else several, strict=False):
        tree = _with_field(tree, place, value)
    return tree


def _with_field(tree: Instance, place: _ast.expr, value: Value) -> Instance:
    """``t.a``, and of ``t.a.b`` or ``t.a[0]`` that something in ``a`` is another."""
    exact = True
    while not (isinstance(place, _ast.Attribute) and isinstance(place.value, _ast.Name)):
        exact = False
        if not isinstance(place, (_ast.Attribute, _ast.Subscript)):
            return tree.again({}, True)
        place = place.value
    return tree.again({**tree.attributes, place.attr: value if exact else UNKNOWN})


def misused(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """Noted where the user calls the library."""
    outer, call, _ = users_frame(frame)
    says = arguments.get(0)
    if isinstance(says, Const):
        report_event(frame, ModuleMisused(outer.point, call, UNKNOWN, says=str(says.value), related=()))
    return NONE


def changed(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """The same, where the project allows the release."""
    outer, call, _ = users_frame(frame)
    says, since = (str(constant_of(one)) for one in arguments.positional)
    if allows(frame.interpreter.project.requirement(outer.module.path, "flax"), since):
        report_event(frame, LibraryChanged(outer.point, call, UNKNOWN, says=says, since=f"flax {since}", wrapper=""))
    return NONE


for _word, _handler in {
    "under_trace": under_trace,
    "under_filter": under_filter,
    "in_trace": in_trace,
    "arrays": arrays,
    "under_grad": under_grad,
    "is_tracing": is_tracing,
    "array": array,
    "scalar": array,
    "integer": array,
    "like": like,
    "shaped": shaped,
    "blurred": blurred,
    "row": row,
    "anything": anything,
    "latent": latent,
    "created": created,
    "like_reference": like_reference,
    "variable": base_class,
    "array_reference": base_class,
    "new_key": new_key,
    "is_known": is_known,
    "misused": misused,
    "changed": changed,
    "written": written,
}.items():
    FUNCTIONS["jaxlint.knowledge.models." + _word] = _handler
FUNCTIONS["equinox.tree_at"] = tree_at
