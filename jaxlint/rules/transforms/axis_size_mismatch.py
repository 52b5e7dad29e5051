"""`vmap`, `scan` or `map` over axes of different sizes, or over what has no such axis.

## Why
Mapping takes one row of each argument in each step: the axes that are mapped must have one size. Nothing is broadcast,
an axis of size 1 is not repeated, and a scalar has no axis to go along: what is the same for all rows has None in
`in_axes`. `length` of a scan, and `axis_size` of a vmap, must be that size, too.

## Bad
    jax.vmap(jnp.dot)(jnp.ones((3, 2)), jnp.ones((4, 2)))
    jax.vmap(lambda x, s: x * s)(jnp.ones(3), 2.0)
    jax.vmap(f, in_axes=1)(jnp.ones(3))
    lax.scan(f, 0.0, (jnp.ones(3), jnp.ones(4)))

## Good
    jax.vmap(lambda x, s: x * s, in_axes=(0, None))(jnp.ones(3), 2.0)

## Fix
None.

## At run time
`ValueError: vmap got inconsistent sizes for array axes to be mapped`, `scan got values with different leading axis
sizes`. https://docs.jax.dev/en/latest/_autosummary/jax.vmap.html
"""

from __future__ import annotations

from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import AxisMismatch


def check(event: AxisMismatch) -> Hazard:
    return Hazard(event.says)


RULE = Rule(
    code="JAX610",
    severity="error",
    events=("axis-mismatch",),
    runtime="ValueError",
    check=check,
)
