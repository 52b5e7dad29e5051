"""What a donated tree was made of, as far as the text says it: ``State(params, params)``, ``{"a": x}``, ``(x, y)``."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.index import flow_of
from jaxlint.dataflow.reads import place_of
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.transforms.donations.donated import CERTAIN, PERHAPS, Donated
from jaxlint.tracing.values.hierarchy import class_member
from jaxlint.tracing.values.value import Array, ClassValue, Container, Function, Instance, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame


def parts_of(frame: Frame, whole: Donated) -> list[Donated]:
    """The argument itself, and the parts of it that have a place of their own."""
    found = [whole]
    for one in found:
        shown = _display(frame, one.where)
        found += [Donated(node, value, _fate(one, value), one.name) for node, value in _items(frame, shown, one.value)]
    return [one for one in found if one is whole or _is_still(frame, one.where, whole.where)]


def _fate(whole: Donated, value: Value) -> str:
    return CERTAIN if whole.fate == CERTAIN and isinstance(value, Array) and not value.numpy else PERHAPS


def _display(frame: Frame, node: _ast.AST) -> _ast.AST:
    """What the name was bound to, where one statement alone may have done it."""
    if not isinstance(node, _ast.Name):
        return node
    definitions = flow_of(frame.function or frame.module.tree).reaching.definitions(node) or []
    around = frame.module.parents.get(definitions[0]) if len(definitions) == 1 and definitions[0] else None
    return around.value if isinstance(around, _ast.Assign) and definitions[0] in around.targets else node


def _items(frame: Frame, node: _ast.AST, value: Value) -> list[tuple[_ast.AST, Value]]:
    """The expressions that stand for its leaves, or for trees in it."""
    if isinstance(node, (_ast.Tuple, _ast.List, _ast.Dict)) and isinstance(value, Container):
        parts, rows = node.values if isinstance(node, _ast.Dict) else node.elts, value.rows or []
        return list(zip(parts, rows, strict=True)) if len(parts) == len(rows) else []
    if isinstance(node, _ast.Call) and isinstance(value, Instance) and place_of(node.func) is not None:
        return _fields(node, value) if evaluate(frame, node.func) is value.cls else []
    return []


def _fields(node: _ast.Call, value: Instance) -> list[tuple[_ast.AST, Value]]:
    """Of a class whose constructor puts its arguments into fields as they are."""
    cls = value.cls
    plain = isinstance(cls, ClassValue) and cls.pytree and cls.fields is not None and not cls.field_calls
    changed = any(isinstance(class_member(cls, one), Function) for one in ("__init__", "__post_init__"))
    if not plain or changed or any(isinstance(one, _ast.Starred) for one in node.args):
        return []
    given = list(zip(cls.fields or [], node.args, strict=False))
    given += [(one.arg, one.value) for one in node.keywords if one.arg is not None]
    return [(argument, value.attributes[name]) for name, argument in given if name in value.attributes]


def _is_still(frame: Frame, node: _ast.AST, call: _ast.AST) -> bool:
    """The name holds what it held when the tree was made."""
    if not isinstance(node, _ast.Name):
        return False
    reaching = flow_of(frame.function or frame.module.tree).reaching
    then = reaching.definitions(node)
    inside: _ast.AST | None = node
    while inside is not None and inside is not call:
        inside = frame.module.parents.get(inside)
    now = then if inside is call else reaching.beside(call, node.id) if isinstance(call, _ast.Name) else None
    return then is not None and then == now and len(then) == 1
