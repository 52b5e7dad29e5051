"""``lax.cond`` under vmap: where the predicate is batched, both branches are computed for each element."""

from __future__ import annotations

import _ast

from jaxlint.syntax.nodes import walk
from jaxlint.tracing.events.effects import BOTH_BRANCHES, Slow
from jaxlint.tracing.running.reports import report_event
from jaxlint.tracing.values.value import UNKNOWN, Function, Library, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame

_HEAVY = frozenset(
    """scan while_loop fori_loop dot matmul einsum tensordot conv conv_general_dilated solve inv eigh svd cholesky
    qr lstsq expm fft ifft fftn""".split()
)


def note_selected(frame: Frame, node: _ast.AST, chosen: Value, branches: list[Value]) -> None:
    trace = frame.context.trace if isinstance(chosen, Traced) and chosen.origin.batched else None
    while trace is not None and trace.depth not in chosen.origin.batched:  # type: ignore[attr-defined]
        trace = trace.around
    if trace is not None and any(map(_is_heavy, branches)):
        event = Slow(frame.point, node, UNKNOWN, how=BOTH_BRANCHES, other=trace.origin.node, times=None)
        report_event(frame, event)


def _is_heavy(branch: Value) -> bool:
    """It does more than a few steps for each element."""
    if isinstance(branch, Library):
        return branch.name.rpartition(".")[2] in _HEAVY
    parts = walk(branch.node) if isinstance(branch, Function) else []
    return any(getattr(one, "attr", "") in _HEAVY or isinstance(one, _ast.MatMult) for one in parts)
