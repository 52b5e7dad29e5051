"""`vmap`, `scan` or `map` over axes of different sizes

## Why
All mapped axes must have the same size. Nothing is broadcast: an axis of size 1 is not repeated,
and a scalar has no axis to map. An argument that is the same for all batch elements needs None in
`in_axes`. The `length` of a `scan` and the `axis_size` of a `vmap` must equal that size, too.

## Bad
    import jax
    import jax.numpy as jnp


    def distance(point, center):
        return jnp.sum((point - center) ** 2)


    points = jnp.ones((5, 2))
    center = jnp.zeros(2)
    jax.vmap(distance)(points, center)

## Good
    import jax
    import jax.numpy as jnp


    def distance(point, center):
        return jnp.sum((point - center) ** 2)


    points = jnp.ones((5, 2))
    center = jnp.zeros(2)
    jax.vmap(distance, in_axes=(0, None))(points, center)

## Ways out
- use `in_axes` with `None` for what is shared, 0 for the rest: all batch elements share an argument
- make the sizes agree: each of the arrays has one element for each batch element
- close over the array: all iterations of a `scan` or `map` share it

## Fix safety
Unsafe: `in_axes` becomes None for scalars, for pytrees whose arrays differ in size, and for an array with the shape of
a row of another argument.

## How to silence
When the call is meant to raise, for example inside `pytest.raises`.

## JAX's error
`ValueError`: "vmap got inconsistent sizes for array axes to be mapped", "scan got values with different leading axis
sizes". https://docs.jax.dev/en/latest/_autosummary/jax.vmap.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.transforms.shared_arguments import shared
from jaxlint.rules.quoting import shortened
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.transforms import AxisMismatch


def check(event: AxisMismatch) -> Hazard:
    mapped = event.says.startswith("`vmap`")
    return Hazard(shortened(event.says), ways=("use `in_axes", "make") if mapped else ("make", "close"))


def fix(event: AxisMismatch, site: Site) -> Rewrite | None:
    return shared(site, event.node)


RULE = Rule(
    code="JAX610",
    severity="error",
    events=("axis-mismatch",),
    runtime="ValueError",
    check=check,
    fix=fix,
    unfixed="the shapes do not show which arguments are shared",
)
