"""Single-argument `where` or `nonzero` of a traced array without `size=`

## Why
These functions, like `flatnonzero` and `argwhere`, return one index for each true element. The
shape of the result depends on the data, but every shape must be static at trace time.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def energy(position, charge):
        distance = jnp.abs(position[:, None] - position)
        i, j = jnp.nonzero(distance < 0.5)
        return jnp.sum(charge[i] * charge[j])


    energy(jnp.array([0.0, 0.2, 1.0]), jnp.ones(3))

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def energy(position, charge):
        distance = jnp.abs(position[:, None] - position)
        return jnp.sum(charge[:, None] * charge, where=distance < 0.5)


    energy(jnp.array([0.0, 0.2, 1.0]), jnp.ones(3))

## Ways out
- use the mask instead of the indices: a reduction or a write follows; use `where=` or `jnp.where`
- pad the indices with `size=` and `fill_value=`: you need them, and know a maximum number
- compute the indices outside `jit`: the array is available before the compiled function runs

## Fix safety
Safe if the indices only select elements that are reduced, counted or written, and the result under
the mask is provably the same. Otherwise unsafe, also if the indices are returned or used to write
to another array: they are padded to the size of the mask, and the padding is out of bounds. No fix
if the code needs the number of indices as a shape.

## How to silence
When a caller that jaxlint cannot see passes concrete arrays.

## JAX's error
`ConcretizationTypeError`: The size argument of jnp.nonzero must be statically specified to use
jnp.nonzero within JAX transformations.
https://docs.jax.dev/en/latest/errors.html#jax.errors.ConcretizationTypeError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.masks.indices import without_indices
from jaxlint.knowledge.api import has_twin
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.values.value import is_staged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.shapes import DataDependentShape


INDEX_FUNCTIONS = frozenset(["where", "nonzero", "flatnonzero", "argwhere"])


def check(event: DataDependentShape) -> Hazard | None:
    if event.callee.rsplit(".", 1)[-1] not in INDEX_FUNCTIONS:
        return None
    shape = "has a data-dependent shape: one index per true element"
    return Hazard(f"{quoted(event, event.node)} {shape}{by_numpy(event) or '; `size=` makes it static'}")


def by_numpy(event: DataDependentShape) -> str:
    """What helps where the data are constants."""
    name = event.callee.rsplit(".", 1)[-1]
    is_constant = is_staged(event.value)
    return f"; use NumPy's `{name}`, as the data are constants" if is_constant and has_twin("numpy." + name) else ""


def fix(event: DataDependentShape, site: Site) -> Rewrite | None:
    return without_indices(site, event.node) if isinstance(event.node, ast.Call) else None


RULE = Rule(
    code="JAX101",
    severity="error",
    events=("data-dependent-shape",),
    runtime="ConcretizationTypeError",
    check=check,
    fix=fix,
    unfixed="the code that uses the indices depends on their number",
)
