"""What JAX says of itself: is anything being traced, is this value known, what is its type."""

from __future__ import annotations

import _ast

from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.events.raised import NUMBER
from jaxlint.tracing.events.refusals import is_caught
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.objects.classes import is_none, kind_of_array
from jaxlint.tracing.operations.facts import is_abstract
from jaxlint.tracing.values.joining import aval_of, scalar_aval
from jaxlint.tracing.values.stage import ABSTRACT, EAGER
from jaxlint.tracing.values.value import FALSE, NONE, TRUE, UNKNOWN, Array, Const, Static, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame

_HOMES = ("jax.core.", "jax._src.core.", "jax.extend.core.")


def is_concrete(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """A tracer of grad alone counts as concrete: its number is known."""
    value = arguments.get(0) or UNKNOWN
    if isinstance(value, Traced) and value.is_array:
        return TRUE if value.concrete else FALSE
    known = isinstance(value, Const) or (isinstance(value, Array) and value.sure)
    return TRUE if known else Static("bool")


def concrete_or_error(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``concrete_or_error(force, x, message)`` raises for a tracer that is abstract: behind it, x is concrete."""
    force, value = arguments.get(0, "force") or UNKNOWN, arguments.get(1, "val") or UNKNOWN
    if isinstance(value, Traced):
        passed = arguments.node(1, "val")
        known = Array(value.aval) if value.is_array else UNKNOWN
        if is_abstract(value):
            is_caught(frame, NUMBER, value)  # a try around it goes on with its handler
        if is_abstract(value) and isinstance(passed, _ast.Name):
            frame.bind(passed.id, known)
        value = known
    return value if is_none(force) else call_value(frame, node, force, Arguments([value]))


def concrete_value(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``to_concrete_value(x)``: None of a tracer."""
    value = arguments.get(0) or UNKNOWN
    if isinstance(value, Traced):
        return NONE if value.is_array and not value.concrete else UNKNOWN
    return value


def is_scalar(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """NumPy means its own scalars and Python's, JAX means rank 0."""
    value = arguments.get(0) or UNKNOWN
    rank = aval_of(value).rank if kind_of_array(value) is not None else None
    if name.startswith("numpy.") and kind_of_array(value) in ("tracer", "jax"):
        return FALSE
    if rank is not None and (rank > 0 or name.startswith("jax.")):
        return TRUE if rank == 0 else FALSE
    return TRUE if scalar_aval(value) is not None else Static("bool")


def nothing_is_traced(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``trace_state_clean()``; where nothing is traced in view, a caller that is not may do so."""
    return Static("bool") if frame.context.staging is None else FALSE


def is_jit_around(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    return TRUE if frame.context.stage == ABSTRACT else Static("bool") if frame.context.stage == EAGER else FALSE


def type_of_array(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``jax.typeof(x)``, ``get_aval(x)``: as ``x.aval``."""
    value = arguments.get(0)
    return Static("aval", value) if isinstance(value, (Traced, Array)) else Static("aval")


for _home in _HOMES:
    FUNCTIONS[_home + "is_concrete"] = is_concrete
    FUNCTIONS[_home + "to_concrete_value"] = concrete_value
    FUNCTIONS[_home + "concrete_or_error"] = concrete_or_error
    FUNCTIONS[_home + "trace_state_clean"] = nothing_is_traced
    FUNCTIONS[_home + "unsafe_am_i_under_a_jit_DO_NOT_USE"] = is_jit_around
    FUNCTIONS[_home + "get_aval"] = FUNCTIONS[_home + "typeof"] = type_of_array
FUNCTIONS["jax.typeof"] = type_of_array
FUNCTIONS["numpy.isscalar"] = FUNCTIONS["jax.numpy.isscalar"] = is_scalar
