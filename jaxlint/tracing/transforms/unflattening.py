"""Objects made anew from traced leaves on their way in: some classes check themselves then, and meet tracers."""

from __future__ import annotations

from jaxlint.tracing.calls.invocation import Arguments
from jaxlint.tracing.functions.construction import check
from jaxlint.tracing.values.value import Container, Instance, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Iterable

    from jaxlint.tracing.running.environment import Frame


def check_anew(frame: Frame, node: _ast.AST, values: Iterable[Value], depth: int = 3) -> None:
    """Run ``__post_init__`` of what was just lifted, in the frame of the transformed body."""
    if depth == 0:
        return
    for value in values:
        if isinstance(value, Container):
            check_anew(frame, node, value.rows or (), depth - 1)
        elif isinstance(value, Instance) and value.cls.pytree:
            check_anew(frame, node, list(value.attributes.values()), depth - 1)
            if value.cls.built_anew:
                check(frame, node, value, "__post_init__", Arguments([], complete=False))
