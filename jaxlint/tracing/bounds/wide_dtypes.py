"""64-bit numbers that are asked for by name where JAX has only 32 bits: a UserWarning, and narrower numbers.

Only of programs: who imports a library may have enabled 64 bits before.  ``float`` and ``int`` ask for the default.
"""

from __future__ import annotations

import _ast

from jaxlint.project.precision import enables_x64
from jaxlint.tracing.events.shapes import WideDtype
from jaxlint.tracing.running.condition import is_entry
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.values.value import UNKNOWN, Const, Library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.running.interpreter import Interpreter
    from jaxlint.tracing.values.value import Value

NARROWED = {"float64": "float32", "int64": "int32", "uint64": "uint32", "complex128": "complex64"}
_ASKING = ("dtype", "new_dtype", "preferred_element_type")


class _Wide(dict["Module", bool]):
    """Programs: does anything enable 64-bit numbers?"""


def asked_for(frame: Frame, node: _ast.AST, bound: dict[str, Value], nodes: dict[str, _ast.AST | None]) -> None:
    """A call whose result would have 64 bits; not all are asked for by name."""
    for name in _ASKING:
        wanted = _name(bound.get(name))
        if wanted in NARROWED:
            note(frame, nodes.get(name) or node, wanted)


def _name(value: Value | None) -> str:
    if isinstance(value, Const) and isinstance(value.value, str):
        return value.value
    return value.name.rpartition(".")[2] if isinstance(value, Library) else ""


def note(frame: Frame, node: _ast.AST, wanted: str) -> None:
    interpreter, module = frame.interpreter, frame.module
    if not _is_program(module):
        return
    if interpreter.ask(is_wide, module):
        return
    report(frame, WideDtype, node, UNKNOWN, wanted=wanted, given=NARROWED[wanted])


def _is_program(module: Module) -> bool:
    """It says so, or it is a notebook, or it prints where a module would only define things."""
    if module.path.endswith(".ipynb") or any(map(is_entry, module.tree.body)):
        return True
    loops = [one for top in module.tree.body if isinstance(top, (_ast.For, _ast.While)) for one in top.body]
    return any(_is_print(one) for one in (*module.tree.body, *loops))


def _is_print(statement: _ast.stmt) -> bool:
    call = statement.value if isinstance(statement, _ast.Expr) else None
    return isinstance(call, _ast.Call) and getattr(call.func, "id", "") == "print"


def is_wide(interpreter: Interpreter, module: Module) -> bool:
    """Does anything around a program enable 64 bits?"""
    known = interpreter.part(_Wide)
    if module not in known:
        known[module] = enables_x64(interpreter.project, module)
    return known[module]
