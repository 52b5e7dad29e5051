"""`jax.lax.psum(x, "batch")` where nothing around it has an axis of that name.

## Why
A collective sums, gathers or counts along an axis that a transform has mapped over, and knows it by the name that the
transform was told: `jax.vmap(f, axis_name="batch")`, `jax.pmap(f, axis_name="batch")`, `jax.shard_map` over a mesh with
such an axis. Under `jit` alone, or under a `vmap` that was told no name or another one, there is no such axis. A mesh
that is set with `jax.set_mesh` is not enough.

## Bad
    @jax.jit
    def step(params, batch):
        grads = jax.grad(loss)(params, batch)
        return jax.lax.pmean(grads, axis_name="devices")

    step(params, batch)

## Good
    def step(params, batch):
        grads = jax.grad(loss)(params, batch)
        return jax.lax.pmean(grads, axis_name="devices")

    jax.pmap(step, axis_name="devices")(params, batches)

## Fix
None: give the transform the name, or leave the collective out where there is one device. It is only said where the
module itself calls the function, so that everything around the collective is in view.

## At run time
`NameError: unbound axis name: devices`. https://docs.jax.dev/en/latest/jax.lax.html#parallel-operators
"""

from __future__ import annotations

from jaxlint.rules.rule import Hazard, Rule
from jaxlint.text.quoted import named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import UnboundAxis


def check(event: UnboundAxis) -> Hazard:
    around = f"only {', '.join(map(repr, event.bound))} is" if event.bound else "no axis is"
    return Hazard(f"{named(event.callee)} goes along the axis {event.axis!r}, but {around} bound by what is around it")


RULE = Rule(
    code="JAX618",
    severity="error",
    events=("unbound-axis-name",),
    runtime="NameError",
    check=check,
)
