"""Constructors that unflattening calls, on whatever stands for the leaves, and that convert, check or change them.

https://docs.jax.dev/en/latest/custom_pytrees.html#custom-pytrees-and-initialization-with-unexpected-values
"""

from __future__ import annotations

import _ast

from jaxlint.syntax.nodes import walk
from jaxlint.tracing.calls.fitting import misfit
from jaxlint.tracing.calls.invocation import Arguments
from jaxlint.tracing.events.transforms import UnflattenedByConstructor
from jaxlint.tracing.running.reports import report_event
from jaxlint.tracing.values.hierarchy import class_member
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.value import STATIC, UNKNOWN, BoundMethod, ClassValue, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.events.event import Place
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.values.value import Value

_CASTS = ("float", "int", "bool", "complex")
_COMPUTING = (_ast.BinOp, _ast.UnaryOp, _ast.Call)
_CONVERTING = frozenset(
    """asarray array astype float32 float64 cast list tuple dict copy stop_gradient atleast_1d atleast_2d field
    PartitionSpec""".split()
)
_ASKING = ("isinstance", "hasattr", "getattr", "type", "callable")  # it is ready for anything
_ITSELF = ("cls", "__class__")


def check_unflatten(frame: Frame, cls: ClassValue, unflatten: Value | None) -> None:
    """``cls`` has just been registered, with this function; a classmethod takes the class first."""
    unflatten = unflatten.func if isinstance(unflatten, BoundMethod) else unflatten
    if not isinstance(unflatten, Function) or isinstance(unflatten.node, _ast.Lambda) or cls.flattened is None:
        return
    call = _construction(unflatten.node, cls)
    constructor = class_member(cls, "__init__")
    if call is None or not isinstance(constructor, Function) or isinstance(constructor.node, _ast.Lambda):
        return
    itself, *parameters = [*constructor.node.args.posonlyargs, *constructor.node.args.args]
    leaves = _leaves_among(call, unflatten.node, [one.arg for one in parameters], len(cls.flattened))
    _look_at(frame, cls, (unflatten.module, unflatten.node, call), constructor, leaves, itself.arg, cls.flattened)


def check_record(frame: Frame, node: _ast.AST, cls: ClassValue) -> None:
    """``register_dataclass(cls)``: the constructor is called with all fields, by name.

    What checks them works where none of them is replaced by another thing, as under jit alone.
    """
    fields, place = cls.fields or list(cls.held), (frame.module, frame.function, node)
    constructor, after = class_member(cls, "__init__"), class_member(cls, "__post_init__")
    if isinstance(constructor, Function) and fields:
        refused = misfit(constructor, Arguments([UNKNOWN], dict.fromkeys(fields, UNKNOWN)))
        if refused is not None:
            _note(frame, cls, place, "cannot take its fields: " + refused, constructor.module, constructor.node)
    elif isinstance(after, Function) and after.node.args.args and not isinstance(after.node, _ast.Lambda):
        itself, leaves = after.node.args.args[0].arg, [one for one in fields if cls.held.get(one) != STATIC]
        _look_at(frame, cls, place, after, {f"{itself}.{field}" for field in leaves}, itself, leaves)


def _look_at(
    frame: Frame, cls: ClassValue, place: Place, method: Function, leaves: set[str], itself: str, fields: list[str]
) -> None:
    """At the statements of a constructor; those on ``leaves`` are run on whatever stands for them."""
    for statement in method.node.body:  # type: ignore[union-attr]
        does = _does(statement, leaves, itself, fields)
        if does and (does != "checks" or not cls.built_anew):
            _note(frame, cls, place, does + " a leaf", method.module, statement)
            return


def _note(frame: Frame, cls: ClassValue, place: Place, does: str, module: Module, where: _ast.AST) -> None:
    home, function, node = place
    related = (Origin("here", module, where),)
    point = frame.point.at(home, function)
    report_event(frame, UnflattenedByConstructor(point, node, UNKNOWN, owner=cls.node.name, does=does, related=related))


