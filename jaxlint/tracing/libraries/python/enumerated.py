"""``enum.auto()``."""

from __future__ import annotations

from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.values.value import Const, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame


def auto(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """Python's own: what it stands for, the class decides that it is written in."""
    import enum

    return Const(enum.auto())


FUNCTIONS["enum.auto"] = auto
