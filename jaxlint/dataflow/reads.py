"""Places that hold a value, as the text names them: ``x``, ``self.state``, ``batch["image"]``."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.accesses import BIND, READ, UNBIND
from jaxlint.dataflow.index import flow_of
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.dataflow.paths import Step
    from jaxlint.syntax.module import Module

    Place = tuple[str, ...]  # a name, and what is taken of it: ".state", "['image']"

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
