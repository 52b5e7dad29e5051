"""Collective over an axis name that nothing binds

## Why
A collective such as `psum` or `all_gather` works along an axis that an enclosing transform maps and
names: `jax.vmap(f, axis_name="batch")`, `jax.pmap`, or `jax.shard_map` over a mesh with that axis.
`jit` alone binds no axis, and neither does `jax.set_mesh`. Reported only if the file itself calls
the function.

## Bad
    import jax
    import jax.numpy as jnp


    def normalize(x):
        return x / jax.lax.psum(x, "batch")


    jax.vmap(normalize)(jnp.ones(4))

## Good
    import jax
    import jax.numpy as jnp


    def normalize(x):
        return x / jax.lax.psum(x, "batch")


    jax.vmap(normalize, axis_name="batch")(jnp.ones(4))

## Ways out
- pass `axis_name` to `jax.vmap` or `jax.pmap`: the function runs once for each element of the axis
- use `jax.shard_map`: the axis belongs to a mesh of devices
- remove the collective: `jit` computes on the whole array, or there is one device

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When the axis is bound by a transform that jaxlint cannot follow.

## JAX's error
`NameError`: "unbound axis name: batch". https://docs.jax.dev/en/latest/jax.lax.html#parallel-operators
"""

from __future__ import annotations

from jaxlint.rules.quoting import short_name
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.text.quoted import named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.transforms import UnboundAxis


def check(event: UnboundAxis) -> Hazard:
    bound = ", ".join(f"`{one!r}`" for one in event.bound)
    why = f"the enclosing transforms only bind {bound}"
    if not bound:
        why = "no enclosing `vmap`, `pmap` or `shard_map` binds it"
    return Hazard(f"unbound axis name `{event.axis!r}` in {named(short_name(event.callee))}: {why}")


RULE = Rule(
    code="JAX618",
    severity="error",
    events=("unbound-axis-name",),
    runtime="NameError",
    check=check,
    unfixed="only you know which axis the collective should reduce",
)
