"""Single-argument `where`, `nonzero`, `flatnonzero` or `argwhere` of a traced array, without `size=`.

## Why
They give one index for each true element: how many is known only at run time, and under a trace every shape must be
known before.

## Bad
    @jax.jit
    def energy(r, q):
        i, j = jnp.where(jnp.abs(r[:, None] - r[None]) < 0.2)
        return jnp.sum(q[i] * q[j])

## Good
    @jax.jit
    def energy(r, q):
        near = jnp.abs(r[:, None] - r[None]) < 0.2
        return jnp.sum(q[:, None] * q[None, :], where=near)

## Fix
Indices that only gather what is then reduced, or say where to write, become a mask; the first and the last are `argmax`
of it, with `unravel_index` where it has several axes, their own numbers `jnp.arange` or `jnp.indices` under it. Beside
a mask of fewer elements stands the part of the array that its indices read: `x[i + 1]` with `i` from `diff(x) > 0` is
`x[1:]`. Where the indices themselves escape, or scatter elsewhere: unsafe, `nonzero(..., size=m.size, fill_value=...)`,
padded to the largest number there can be.

## At run time
`ConcretizationTypeError`. https://docs.jax.dev/en/latest/errors.html#jax.errors.ConcretizationTypeError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.masks.indices import without_indices
from jaxlint.knowledge.api import has_twin
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import DataDependentShape


INDEX_FUNCTIONS = frozenset(["where", "nonzero", "flatnonzero", "argwhere"])


def check(event: DataDependentShape) -> Hazard | None:
    if event.callee.rsplit(".", 1)[-1] not in INDEX_FUNCTIONS:
        return None
    shape = "has a data-dependent shape: it returns one index for each true element"
    return Hazard(f"{quoted(event, event.node)} {shape}{by_numpy(event)}")


def by_numpy(event: DataDependentShape) -> str:
    """What helps where the data are constants."""
    name = event.callee.rsplit(".", 1)[-1]
    is_constant = isinstance(event.value, Traced) and event.value.staged
    return f"; on constants `np.{name}` stays static" if is_constant and has_twin("numpy." + name) else ""


def fix(event: DataDependentShape, site: Site) -> Rewrite | None:
    return without_indices(site, event.node) if isinstance(event.node, ast.Call) else None


RULE = Rule(
    code="JAX101",
    severity="error",
    events=("data-dependent-shape",),
    runtime="ConcretizationTypeError",
    check=check,
    fix=fix,
    unfixed="the indices go where their number matters",
)
