"""Array in a static field of a pytree class

## Why
A static field is not a leaf but part of the pytree's structure, which JAX compares with `==`. For
arrays that comparison has no single truth value, so the second call with another object raises;
for one element, each value compiles again. No gradient reaches the array, `jax.vmap` does not map
it, and if the object is created inside a trace, the structure contains a tracer.

## Bad
    import equinox as eqx
    import jax
    import jax.numpy as jnp


    class Rotary(eqx.Module):
        table: jax.Array = eqx.field(static=True)

        def __init__(self, size):
            self.table = jnp.arange(size) * 0.5


    apply = jax.jit(lambda module, x: x * module.table)
    for _ in range(2):
        apply(Rotary(3), jnp.ones(3))

## Good
    import equinox as eqx
    import jax
    import jax.numpy as jnp


    class Rotary(eqx.Module):
        table: jax.Array

        def __init__(self, size):
            self.table = jnp.arange(size) * 0.5


    apply = jax.jit(lambda module, x: x * jax.lax.stop_gradient(module.table))
    for _ in range(2):
        apply(Rotary(3), jnp.ones(3))

## Ways out
- make it a leaf, with `lax.stop_gradient` where it is used: each object has its own array
- move it to a constant of the module: it is the same for all objects
- store a tuple of numbers: it is short, and used as a shape or setting

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When only one object of the class is ever passed to compiled functions.

## JAX's error
`ValueError`: "Exception raised while checking equality of metadata fields of pytree", at the second call. Equinox warns
at creation: "A JAX array is being set as static!". https://docs.jax.dev/en/latest/custom_pytrees.html
"""

from __future__ import annotations

from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.transforms import StaticArray


def check(event: StaticArray) -> Hazard:
    return Hazard(
        f"static field `{event.field}` of `{event.owner}` holds an array: JAX compares static fields with `==`"
    )


RULE = Rule(
    code="JAX621",
    severity="warning",
    events=("static-array-field",),
    runtime="ValueError: Exception raised while checking equality of metadata fields",
    check=check,
    unfixed="only you know whether all objects share the array",
)
