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
All unsafe. A slice that is reduced becomes a mask (a negative bound counts from the end; the mask does not know that).
A window of constant width becomes `lax.dynamic_slice_in_dim`, which clamps at the ends. Else, where the bound is a
parameter of the jitted function itself, it is made static: one compilation for each value.

## At run time
`IndexError: Slice entries must be static integers`.
https://docs.jax.dev/en/latest/_autosummary/jax.lax.dynamic_slice.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.slices import without_traced_bound
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import SliceBound


def check(event: SliceBound) -> Hazard | None:
    if isinstance(event.value, Traced) and event.value.staged:
        return None  # static-value-staged
    bound = quoted(event, event.bound)
    return Hazard(f"{quoted(event, event.node)} has a shape that depends on data: the slice bound {bound} is traced")


def fix(event: SliceBound, site: Site) -> Rewrite | None:
    return without_traced_bound(site, event.node, event.bound)


RULE = Rule(
    code="JAX105",
    severity="error",
    events=("slice-bound",),
    runtime="IndexError",
    check=check,
    fix=fix,
)
