"""Private JAX API: `jax._src`, names with an underscore

## Why
A release may move or remove private names without a warning. This rule is off by default; enable it
with `extend-select = ["JAX703"]`.

## Bad
    import jax.numpy as jnp
    from jax._src.core import Tracer


    def is_traced(x):
        return isinstance(x, Tracer)


    print(is_traced(jnp.ones(3)))  # prints False

## Good
    import jax
    import jax.numpy as jnp


    def is_traced(x):
        return isinstance(x, jax.core.Tracer)


    print(is_traced(jnp.ones(3)))  # prints False

## Ways out
- use the public name: `jax`, or else `jax.extend`, has it
- pin the JAX version: there is no public name

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When there is no public name and you pin the JAX version.

## How to confirm
Look the name up in JAX's API reference: names that it does not list are private.
https://docs.jax.dev/en/latest/api_compatibility.html
"""

from __future__ import annotations

from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.libraries import PrivateName


def check(event: PrivateName) -> Hazard | None:
    return Hazard(f"`{event.name}` is a private JAX API: any release may move or remove it")


RULE = Rule(
    code="JAX703",
    severity="info",
    events=("private-name",),
    runtime="nothing, until a release moves the name",
    check=check,
    unfixed="only you know which public name does the same",
)
