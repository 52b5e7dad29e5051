"""An attribute that no JAX array has: `x.numpy()`, `x.append(y)`, `x.cpu()`, `x.set(v)`.

## Why
JAX's arrays have NumPy's attributes as far as they can be had of an array that is never changed, and `.at`. What lists,
NumPy's in-place methods or the tensors of other libraries have beside that is not there, in traced code or outside:
`x.to_py()` was there once, and is gone. Which attributes there are was asked of JAX from 0.4.30 on.

## Bad
    @jax.jit
    def append(history, y):
        return history.append(y)

## Good
    @jax.jit
    def append(history, y):
        return jnp.append(history, y)

## Fix
None. `numpy.asarray(x)` for `x.numpy()` and `x.to_py()`, outside traced code; `x.at[i].set(v)` for `x.set(i, v)`;
`jax.device_put(x, device)` for `x.to(device)`, `x.cpu()` and `x.cuda()`.

## At run time
`AttributeError: 'jaxlib._jax.ArrayImpl' object has no attribute 'numpy'`, `AttributeError: DynamicJaxprTracer has no
attribute append`. https://docs.jax.dev/en/latest/jax.Array.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import NoSuchAttribute


def check(event: NoSuchAttribute) -> Hazard:
    owner = getattr(event.node, "value", event.node)
    return Hazard(f"a JAX array has no `.{event.attribute}`, and {quoted(event, owner)} is one")


RULE = Rule(
    code="JAX211",
    severity="error",
    events=("no-such-attribute",),
    runtime="AttributeError",
    check=check,
)
