"""Callback, or write to a shared Ref, that `jax.vmap` cannot batch

## Why
Under `jax.vmap`, `jax.pure_callback` needs `vmap_method`: one call per element, or one for the whole
batch. `io_callback` with `ordered=True` cannot be batched at all, and in a loop or branch whose
predicate is batched, no `io_callback` can. All elements would write to the same outer `jax.Ref`.

## Bad
    import jax
    import jax.numpy as jnp
    import numpy as np


    def log1p(x):
        described = jax.ShapeDtypeStruct((), jnp.float32)
        return jax.pure_callback(lambda x: np.log1p(x), described, x)


    print(jax.vmap(log1p)(jnp.arange(3.0)))

## Good
    import jax
    import jax.numpy as jnp
    import numpy as np


    def log1p(x):
        described = jax.ShapeDtypeStruct((), jnp.float32)
        return jax.pure_callback(
            lambda x: np.log1p(x), described, x, vmap_method="sequential"
        )


    print(jax.vmap(log1p)(jnp.arange(3.0)))  # prints [0.        0.6931472 1.0986123]

## Ways out
- pass `vmap_method="sequential"`: the callback takes one element at a time
- use `io_callback` without `ordered=True`: the order of the calls does not matter
- use `jax.debug.callback`: the callback returns nothing, and only records or prints
- pass the Ref as a mapped argument, or return the values: each element has its own value
- use `jax.lax.map` instead of `vmap`: the order matters, or the callback must not run for all elements

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When the call is meant to raise, for example inside `pytest.raises`.

## JAX's error
`NotImplementedError`: "vmap is only supported for the pure_callback primitive when vmap_method is one of ...", or
`ValueError`: "Cannot `vmap` ordered IO callback"; of a Ref, `Exception`: "Exception performing a set/swap operation
with vmapped value on an unbatched array reference". JAX 0.5 and older call `pure_callback` for each element instead.
https://docs.jax.dev/en/latest/external-callbacks.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import shortened
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.events.effects import UNDER_VMAP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.effects import EffectMisused


def check(event: EffectMisused) -> Hazard | None:
    if event.what != UNDER_VMAP:
        return None
    if "requires" in event.says:
        return Hazard(shortened(event.says), ways=("pass `vmap_method",))
    if "Ref" in event.says:
        return Hazard(shortened(event.says), ways=("pass the Ref",))
    others = ("use `jax.debug", "use `jax.lax.map")
    return Hazard(shortened(event.says), ways=("use `io", *others) if "ordered" in event.says else others)


RULE = Rule(
    code="JAX623",
    severity="error",
    events=("effect-misused",),
    runtime="NotImplementedError, ValueError, Exception",
    check=check,
    unfixed="only you know whether the callback accepts batched arrays",
)
