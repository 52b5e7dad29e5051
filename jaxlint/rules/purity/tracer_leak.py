"""Leaked tracer used after its trace has ended

## Why
While JAX traces a function, its arrays are tracers: placeholders that are valid only during that
trace. A tracer that is stored in an object, list, global or closure that already existed is still
there afterwards, and any operation on it raises. This holds for `jit`, `grad`, `vmap`, `scan` and
`eval_shape`. flax.nnx raises at the write to a `Variable` from a different trace level.

## Bad
    from functools import partial

    import jax
    import jax.numpy as jnp


    class Model:
        @partial(jax.jit, static_argnums=0)
        def loss(self, x):
            self.hidden = jnp.tanh(x)
            return self.hidden.sum()


    model = Model()
    loss = model.loss(jnp.ones(3))
    print(model.hidden + 1)

## Good
    from functools import partial

    import jax
    import jax.numpy as jnp


    class Model:
        @partial(jax.jit, static_argnums=0)
        def loss(self, x):
            hidden = jnp.tanh(x)
            return hidden.sum(), hidden


    model = Model()
    loss, hidden = model.loss(jnp.ones(3))
    print((hidden + 1).shape)  # prints (3,)

## Ways out
- return the value and assign it outside of the trace: it is a result that the caller needs
- return it as auxiliary data, with `has_aux=True`: the function is differentiated
- pass the state as an argument and return it: every call updates it; with flax.nnx, use `nnx.jit`
- use `jax.debug.callback`: the values are only recorded

## Fix safety
A suggestion: the function returns one value more, and the statements that call it store that. Only if all calls of the
function are statements of the same module.

## How to silence
When the function always runs without the transform before the stored value is used.

## JAX's error
`UnexpectedTracerError`: "Encountered an unexpected tracer", at the line that uses it. `jax.checking_leaks()`
raises where the trace ends. Variables of flax.nnx raise `TraceContextError`.
https://docs.jax.dev/en/latest/errors.html#jax.errors.UnexpectedTracerError
"""

from __future__ import annotations

import _ast

from jaxlint.codemods.recipes.purity.handed_back import handed_back
from jaxlint.rules.leaks import holder, is_differentiated
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.events.effects import ForeignWrite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.effects import TracerKept


def check(event: TracerKept | ForeignWrite) -> Hazard | None:
    if isinstance(event, ForeignWrite):
        target = quoted(event, event.node)
        if isinstance(event.node, _ast.Call):
            kind = event.value.cls.node.name  # type: ignore[attr-defined]
            return Hazard(f"{target} mutates a `{kind}` from a different trace level: flax.nnx raises")
        return Hazard(f"{target} mutates a Variable from a different trace level: flax.nnx raises")
    if not event.fate.used or (event.cached is not None and event.fate.expected):
        return None
    use = event.fate.used[0]
    place = use.module.line_name(use.node)  # type: ignore[arg-type]
    if use.module is not event.module:
        place += " of another file"
    message = f"{holder(event)} leaks a tracer, which {place} uses: return the value instead"
    first = "return it as auxiliary" if is_differentiated(event) else "return the value"
    return Hazard(message, ways=(first, "pass", "use `jax.debug"))


def fix(event: TracerKept | ForeignWrite, site: Site) -> Rewrite | None:
    return handed_back(site, event.node)


RULE = Rule(
    code="JAX503",
    severity="error",
    events=("tracer-stored", "foreign-write"),
    runtime="UnexpectedTracerError",
    check=check,
    fix=fix,
    unfixed="not all calls of the function are statements of this module",
    groups=("leaks",),
)
