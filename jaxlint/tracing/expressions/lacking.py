"""Attributes that neither arrays nor tracers have: ``x.numpy()``, ``x.append(...)``.

Only what is an array for certain counts: an argument of jit that is merely used like one may be an object that does as
arrays do, and a name that a class of the project has may be of such an object.
"""

from __future__ import annotations

import _ast

from jaxlint.knowledge.array_attributes import is_lacking
from jaxlint.tracing.events.values import NoSuchAttribute
from jaxlint.tracing.operations.references import may_be_ref
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.values.value import Array, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame


def check_attribute(frame: Frame, node: _ast.AST, value: Traced | Array, name: str) -> None:
    if not is_lacking(name) or not isinstance(node, _ast.Attribute) or not isinstance(node.ctx, _ast.Load):
        return
    if _is_sure(value) and not frame.interpreter.is_member(name):
        report(frame, NoSuchAttribute, node, value, attribute=name)


def _is_sure(value: Traced | Array) -> bool:
    """What comes of an operation with something unknown may be of its kind, and has neither dtype nor shape here."""
    if value.aval.dtype is None and not isinstance(value.aval.shape, tuple):
        return False
    if isinstance(value, Array):
        return value.sure and not value.numpy
    return value.evidence is None and not may_be_ref(value)
