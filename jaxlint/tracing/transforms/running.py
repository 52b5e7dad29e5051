"""A body runs as a trace of its own, which ends with it."""

from __future__ import annotations

from jaxlint.tracing.calls.invocation import call_value
from jaxlint.tracing.compiled.traces import begin, end
from jaxlint.tracing.values.value import Function, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Iterable

    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame


def run_traced(
    inner: Frame, node: _ast.AST, function: Value, arguments: Arguments, given: Iterable[Value], last: bool = True
) -> Value:
    """Call a function in a frame that a transform made for it.

    ``given``: what the caller knows as well, before it became ``arguments``; ``last``: no other turn follows in the
    same trace.
    """
    trace = inner.context.trace
    assert trace is not None
    body = _definition(function)
    if trace.since is None and trace.stages:
        trace.again = body in inner.interpreter.entry.bodies_begun
        inner.interpreter.entry.bodies_begun.add(body)
    begin(trace, given, arguments.values())
    try:
        return call_value(inner, node, function, arguments)
    finally:
        if last:
            end(inner.interpreter, trace)


def _definition(value: Value) -> object:
    """JAX knows the program of ``f`` by then, but not that of ``grad(f)``."""
    transforms: list[str] = []
    while not isinstance(value, Function):
        inner = getattr(value, "func", None)
        if inner is None:
            return value
        if isinstance(value, Transformed):
            transforms.append(value.transform)
        value = inner
    return (*transforms, value.node)
