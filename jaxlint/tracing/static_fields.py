"""Fields that a class keeps out of its leaves, and that hold an array all the same.

Measured on JAX 0.10.2, equinox 0.13, flax 0.12: what is compiled is found by ``==`` of such fields, which is no bool for
two arrays of more than one element; of one element, each number compiles anew.  One array that all objects hold, the
field's default, is equal to itself.
"""

from __future__ import annotations

import _ast

from jaxlint.tracing.attributes import class_member
from jaxlint.tracing.event import StaticArray
from jaxlint.tracing.hierarchy import order
from jaxlint.tracing.models import is_model
from jaxlint.tracing.origin import Origin
from jaxlint.tracing.value import STATIC, Array, ClassValue, Instance, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.environment import Frame


def note_arrays(frame: Frame, node: _ast.AST, instance: Instance) -> None:
    """The object has just been made at ``node``."""
    cls = instance.cls
    if STATIC not in cls.held.values() or cls.flattened is not None or is_model(cls.module):
        return
    for name, value in instance.attributes.items():
        if cls.held.get(name) == STATIC and _is_array(value) and class_member(cls, name) is not value:
            _note(frame, node, cls, name, value)


def _is_array(value: Value) -> bool:
    """Of JAX, for certain."""
    return (isinstance(value, Array) and not value.numpy) or (isinstance(value, Traced) and value.is_array)


def _note(frame: Frame, node: _ast.AST, cls: ClassValue, name: str, value: Value) -> None:
    for one in order(cls):
        declared = one.annotations.get(name)
        statement = None if declared is None else one.module.parents.get(declared)
        if isinstance(statement, _ast.AnnAssign):
            event = StaticArray(one.module, None, statement, value, frame.context)
            event.field, event.owner = name, cls.node.name
            event.made = Origin(f"an array is put into `{name}` here", frame.module, node)
            frame.note(event)
            return
