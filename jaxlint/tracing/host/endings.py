"""Functions that do not come back to who calls them, as they end the process."""

from __future__ import annotations

from jaxlint.tracing.events.refusals import Refused
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.values.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame

_EXIT = frozenset(["BaseException", "SystemExit"])


def leave(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``sys.exit(1)``: nothing that follows runs."""
    raise Refused(_EXIT)


for _name in ("sys.exit", "os._exit", "os.abort", "builtins.exit", "builtins.quit"):
    FUNCTIONS[_name] = leave
