"""A result with as many elements as the data says: `unique`, `repeat`, `bincount`, `compress`, set operations.

## Why
Under a trace the shape of every result must be known before there is data. The functions that pick single-argument
`where` and its kin are rule JAX101.

## Bad
    @jax.jit
    def histogram(labels):
        return jnp.bincount(labels)

## Good
    @partial(jax.jit, static_argnames="classes")
    def histogram(labels, classes):
        return jnp.bincount(labels, length=classes)

## Fix
`compress` and `extract` are masks, and mended as such; `unique` gets room for all elements where only counts,
extremes or the number of distinct values are wanted. Unsafe: room for all where the values are handed out; as many
segments, or bins, as the array has that the sums meet, or whose rows they gather (`segment_sum(h[senders], ids)`);
`minlength=` as `length=`. Else none: the bound is yours to choose; the message names the parameter that takes it.

## At run time
`ConcretizationTypeError`. https://docs.jax.dev/en/latest/errors.html#jax.errors.ConcretizationTypeError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.masks.data_shapes import bounded
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.rules.shapes.single_argument_where import INDEX_FUNCTIONS, by_numpy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import DataDependentShape


def check(event: DataDependentShape) -> Hazard | None:
    if event.callee.rsplit(".", 1)[-1] in INDEX_FUNCTIONS:
        return None
    bounds = " or ".join(f"`{name}=`" for name in event.rescue)
    advice = f"; {bounds} bounds it" if bounds else ""
    advice += by_numpy(event)
    return Hazard(f"the shape of {quoted(event, event.node)} depends on the values of a traced array{advice}")


def fix(event: DataDependentShape, site: Site) -> Rewrite | None:
    return bounded(site, event.node, event.callee) if isinstance(event.node, ast.Call) else None


RULE = Rule(
    code="JAX102",
    severity="error",
    events=("data-dependent-shape",),
    runtime="ConcretizationTypeError",
    check=check,
    fix=fix,
    unfixed="the result goes where its length matters",
)
