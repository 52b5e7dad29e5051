"""Whether a caller could pass a value as a static argument, as far as its function shows."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.faint import HANDS_ON
from jaxlint.dataflow.scopes import binding_of
from jaxlint.rules.handing_on import given_by
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.events.event import Event

_DEEPEST = 6  # assignments that are followed
_COMPILED = ("jit`", "pmap`")


def may_be_static(event: Event, node: _ast.AST) -> bool:
    """A compiled function is passed it, and not what a loop carries, or what a gradient is taken of."""
    origin = getattr(event.value, "origin", None)
    compiled = origin is None or origin.root().text.endswith(_COMPILED)
    return compiled and not _has_computed(event.module, node, _DEEPEST)


def _has_computed(module: Module, node: _ast.AST, depth: int) -> bool:
    """An operation of JAX's or an element of an array is part of it: it is traced, whatever the caller passes."""
    return any(_is_computed(module, part, depth) for part in walk(node))


def _is_computed(module: Module, part: _ast.AST, depth: int) -> bool:
    if isinstance(part, _ast.Subscript):
        return isinstance(part.ctx, _ast.Load)
    if isinstance(part, _ast.Call):
        return given_by(module, part) == HANDS_ON
    binding = binding_of(module, part) if isinstance(part, _ast.Name) and depth else None
    statement = module.parents.get(binding.sole) if binding is not None and binding.sole is not None else None
    if isinstance(statement, (_ast.Assign, _ast.AnnAssign)) and statement.value is not None:
        return _has_computed(module, statement.value, depth - 1)
    return False
