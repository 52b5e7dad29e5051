"""A field that a class declares static, and an array in it: `table: jax.Array = eqx.field(static=True)`.

## Why
A static field is no leaf: its value is part of the pytree's structure, and JAX asks with `==` whether it has compiled
for this structure before. Of arrays with more than one element that answer is no bool, and the second call with
another object raises; of one element, jit compiles again for each number. No gradient reaches such an array, `jax.vmap`
does not map it, and where the object is made inside a trace, the structure holds a tracer. Reported are arrays in an
`equinox.Module`, of which Equinox itself warns, and traced values in every class.

## Bad
    class Rotary(eqx.Module):
        table: jax.Array = eqx.field(static=True)

        def __init__(self, size):
            self.table = jnp.arange(size) * 0.5

## Good
    class Rotary(eqx.Module):
        table: jax.Array

        def __call__(self, x):
            return x * jax.lax.stop_gradient(self.table)

## Fix
None: as a leaf, the array is trained, mapped and traced, and what becomes of it is the class's to say. Numbers that
are the same for all objects belong in a constant of the module; sizes, in a static `int`.

## At run time
`ValueError: Exception raised while checking equality of metadata fields of pytree` at the second call. Equinox warns
where the object is made: `A JAX array is being set as static!`. https://docs.jax.dev/en/latest/custom_pytrees.html
"""

from __future__ import annotations

from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import StaticArray


def check(event: StaticArray) -> Hazard:
    return Hazard(
        f"`{event.field}` of `{event.owner}` is static, but holds an array: JAX compares static fields by `==`"
    )


RULE = Rule(
    code="JAX621",
    severity="warning",
    events=("static-array-field",),
    runtime="ValueError: Exception raised while checking equality of metadata fields",
    check=check,
)
