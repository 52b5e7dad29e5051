"""Places that hold a value, as the text names them: ``x``, ``self.state``, ``batch["image"]``."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.accesses import BIND, READ, UNBIND
from jaxlint.dataflow.index import flow_of
from jaxlint.dataflow.repeats import only_definition
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.dataflow.paths import Step
    from jaxlint.syntax.module import Module

    Place = tuple[str, ...]  # a name, and what is taken of it: ".state", "['image']"

_SETTERS = ("setattr", "__setattr__")
_GETTERS = ("getattr", "hasattr")
# What may follow a read, as the caller says.
GOES_ON, ENDS, FOUND = "goes on", "ends", "found"


def place_of(node: _ast.AST) -> Place | None:
    """The place that an expression names; None where it computes something."""
    if isinstance(node, _ast.Name):
        return (node.id,)
    if isinstance(node, _ast.Attribute):
        inner, step = place_of(node.value), "." + node.attr
    elif isinstance(node, _ast.Subscript) and isinstance(node.slice, _ast.Constant):
        inner, step = place_of(node.value), f"[{node.slice.value!r}]"
    else:
        return None
    return None if inner is None else (*inner, step)


def reads_after(
    module: Module, scope: _ast.AST, call: _ast.AST, place: Place, ask: Callable[[_ast.AST], str]
) -> list[_ast.AST]:
    """The first reads of a place on each way that control may take once a call is done, until it is bound anew.

    ``ask`` says of a read whether it is one of those, whether to go on behind it, or that nothing is known from there.
    What an exception does is not followed.  A call that may write to the object whose part the place is ends the way.
    """
    inside = set(walk(call))
    start = _after(flow_of(scope).paths.steps, inside)
    if start is None:
        return []
    found: list[_ast.AST] = []
    seen: set[Step] = set()
    waiting = [start]
    while waiting:
        step, first = waiting.pop()
        if _passes(module, step, first, place, ask, found):
            new = [one for one in step.next if one not in seen]
            seen.update(new)
            waiting += [(one, 0) for one in new]
    return found


def _after(steps: list[Step], inside: set[_ast.AST]) -> tuple[Step, int] | None:
    """The step that holds the call, and how many of its accesses come up to it."""
    for step in steps:
        last = max((at for at, access in enumerate(step.accesses) if access[2] in inside), default=None)
        if last is not None:
            return step, last + 1
    return None


def _passes(
    module: Module, step: Step, first: int, place: Place, ask: Callable[[_ast.AST], str], found: list[_ast.AST]
) -> bool:
    """Whether the place still holds the value behind the step."""
    for kind, name, node in step.accesses[first:]:
        if name != place[0]:
            continue
        if kind in (BIND, UNBIND):
            return False
        if kind != READ or isinstance(getattr(node, "ctx", None), _ast.Del):
            continue
        answer = _met(module, node, place, ask)
        if isinstance(answer, _ast.AST):
            found.append(answer)
        if answer != GOES_ON:
            return False
    return True


def _met(module: Module, name: _ast.AST, place: Place, ask: Callable[[_ast.AST], str]) -> _ast.AST | str:
    """What a read of the name means for the place."""
    node, depth, parents = name, 1, module.parents
    while depth < len(place):
        around = parents[node]
        reached = place_of(around)
        if reached is None or getattr(around, "value", None) is not node:
            return ENDS if isinstance(around, (_ast.Call, _ast.keyword)) else GOES_ON  # the object is handed on
        if reached != place[: depth + 1]:
            return ENDS if _is_called(parents[around], around) else GOES_ON
        node, depth = around, depth + 1
        if not isinstance(getattr(node, "ctx", None), _ast.Load):
            return ENDS
    if _is_written(parents[node], node):
        return ENDS
    answer = ask(node)
    return node if answer == FOUND else answer


def _is_called(parent: _ast.AST, node: _ast.AST) -> bool:
    return isinstance(parent, _ast.Call) and parent.func is node


def _is_written(parent: _ast.AST, node: _ast.AST) -> bool:
    """A part of it is bound: ``x[0] = 1``."""
    part = isinstance(parent, (_ast.Subscript, _ast.Attribute)) and parent.value is node
    return part and not isinstance(parent.ctx, _ast.Load)  # type: ignore[attr-defined]


def asked_place(module: Module, test: _ast.expr) -> tuple[Place, bool] | None:
    """The place that a test asks about, and whether its truth means that nothing is there."""
    if isinstance(test, _ast.UnaryOp) and isinstance(test.op, _ast.Not):
        inner = asked_place(module, test.operand)
        return None if inner is None else (inner[0], not inner[1])
    if isinstance(test, _ast.BoolOp):  # it is there, and what is wanted; or is absent, or something else
        parts = [asked_place(module, one) for one in test.values]
        return next((one for one in parts if one is not None and one[1] is isinstance(test.op, _ast.Or)), None)
    if not isinstance(test, _ast.Compare):
        place, absent = place_asked(module, test), False
    elif isinstance(test.ops[0], (_ast.In, _ast.NotIn)):
        place, absent = place_of(test.comparators[0]), isinstance(test.ops[0], _ast.NotIn)
    elif isinstance(test.ops[0], (_ast.Is, _ast.IsNot)) and getattr(test.comparators[0], "value", ...) is None:
        place, absent = place_asked(module, test.left), isinstance(test.ops[0], _ast.Is)
    else:
        return None
    return None if place is None else (place, absent)


def place_asked(module: Module, node: _ast.expr) -> Place | None:
    """Where a result is kept: an attribute; of a dict's items, the dict; of a name, what it was bound to."""
    if isinstance(node, _ast.Name):
        target = only_definition(module, node)
        given = getattr(module.parents.get(target), "value", None) if isinstance(target, _ast.Name) else None
        return None if given is None or isinstance(given, _ast.Name) else place_asked(module, given)
    if isinstance(node, _ast.Subscript):
        return place_of(node.value)
    if not isinstance(node, _ast.Call):
        return place_of(node)
    if getattr(node.func, "id", None) in _GETTERS and len(node.args) > 1:
        return _attribute(node)
    is_get = isinstance(node.func, _ast.Attribute) and node.func.attr == "get"
    return place_of(node.func.value) if is_get else None  # type: ignore[attr-defined]


def _attribute(call: _ast.Call) -> Place | None:
    """Of ``getattr(self, "_x", None)``, ``object.__setattr__(self, "_x", value)``."""
    holder = place_of(call.args[0])
    return None if holder is None else (*holder, f".{getattr(call.args[1], 'value', '')}")


def kept_places(statements: list[_ast.stmt]) -> set[Place | None]:
    """The places that statements write to."""
    return {place for statement in statements for node in walk(statement) for place in _written(node)}


def _written(node: _ast.AST) -> list[Place | None]:
    """By one statement, or call."""
    if isinstance(node, _ast.Call):
        name = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
        return [_attribute(node)] if name in _SETTERS and len(node.args) == 3 else []
    targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
    targets = [part for one in targets for part in getattr(one, "elts", [one])]
    items = [place_of(one.value) for one in targets if isinstance(one, _ast.Subscript)]
    return items + [place_of(one) for one in targets if isinstance(one, _ast.Attribute)]
