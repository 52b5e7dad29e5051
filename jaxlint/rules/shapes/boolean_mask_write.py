"""`x.at[mask]` with a traced boolean mask

## Why
`.at[]` converts a boolean mask to indices first, and their number depends on the data. Every shape
must be static at trace time. This holds for scalar values, too.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def clip_negative(x):
        return x.at[x < 0].set(0.0)


    clip_negative(jnp.array([-1.0, 2.0]))

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def clip_negative(x):
        return jnp.where(x < 0, 0.0, x)


    print(clip_negative(jnp.array([-1.0, 2.0])))  # prints [0. 2.]

## Ways out
- use `jnp.where`: you write a scalar, or values of the shape of the array
- use `jnp.nonzero` with `size=` and `fill_value=`: you write one new value per true element
- write outside `jit`: the mask is available before the compiled function runs

## Fix safety
Safe if the shapes of the mask and of the new values are provably those that `jnp.where` needs.
Otherwise unsafe. No fix if the number of written elements is not known.

## How to silence
When a caller that jaxlint cannot see passes a concrete mask.

## JAX's error
`NonConcreteBooleanIndexError`: Array boolean indices must be concrete.
https://docs.jax.dev/en/latest/errors.html#jax.errors.NonConcreteBooleanIndexError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.masks.masked_writes import masked_write
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.shapes import MaskIndex


def check(event: MaskIndex) -> Hazard | None:
    if event.use != "at":
        return None
    mask = quoted(event, event.mask)
    return Hazard(f"{quoted(event, event.node)} needs concrete indices: the boolean mask {mask} is traced")


def fix(event: MaskIndex, site: Site) -> Rewrite | None:
    node, mask = event.node, event.mask
    if not isinstance(node, ast.Subscript) or not isinstance(mask, ast.expr):
        return None
    return masked_write(site, node, mask)


RULE = Rule(
    code="JAX104",
    severity="error",
    events=("mask-index",),
    runtime="NonConcreteBooleanIndexError",
    check=check,
    fix=fix,
    unfixed="the number of written elements is data-dependent",
)
