"""An attribute that JAX's arrays have, and tracers have not: `.sharding`, `.device`, `.block_until_ready()`, `.flat`.

## Why
A tracer stands for an array that there will be: on which devices, in which buffers and when it is ready is known once
the compiled function runs. Shape and dtype, and what is computed from the numbers (`.T`, `.at`, `.sum()`), every tracer
has. Which attribute is which was measured on JAX.

## Bad
    @jax.jit
    def step(x):
        y = jnp.sin(x).block_until_ready()
        return y * 2

## Good
    @jax.jit
    def step(x):
        return jnp.sin(x) * 2

    step(x).block_until_ready()

## Fix
`jax.block_until_ready(y)`, which takes a tracer as it is. The others have none: read the attribute where the array is
made, and hand on what the function needs of it.

## At run time
`AttributeError`, `ConcretizationTypeError` (`.devices()`, `.is_deleted()`, `.addressable_shards` ...) or
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
    from jaxlint.tracing.event import AttributeLacking


def check(event: AttributeLacking) -> Hazard:
    owner = getattr(event.node, "value", event.node)
    return Hazard(f"a tracer has no `.{event.attribute}`, and {quoted(event, owner)} is traced")


def fix(event: AttributeLacking, site: Site) -> Rewrite | None:
    call = event.module.parents.get(event.node)
    if event.attribute != "block_until_ready" or not isinstance(call, ast.Call):
        return None
    if not isinstance(event.node, ast.Attribute):
        return None
    text = quote(site, "jax.block_until_ready({})", event.node.value)
    return Rewrite(SAFE, "call the function, which takes tracers as well", [Replace(call, text)])


RULE = Rule(
    code="JAX208",
    severity="error",
    events=("attribute-lacking",),
    runtime="AttributeError, ConcretizationTypeError",
    check=check,
    fix=fix,
    unfixed="it is known where the array is made, and not while tracing",
)
