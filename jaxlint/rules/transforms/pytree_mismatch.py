"""`jax.tree.map(f, params, grads)` over trees that are not alike: other keys, another length, a leaf for a list.

## Why
`jax.tree.map` goes through its trees side by side: at each list, tuple and dict of the first one, the others need one
of the same kind, with as many items or the same keys. What stands where the first has a leaf may be anything.

## Bad
    decay = {"w": 0.1}
    params = {"w": w, "b": b}
    jax.tree.map(lambda p, d: p - d * p, params, decay)

## Good
    decay = {"w": 0.1, "b": 0.0}
    params = {"w": w, "b": b}
    jax.tree.map(lambda p, d: p - d * p, params, decay)

## Fix
None: only you know which of the trees is right. A number for all leaves needs no tree: close over it.

## At run time
`ValueError: pytree structure error`. https://docs.jax.dev/en/latest/_autosummary/jax.tree.map.html
"""

from __future__ import annotations

from jaxlint.rules.rule import Hazard, Rule
from jaxlint.text.quoted import named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import TreeMismatch


def check(event: TreeMismatch) -> Hazard:
    return Hazard(f"{named(event.callee)} goes through trees that differ: {event.says}")


RULE = Rule(
    code="JAX619",
    severity="error",
    events=("pytree-mismatch",),
    runtime="ValueError",
    check=check,
)