def _construction(node: _ast.FunctionDef | _ast.AsyncFunctionDef, cls: ClassValue) -> _ast.Call | None:
    names = (*_ITSELF, cls.node.name)
    calls = [one for one in walk(node) if isinstance(one, _ast.Call)]
    return next((one for one in calls if _last_name(one.func) in names), None)


def _last_name(function: _ast.expr) -> str:
    return str(getattr(function, "attr", None) or getattr(function, "id", ""))


def _leaves_among(
    call: _ast.Call, unflatten: _ast.FunctionDef | _ast.AsyncFunctionDef, order: list[str], count: int
) -> set[str]:
    """The parameters of the constructor that take a child: what comes of the last parameter of ``unflatten``.

    ``count``: how many children there are.
    """
    children = {unflatten.args.args[-1].arg} if unflatten.args.args else set()
    for one in walk(unflatten):
        if isinstance(one, _ast.Assign) and getattr(one.value, "id", None) in children:
            children |= {name.id for target in one.targets for name in walk(target) if isinstance(name, _ast.Name)}
    named = {one.arg: one.value for one in call.keywords if one.arg}
    order, found = [one for one in order if one not in named], set[str]()
    for place, argument in enumerate(call.args):
        behind = len(call.args) - place - 1
        if _is_child(argument, children):
            starred = isinstance(argument, _ast.Starred)
            last = min(place + count, len(order) - behind) if starred else place + 1
            found |= set(order[place:last])
        if isinstance(argument, _ast.Starred):
            break
    return found | {name for name, value in named.items() if _is_child(value, children)}


def _is_child(node: _ast.expr, children: set[str]) -> bool:
    inner = node.value if isinstance(node, (_ast.Starred, _ast.Subscript)) else node
    return isinstance(inner, _ast.Name) and inner.id in children


def _does(statement: _ast.stmt, leaves: set[str], itself: str, flattened: list[str]) -> str:
    """``converts``, ``checks`` or ``changes``; "" where it does nothing of the kind to a leaf."""
    parts = list(walk(statement))
    calls = [one for one in parts if isinstance(one, _ast.Call)]
    if any(getattr(one.func, "id", "") in _ASKING for one in calls) or any(map(_is_none, parts)):
        return ""
    if any(getattr(one.func, "id", "") in _CASTS and _reads(one, leaves) for one in calls):
        return "converts"
    if isinstance(statement, _ast.Assert):
        return "checks" if _reads(statement.test, leaves) else ""
    if isinstance(statement, _ast.If):
        raises = any(isinstance(one, _ast.Raise) for one in statement.body)
        return "checks" if raises and _reads(statement.test, leaves) else ""
    target = statement.targets[0] if isinstance(statement, _ast.Assign) else None
    if not isinstance(target, _ast.Attribute) or getattr(target.value, "id", "") != itself:
        return ""
    value = statement.value  # type: ignore[attr-defined]
    changed = isinstance(value, _COMPUTING) and not _is_converted(value) and _reads(value, leaves)
    return "changes" if changed and target.attr in flattened else ""


def _is_converted(value: _ast.expr) -> bool:
    """``jnp.asarray(x)``, which leaves an array as it is."""
    return isinstance(value, _ast.Call) and _last_name(value.func) in _CONVERTING


def _is_none(node: _ast.AST) -> bool:
    return isinstance(node, _ast.Constant) and node.value is None


def _reads(node: _ast.AST, names: set[str]) -> bool:
    """``x``, ``self.x``"""
    plain = any(isinstance(one, _ast.Name) and one.id in names for one in walk(node))
    parts = (one for one in walk(node) if isinstance(one, _ast.Attribute) and isinstance(one.value, _ast.Name))
    return plain or any(f"{one.value.id}.{one.attr}" in names for one in parts)  # type: ignore[attr-defined]
