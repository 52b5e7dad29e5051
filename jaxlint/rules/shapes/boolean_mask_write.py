"""`x.at[mask].set(v)` with a traced boolean mask, also with a scalar.

## Why
`.at[]` turns a boolean mask into indices first, and how many there are depends on data.

## Bad
    @jax.jit
    def relu(x):
        return x.at[x < 0].set(0.0)

## Good
    @jax.jit
    def relu(x):
        return jnp.where(x < 0, 0.0, x)

## Fix
`where` with the mask, cast to the array's dtype where the value may have another; safe where the shapes are proved.
As many new values as true elements: `nonzero(mask, size=...)` with their number.

## At run time
`NonConcreteBooleanIndexError`. https://docs.jax.dev/en/latest/errors.html#jax.errors.NonConcreteBooleanIndexError
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
    from jaxlint.tracing.event import MaskIndex


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
    unfixed="the number of elements written is not known",
)
