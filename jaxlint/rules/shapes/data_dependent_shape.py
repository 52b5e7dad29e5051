"""Result whose shape depends on data: `unique`, `bincount`, `compress`

## Why
The number of elements in the result depends on the values of a traced array, but every shape must
be static at trace time. `size=`, `length=` or `num_segments=` makes it static.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def count_labels(labels):
        return jnp.bincount(labels)


    count_labels(jnp.array([0, 2, 2]))

## Good
    from functools import partial

    import jax
    import jax.numpy as jnp


    @partial(jax.jit, static_argnames="num_classes")
    def count_labels(labels, num_classes):
        return jnp.bincount(labels, length=num_classes)


    print(count_labels(jnp.array([0, 2, 2]), num_classes=4))  # prints [1 0 2 0]

## Ways out
- pass `length=` or `num_segments=` from a static parameter: the result has one element per class or segment
- pass `size=` and ignore the padding: you use `unique` or a set operation; `x.size` is always enough
- use NumPy outside `jit`: the array is available before the compiled function runs

## Fix safety
Safe if `unique` gets a `size=` that fits all elements, and only counts, extremes or the number of
distinct values are used; or if a mask replaces `compress` or `extract` with provably the same
result. Otherwise unsafe, also if the size is taken from the other operand of an operation. No fix
if the size has no known bound: choose it yourself.

## How to silence
When a caller that jaxlint cannot see passes concrete arrays.

## JAX's error
`ConcretizationTypeError`: Abstract tracer value encountered where concrete value is expected.
https://docs.jax.dev/en/latest/errors.html#jax.errors.ConcretizationTypeError
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
    from jaxlint.tracing.events.shapes import DataDependentShape


def check(event: DataDependentShape) -> Hazard | None:
    if event.callee.rsplit(".", 1)[-1] in INDEX_FUNCTIONS:
        return None
    bounds = " or ".join(f"`{name}=`" for name in event.rescue)
    advice = f"; {bounds} makes it static" if bounds else ": its length depends on traced values"
    message = f"{quoted(event, event.node)} has a data-dependent shape{by_numpy(event) or advice}"
    bounded = ("pass `size=`",) if "size" in event.rescue else ("pass `length=`",) if event.rescue else ()
    return Hazard(message, ways=(*bounded, "use NumPy"))


def fix(event: DataDependentShape, site: Site) -> Rewrite | None:
    return bounded(site, event.node, event.callee) if isinstance(event.node, ast.Call) else None


RULE = Rule(
    code="JAX102",
    severity="error",
    events=("data-dependent-shape",),
    runtime="ConcretizationTypeError",
    check=check,
    fix=fix,
    unfixed="the code that uses the result depends on its length",
)
