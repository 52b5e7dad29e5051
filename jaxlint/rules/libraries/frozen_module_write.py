"""Write to an attribute of a module that is frozen, or to an undeclared field

## Why
No attribute of an equinox module can be set after its `__init__`, which can set only fields that the
class declares. No attribute of a linen module can be set while `apply` or `init` runs it, except in
`setup`, which cannot set fields; a list that it sets becomes a tuple. State that changes belongs into
a result or a variable.

## Bad
    import equinox as eqx
    import jax
    import jax.numpy as jnp


    class Scale(eqx.Module):
        weight: jax.Array

        def __init__(self, size):
            self.weight = jnp.ones(size)
            self.factor = 2.0


    Scale(3)

## Good
    import equinox as eqx
    import jax
    import jax.numpy as jnp


    class Scale(eqx.Module):
        weight: jax.Array
        factor: float

        def __init__(self, size):
            self.weight = jnp.ones(size)
            self.factor = 2.0


    print(Scale(3).factor)  # prints 2.0

## Ways out
- declare the field in the class, as in `factor: float`: it is set once, in `__init__`
- return a new module, as `eqx.tree_at` or `module.clone` do: the value changes
- build the whole list, then assign it once: `setup` appends to it
- use a variable, as `self.variable` or `eqx.nn.State`: the value changes in every call

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When the assignment is meant to raise, as in a test.

## JAX's error
`FrozenInstanceError`: cannot assign to field 'factor'. `SetAttributeFrozenModuleError`: "Can't set x=1 for Module of
type Net: Module instance is frozen outside of setup method". https://docs.jax.dev/en/latest/stateful-computations.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import shortened
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.libraries import FrozenWrite


def check(event: FrozenWrite) -> Hazard:
    if "tuple" in event.says:
        return Hazard(event.says, ways=("build",))
    ways = ("declare",) if "declared" in event.says else ("return a new", "use a variable")
    return Hazard(shortened(event.says), ways=ways)


RULE = Rule(
    code="JAX631",
    severity="error",
    events=("frozen-write",),
    runtime="FrozenInstanceError, SetAttributeFrozenModuleError, AttributeError",
    check=check,
    unfixed="only you know whether the value is set once or changes",
)
