"""Slice with a traced bound: `x[:n]`

## Why
The bounds of a slice decide the shape of the result, and every shape must be static at trace time.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def sum_of_first(x, n):
        return x[:n].sum()


    sum_of_first(jnp.arange(5), 3)

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def sum_of_first(x, n):
        return x.sum(where=jnp.arange(x.shape[0]) < n)


    print(sum_of_first(jnp.arange(5), 3))  # prints 3

## Ways out
- reduce under a position mask with `where=`: a reduction such as `sum` or `mean` follows
- use `lax.dynamic_slice`: the slice has a constant length, as in `x[i:i + 3]`, and stays in bounds
- make the bound static with `static_argnames`: few lengths occur; each one is compiled on its own

## Fix safety
Safe if ranks and lengths are known and the result under the mask is provably the same, or if a
slice of constant length provably stays in bounds. Otherwise unsafe: `lax.dynamic_slice` clamps its
start, `jnp.roll` wraps around, gradients of `max`, `min`, `std` and `var` may differ, and a static
bound means one compilation per value. No fix if the length may change and the result is not
reduced.

## How to silence
When a caller that jaxlint cannot see passes the bound as a Python integer.

## JAX's error
`IndexError`: Slice entries must be static integers.
https://docs.jax.dev/en/latest/_autosummary/jax.lax.dynamic_slice.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.slices.references import without_traced_bound_of_reference
from jaxlint.codemods.recipes.slices.slices import without_traced_bound
from jaxlint.codemods.recipes.static.static_names import made_static_parameter
from jaxlint.rules.passed import may_be_static
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.operations.references import may_be_ref
from jaxlint.tracing.values.value import Reference, is_staged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.shapes import SliceBound


def check(event: SliceBound) -> Hazard | None:
    if is_staged(event.value):
        return None  # static-value-staged
    bound = quoted(event, event.bound)
    message = f"{quoted(event, event.node)} has a data-dependent shape: the slice bound {bound} is traced"
    static = ("make",) if may_be_static(event, event.bound) else ()
    return Hazard(message, ways=("reduce", "use", *static))


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
    unfixed="the slice may have a different length on every call",
)
