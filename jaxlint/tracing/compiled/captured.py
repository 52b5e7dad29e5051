"""Large arrays that a jitted function takes from around it: XLA compiles their numbers into the program.

Measured on JAX 0.10.2: arrays of NumPy's and of JAX's alike; one number repeated (``zeros``) stays one number.
"""

from __future__ import annotations

import _ast

from jaxlint.dataflow.assigned import assigned
from jaxlint.tracing.compiled.stale import CACHING, reads_from_around
from jaxlint.tracing.events.event import Point
from jaxlint.tracing.events.transforms import CapturedConstant
from jaxlint.tracing.values.joining import aval_of
from jaxlint.tracing.values.stage import EAGER
from jaxlint.tracing.values.value import Array, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.values.aval import Aval
    from jaxlint.tracing.values.value import Scope, Transformed

_LARGE = 1 << 20  # bytes
_REPEATED = frozenset("zeros ones full empty zeros_like ones_like full_like empty_like".split())
_WIDTHS = {"b": 1, "i": 4, "f": 4, "c": 8}


def captured(jitted: list[Transformed], staged: set[_ast.AST]) -> list[CapturedConstant]:
    """One for each array of each function; ``staged``: what runs under a trace."""
    functions = {one.func.node: one.func for one in jitted if one.transform in CACHING and type(one.func) is Function}
    found = []
    large: dict[Scope | None, bool] = {None: False}
    for node, function in functions.items():
        if _holds_large(function.closure, large):
            reads = reads_from_around(node, staged)
            found += [event for read in reads.values() if (event := _event(function, read)) is not None]
    return found


def _holds_large(frame: Scope | None, known: dict[Scope | None, bool]) -> bool:
    """Some name around may hold such an array: only then the text of the function is gone through."""
    if frame is not None and frame not in known:
        values = frame.variables.values()
        own = any(type(value) is Array and bytes_of(value.aval) >= _LARGE for value in values)
        known[frame] = own or _holds_large(frame.closure, known)
    return known[frame]


def bytes_of(aval: Aval) -> int:
    """0 where the size is not known."""
    count = _WIDTHS.get(aval.kind or "", 0)
    for size in aval.shape if isinstance(aval.shape, tuple) else (0,):
        count *= size if isinstance(size, int) else 0
    return count


def _event(function: Function, read: _ast.AST) -> CapturedConstant | None:
    if not isinstance(read, _ast.Name) or function.closure is None:
        return None
    value = function.closure.lookup(read.id)
    if not isinstance(value, Array) or bytes_of(aval_of(value)) < _LARGE or _is_one_number(function, read):
        return None
    point = Point(function.module, function.node, EAGER)
    return CapturedConstant(point, read, value, bytes=bytes_of(value.aval), callee=function.name)


def _is_one_number(function: Function, read: _ast.Name) -> bool:
    """``jnp.zeros(shape)``, also through the name that the scope around the function gave it."""
    given = assigned(function.module, read)
    called = given.func if isinstance(given, _ast.Call) else None
    return getattr(called, "attr", getattr(called, "id", "")) in _REPEATED
