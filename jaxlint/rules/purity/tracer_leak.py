"""A tracer is kept past the end of its trace and used afterwards: `self.h = x` under jit, and `self.h + 1` later.

## Why
While JAX traces a function, its arrays are tracers, which stand for numbers of a later call. What is written into an
object, a list, a global or a closure that was there before stays when the trace has ended, and an operation on it
raises. It is the write that is wrong: a value leaves a traced function by `return`. Tracers of grad, vmap, scan and
eval_shape leak as those of jit do. Objects that are made, or unflattened, within the trace may hold what they like.
A tracer that is kept, and that nobody in view uses, is JAX507. A Variable of flax.nnx refuses at once to be written in
a trace in which it was neither made nor an argument: hand the module to the function, and use the transforms of nnx.
So do the keys of `nnx.Rngs`, Dropout and BatchNorm while training, metrics and optimizers, which write what they hold.

## Bad
    class Model:
        @partial(jax.jit, static_argnums=0)
        def loss(self, x):
            self.hidden = jnp.tanh(x)
            return self.hidden.sum()

    loss = model.loss(x)
    print(model.hidden + 1)

## Good
    class Model:
        @partial(jax.jit, static_argnums=0)
        def loss(self, x):
            hidden = jnp.tanh(x)
            return hidden.sum(), hidden

    loss, model.hidden = model.loss(x)

## Fix
None: what the function gives, and with it every caller, would change.

## At run time
`UnexpectedTracerError: Encountered an unexpected tracer` at the line that uses it, which is told as a related line;
`with jax.checking_leaks():` raises where the trace ends.
https://docs.jax.dev/en/latest/errors.html#jax.errors.UnexpectedTracerError
"""

from __future__ import annotations

import _ast

from jaxlint.rules.leaks import holder
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.event import ForeignWrite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import TracerKept


def check(event: TracerKept | ForeignWrite) -> Hazard | None:
    if isinstance(event, ForeignWrite):
        target = quoted(event, event.node)
        if isinstance(event.node, _ast.Call):
            kind = event.value.cls.node.name  # type: ignore[attr-defined]
            return Hazard(f"{target} writes a `{kind}` that was not handed to this trace: flax.nnx refuses it")
        return Hazard(f"{target} is written in a trace to which its Variable was not handed: flax.nnx refuses it")
    if not event.used or (event.cached is not None and event.expected):
        return None
    use = event.used[0]
    place = use.module.line_name(use.node)  # type: ignore[arg-type]
    if use.module is not event.module:
        place += f" of {use.module.path}"
    return Hazard(f"{holder(event)} keeps a tracer past the end of its trace, and {place} uses it")


RULE = Rule(
    code="JAX503",
    severity="error",
    events=("tracer-stored", "foreign-write"),
    runtime="UnexpectedTracerError",
    check=check,
    groups=("leaks",),
)
