"""A traced value as a key of a dict or set, given to `hash()` or to a cached function.

## Why
A tracer stands for a number that is not known yet: it can't be looked up by value.

## Bad
    @jax.jit
    def price(kind):
        return {0: 1.5, 1: 2.5}[kind]

## Good
    @jax.jit
    def price(kind):
        return jnp.array([1.5, 2.5])[kind]

## Fix
None: a table that is indexed, `lax.switch`, or `static_argnames` may be what is meant.

## At run time
`TypeError`: unhashable type.
"""

from __future__ import annotations

from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import Concretized


def check(event: Concretized) -> Hazard | None:
    if event.how != "hash":
        return None
    return Hazard(f"{quoted(event, event.node)} asks for the hash of a traced value, and a tracer has none")


RULE = Rule(
    code="JAX207",
    severity="error",
    events=("concretized",),
    runtime="TypeError",
    check=check,
)
