"""Boolean indexing with a traced mask: `x[mask]`

## Why
The result has one element for each `True` in the mask, so its shape depends on the data. Every
shape must be static at trace time.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def mean_of_valid(x):
        return x[x >= 0].mean()


    mean_of_valid(jnp.array([1.0, 3.0, -1.0]))

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def mean_of_valid(x):
        return x.mean(where=x >= 0)


    print(mean_of_valid(jnp.array([1.0, 3.0, -1.0])))  # prints 2.0

## Ways out
- reduce with `where=`: a reduction such as `sum` or `mean` follows
- keep the shape and fill with 0, using `jnp.where`: the elements that are not selected may stay in the array
- index outside `jit`: the next step needs the short array

## Fix safety
Safe if the whole array provably reduces to the same value under the mask, with finite gradients.
Unsafe for extremes, `std`, `var`, medians, sorts and least squares, and if the rank of an array is
only inferred from its uses. Unsafe if the selection is returned: the fix fills in zeros, or returns
the mask as well and reduces with it in all callers. A suggestion if callers would count the zeros.

## How to silence
When a caller that jaxlint cannot see passes a concrete mask.

## JAX's error
`NonConcreteBooleanIndexError`: Array boolean indices must be concrete.
https://docs.jax.dev/en/latest/errors.html#jax.errors.NonConcreteBooleanIndexError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.masks.masks import masked_read
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.values.value import Reference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.shapes import MaskIndex


def check(event: MaskIndex) -> Hazard | None:
    if event.use != "read":
        return None
    mask = quoted(event, event.mask)
    return Hazard(f"{quoted(event, event.node)} has a data-dependent shape: the boolean mask {mask} is traced")


def fix(event: MaskIndex, site: Site) -> Rewrite | None:
    node, mask = event.node, event.mask
    if not isinstance(node, ast.Subscript) or not isinstance(mask, ast.expr) or isinstance(event.base, Reference):
        return None
    return masked_read(site, node, mask)


RULE = Rule(
    code="JAX103",
    severity="error",
    events=("mask-index",),
    runtime="NonConcreteBooleanIndexError",
    check=check,
    fix=fix,
)
