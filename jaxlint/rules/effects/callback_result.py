"""Callback whose result does not match `result_shape_dtypes`

## Why
XLA compiles the program before the callback runs, so JAX takes the shapes and dtypes of its results
from `result_shape_dtypes`: a pytree of `jax.ShapeDtypeStruct`. When the callback returns another
number of arrays, another shape or another kind of number, the call raises at run time. 64-bit
results are narrowed to 32 bits.

## Bad
    import jax
    import jax.numpy as jnp
    import numpy as np


    @jax.jit
    def ranks(x):
        return jax.pure_callback(lambda x: np.argsort(x), x.shape, x)


    print(ranks(jnp.array([0.3, 0.1])))

## Good
    import jax
    import jax.numpy as jnp
    import numpy as np


    @jax.jit
    def ranks(x):
        described = jax.ShapeDtypeStruct(x.shape, jnp.int32)
        return jax.pure_callback(lambda x: np.argsort(x), described, x)


    print(ranks(jnp.array([0.3, 0.1])))  # prints [1 0]

## Ways out
- describe the result as it is: one `jax.ShapeDtypeStruct` for each array that the callback returns
- convert the result in the callback: `result_shape_dtypes` describes what is needed

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When the call is meant to raise, for example inside `pytest.raises`.

## JAX's error
`AttributeError`: "'int' object has no attribute 'dtype'" for a shape. If the callback returns something else, the
computation fails later: "CpuCallback error calling callback: ... Incorrect output dtype for return value #0".
https://docs.jax.dev/en/latest/_autosummary/jax.pure_callback.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import shortened
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.events.effects import RESULT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.effects import EffectMisused


def check(event: EffectMisused) -> Hazard | None:
    return Hazard(shortened(event.says)) if event.what == RESULT else None


RULE = Rule(
    code="JAX622",
    severity="error",
    events=("effect-misused",),
    runtime="AttributeError, JaxRuntimeError",
    check=check,
    unfixed="either the description or the callback may be wrong",
)
