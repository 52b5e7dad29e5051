"""Displays: tuples, lists, sets, dicts."""

from __future__ import annotations

import _ast

from jaxlint.tracing.operations.facts import concretize
from jaxlint.tracing.running.evaluate import EVALUATORS, evaluate
from jaxlint.tracing.values.joining import join_all
from jaxlint.tracing.values.value import UNKNOWN, Const, Mapping, Sequence, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame


_MOST = 64  # elements that are told apart; longer displays are tables


def elements(frame: Frame, nodes: list[_ast.expr]) -> tuple[list[Value] | None, Value]:
    """The values of a display, starred parts spliced in; (None, element) where its length is unknown."""
    items: list[Value] = []
    known = True
    for node in nodes:
        value = evaluate(frame, node)
        if not isinstance(node, _ast.Starred):
            items.append(value)
        elif isinstance(value, Sequence) and value.items is not None:
            items.extend(value.items)
        elif isinstance(value, Mapping) and value.items is not None:
            items.extend(map(Const, value.items))
        else:
            known = False
            items.append(value.element if isinstance(value, Sequence) else UNKNOWN)
    if known and len(items) <= _MOST:
        return items, UNKNOWN
    return None, join_all(items)


def tuple_display(frame: Frame, node: _ast.Tuple) -> Value:
    items, element = elements(frame, node.elts)
    return Sequence("tuple", items, element, frame.condition.branches)


def list_display(frame: Frame, node: _ast.List) -> Value:
    items, element = elements(frame, node.elts)
    return Sequence("list", items, element, frame.condition.branches)


def set_display(frame: Frame, node: _ast.Set) -> Value:
    items, element = elements(frame, node.elts)
    for part, value in zip(node.elts, items or [], strict=False):
        concretize(frame, part, value, "hash", even_grad=True)
    return Sequence("set", items, element, frame.condition.branches)


def dict_display(frame: Frame, node: _ast.Dict) -> Value:
    items: dict[object, Value] = {}
    known = True
    for key_node, value_node in zip(node.keys, node.values, strict=True):
        value = evaluate(frame, value_node)
        if key_node is None:
            if isinstance(value, Mapping) and value.items is not None:
                items.update(value.items)
            else:
                known = False
            continue
        key = evaluate(frame, key_node)
        concretize(frame, key_node, key, "hash", even_grad=True)
        if isinstance(key, Const):
            items[key.value] = value
        else:
            known = False
    if known and len(items) <= _MOST:
        return Mapping(items, UNKNOWN, frame.condition.branches)
    return Mapping(None, UNKNOWN, frame.condition.branches)


EVALUATORS.update({_ast.Tuple: tuple_display, _ast.List: list_display, _ast.Set: set_display, _ast.Dict: dict_display})
