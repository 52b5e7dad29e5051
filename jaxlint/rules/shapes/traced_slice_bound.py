"""A slice bound that is traced: `x[:n]`, `x[i:i + k]`.

## Why
The bounds decide the shape of the result, and under a trace every shape must be known before.

## Bad
    @jax.jit
    def head(x, n):
        return x[:n].sum()

## Good
    @jax.jit
    def head(x, n):
        return x.sum(where=jnp.arange(x.shape[0]) < n)

## Fix
A window of constant width becomes `lax.dynamic_slice_in_dim`; a slice that is reduced becomes a mask. Both are unsafe
unless the bounds are proved to lie inside the array: dynamic slices clamp.

## At run time
`IndexError: Slice entries must be static integers`.
https://docs.jax.dev/en/latest/_autosummary/jax.lax.dynamic_slice.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import SliceBound


def check(event: SliceBound) -> Hazard | None:
    if isinstance(event.value, Traced) and event.value.staged:
        return None  # static-value-staged
    bound = quoted(event, event.bound)
    return Hazard(f"{quoted(event, event.node)} has a shape that depends on data: the slice bound {bound} is traced")


RULE = Rule(
    code="JAX105",
    severity="error",
    events=("slice-bound",),
    runtime="IndexError",
    check=check,
)
