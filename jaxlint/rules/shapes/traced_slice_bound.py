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
A slice that is reduced, through names and elementwise steps, becomes a mask of positions: safe where ranks and lengths
are known, with bounds counted from the end unless they are proved not to be negative. Unsafe for `max`, `min`, `std`
and `var` of floats, whose gradients may differ. Slices that meet (`x[:n] @ w[:n]`) share the mask; where they begin at
different places, the whole arrays are shifted first: `x[1:n] - x[: n - 1]` is `x[1:] - x[:-1]`, `x[lag:] * x[:-lag]`
`jnp.roll(x, -lag) * x`, under the mask. `x[:n:2]` and `x[n::-1]` are masks of `x[::2]` and `x[::-1]`, `jnp.arange(n)`
beside `x[:n]` goes with it (unsafe), `x[:n][-1]` is `x[n - 1]`, and `jnp.argmax(x[:n])` looks among infinities.

A window of constant width (`x[i : i + 3]`, `x[i * W : (i + 1) * W]`) becomes `lax.dynamic_slice_in_dim`, which moves it
inside at the ends: safe where it is proved to lie inside, as with the index of a loop over `arange(len(x) - 2)`.
`x.at[i : i + 3].set(v)` is written at `i + jnp.arange(3)`; `x.at[:n].set(0)`, `x.at[:n].set(y[:n])` and
`jnp.concatenate([x[:n], y[n:]])` become `jnp.where`.

`jnp.concatenate([x[n:], x[:n]])` becomes `jnp.roll(x, -n)`; with `[x[:i], x[i + 1 :]]` in it `jnp.delete`, with
`[x[:i], v[None], x[i:]]` `jnp.insert`, with `[x[:i], v[None], x[i + 1 :]]` `x.at[i].set(v)`. Unsafe unless the place is
proved to lie within the length.

References, as kernels of Pallas have them, are read and written by `ref[pl.ds(i * W, W)]`: unsafe, as the window must
lie inside.

Else the parameters that the bound, or the width of a window, comes from are made static where their function is
jitted: unsafe, as there is one compilation for each value, and callers must pass Python numbers.

## At run time
`IndexError: Slice entries must be static integers`.
https://docs.jax.dev/en/latest/_autosummary/jax.lax.dynamic_slice.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.slices.references import without_traced_bound_of_reference
from jaxlint.codemods.recipes.slices.slices import without_traced_bound
from jaxlint.codemods.recipes.static.static_names import made_static_parameter
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.references import may_be_ref
from jaxlint.tracing.value import Reference, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import SliceBound


def check(event: SliceBound) -> Hazard | None:
    if isinstance(event.value, Traced) and event.value.staged:
        return None  # static-value-staged
    bound = quoted(event, event.bound)
    return Hazard(f"{quoted(event, event.node)} has a data-dependent shape: the slice bound {bound} is traced")


def fix(event: SliceBound, site: Site) -> Rewrite | None:
    if may_be_ref(event.base):
        return without_traced_bound_of_reference(site, event.node, event.bound)
    if isinstance(event.base, Reference):
        return made_static_parameter(site, event.bound)  # all else takes an array
    return without_traced_bound(site, event.node, event.bound)


RULE = Rule(
    code="JAX105",
    severity="error",
    events=("slice-bound",),
    runtime="IndexError",
    check=check,
    fix=fix,
    unfixed="the length of the slice is not known to be the same in every call",
)
