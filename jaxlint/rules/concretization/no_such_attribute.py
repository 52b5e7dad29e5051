"""Attribute that no JAX array has: `x.numpy()`, `x.append(y)`

## Why
JAX arrays have the attributes of NumPy arrays, except those that change the array in place, and
`.at`. Methods of lists and of tensors from other libraries do not exist, in traced code or outside.

## Bad
    import jax.numpy as jnp

    loss = jnp.mean(jnp.array([1.0, 2.0]))
    print(loss.numpy())

## Good
    import jax.numpy as jnp
    import numpy as np

    loss = jnp.mean(jnp.array([1.0, 2.0]))
    print(np.asarray(loss))  # prints 1.5

## Ways out
- use `np.asarray`: you want a NumPy array, as from `x.numpy()` or `x.to_py()`, outside `jit`
- use `x.at[i].set(v)` or `jnp.append`: you want a changed array, as from `x.append(v)`
- use `jax.device_put`: you want to move the array, as with `x.to(device)`, `x.cpu()` or `x.cuda()`
- use the function of `jnp`, as `jnp.expand_dims`: the method is another library's, as `x.unsqueeze(0)`

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When the value is an array of another library and jaxlint takes it for a JAX array.

## JAX's error
`AttributeError`: 'jaxlib._jax.ArrayImpl' object has no attribute 'numpy'; DynamicJaxprTracer has no
attribute append. https://docs.jax.dev/en/latest/jax.Array.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.values import NoSuchAttribute


_WAYS = {
    "numpy": "use `np.asarray`", "to_py": "use `np.asarray`", "detach": "use `np.asarray`",
    "append": "use `x.at", "extend": "use `x.at", "insert": "use `x.at", "set": "use `x.at", "add": "use `x.at",
    "to": "use `jax.device_put`", "cpu": "use `jax.device_put`", "cuda": "use `jax.device_put`",
}  # fmt: skip


def check(event: NoSuchAttribute) -> Hazard:
    owner = getattr(event.node, "value", event.node)
    message = f"a JAX array has no `.{event.attribute}`, and {quoted(event, owner)} is a JAX array"
    return Hazard(message, ways=(_WAYS.get(event.attribute, "use the function of"),))


RULE = Rule(
    code="JAX211",
    severity="error",
    events=("no-such-attribute",),
    runtime="AttributeError",
    check=check,
    unfixed="only you know which library the method was meant for",
)
