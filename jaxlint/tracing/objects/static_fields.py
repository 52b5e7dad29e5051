"""Fields that a class keeps out of its leaves, and that hold an array all the same.

Measured on JAX 0.10.2, equinox 0.13, flax 0.12: what is compiled is found by ``==`` of such fields, which is no bool
for two arrays of more than one element; of one element, each number compiles anew.  One array that all objects hold,
the field's default, is equal to itself, and so are the constants of a program that makes one such object: arrays are
reported of the classes whose library warns of them, and of all others what is traced, which no structure may hold.
"""

from __future__ import annotations

import _ast

from jaxlint.knowledge.libraries.records import NO_STATIC_ARRAYS
from jaxlint.tracing.events.models import is_model
from jaxlint.tracing.events.transforms import StaticArray
from jaxlint.tracing.running.reports import report_event
from jaxlint.tracing.values.hierarchy import class_member, library_name, order
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.value import STATIC, Array, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.values.value import ClassValue, Instance, Value


def note_arrays(frame: Frame, node: _ast.AST, instance: Instance) -> None:
    """The object has just been made at ``node``."""
    cls = instance.cls
    if STATIC not in cls.held.values() or cls.flattened is not None or is_model(cls.module):
        return
    arrays = any(library_name(base) in NO_STATIC_ARRAYS for one in order(cls) for base in one.bases)
    for name, value in instance.attributes.items():
        is_array = arrays and isinstance(value, Array) and not value.numpy
        is_traced = isinstance(value, Traced) and value.is_array
        if (is_array or is_traced) and cls.held.get(name) == STATIC and class_member(cls, name) is not value:
            _note(frame, node, cls, name, value)


def _note(frame: Frame, node: _ast.AST, cls: ClassValue, name: str, value: Value) -> None:
    for one in order(cls):
        declared = one.annotations.get(name)
        statement = None if declared is None else one.module.parents.get(declared)
        if isinstance(statement, _ast.AnnAssign):
            made = Origin(f"an array is assigned to `{name}` here", frame.module, node)
            point = frame.point.at(one.module, None)
            report_event(frame, StaticArray(point, statement, value, field=name, owner=cls.node.name, made=made))
            return
