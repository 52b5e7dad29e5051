"""Attribute that tracers lack: `.sharding`, `.block_until_ready()`

## Why
At trace time there is no buffer yet: on which devices it will be, and when it is ready, is unknown.
Tracers have no `.device`, `.devices()`, `.addressable_shards` or `.flat` either. They have shape,
dtype, and all that computes with the values, such as `.T`, `.at` and `.sum()`.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def step(x):
        y = jnp.sin(x).block_until_ready()
        return y * 2


    step(jnp.ones(3))

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def step(x):
        y = jnp.sin(x)
        return y * 2


    step(jnp.ones(3)).block_until_ready()

## Ways out
- use `jax.block_until_ready`: the code runs with and without `jit`; it ignores tracers
- wait outside `jit`: you measure time, or need the result on the host
- read the attribute where the array is created: the function needs its sharding or device; pass that

## Fix safety
Safe: `jax.block_until_ready(y)` accepts arrays and tracers. No fix for other attributes.

## How to silence
When a caller that jaxlint cannot see passes concrete arrays, without `jit`.

## JAX's error
`AttributeError`, `ConcretizationTypeError` (`.devices()`, `.addressable_shards`) or
`NotImplementedError` (`.flat`). https://docs.jax.dev/en/latest/jax.Array.html
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SAFE
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.values import AttributeLacking


def check(event: AttributeLacking) -> Hazard:
    owner = getattr(event.node, "value", event.node)
    message = f"`.{event.attribute}` is not available on traced arrays, and {quoted(event, owner)} is traced"
    waits = event.attribute == "block_until_ready"
    return Hazard(message, ways=("use `jax.block_until_ready`", "wait") if waits else ("read",))


def fix(event: AttributeLacking, site: Site) -> Rewrite | None:
    call = event.module.parents.get(event.node)
    if event.attribute != "block_until_ready" or not isinstance(call, ast.Call):
        return None
    if not isinstance(event.node, ast.Attribute):
        return None
    text = quote(site, "jax.block_until_ready({})", event.node.value)
    return Rewrite(SAFE, "use `jax.block_until_ready`", [Replace(call, text)])


RULE = Rule(
    code="JAX208",
    severity="error",
    events=("attribute-lacking",),
    runtime="AttributeError, ConcretizationTypeError",
    check=check,
    fix=fix,
    unfixed="the attribute only exists on concrete arrays, outside the trace",
)
