"""`x[mask]` with a traced boolean mask.

## Why
The result has one element for each `True` in the mask: its shape depends on data, and under a trace every shape must be
known before.

## Bad
    @jax.jit
    def total(x):
        return x[x > 0].sum()

## Good
    @jax.jit
    def total(x):
        return x.sum(where=x > 0)

## Fix
What is reduced afterwards gets a mask: `where=`, `nanmean`, `count_nonzero`, `argmax` of the mask for the first ...
This follows names (also `x = x[mask]`, and `a, b = x[mask], y[mask]`), elementwise steps, your own functions made of
such steps, `vmap`, `cumsum` and `softmax`, `take_along_axis` of rows, `stack` and `column_stack`, selections of
selections, `allclose`, products and scatters, which get zeros or places out of bounds. Where a step in between could
give a gradient of NaN outside the mask, a harmless number is put there first. Unsafe: extremes, which now have a value
for an empty selection, and the place of one, `std` and `var`, whose gradients differ, medians, sorts, least squares,
and a test whether anything was selected, which becomes `lax.cond`. Unsafe, too, where the rank of an array is only what
its uses let expect, or what stands beside the selection is taken for a number. Where the selection itself is returned:
unsafe, `jnp.where(mask, x, 0)`, which keeps the shape and fills in zeros; or, where callers in view would count those,
`return x, mask`, with all that the callers, and theirs, do with it reduced by the mask: in one fix, over all modules.

## At run time
`NonConcreteBooleanIndexError`. https://docs.jax.dev/en/latest/errors.html#jax.errors.NonConcreteBooleanIndexError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.masks.masks import masked_read
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.value import Reference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import MaskIndex


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
