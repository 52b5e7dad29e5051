"""`.item()`, `.tolist()` or `.tobytes()` of a traced array

## Why
These methods return Python objects, which need the values of the array. At trace time a traced
array has a shape and a dtype, but no values yet.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def normalize(x):
        largest = x.max().item()
        return x / largest


    print(normalize(jnp.array([1.0, 4.0])))

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def normalize(x):
        largest = x.max()
        return x / largest


    print(normalize(jnp.array([1.0, 4.0])))  # prints [0.25 1.  ]

## Ways out
- remove the conversion with `.item()`: JAX operations use the value; a scalar array works like a number there
- return the array and call `.item()` outside `jit`: you want to log or store the number

## Fix safety
Unsafe: the value stays an array and may behave differently from a Python number. No fix for
`.tobytes()`, or if the number is needed as a Python value, such as a length or a dict key.

## How to silence
When a caller that jaxlint cannot see runs the function without `jit`.

## JAX's error
`ConcretizationTypeError`: Abstract tracer value encountered where concrete value is expected.
https://docs.jax.dev/en/latest/errors.html#jax.errors.ConcretizationTypeError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.values.casts import as_array
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.values import Concretized


_METHODS = frozenset(["item", "tolist", "tobytes"])


def check(event: Concretized) -> Hazard | None:
    if event.how not in _METHODS:
        return None
    receiver = getattr(getattr(event.node, "func", None), "value", event.node)
    return Hazard(f"`.{event.how}()` needs a concrete value, but {quoted(event, receiver)} is traced")


def fix(event: Concretized, site: Site) -> Rewrite | None:
    return as_array(site, event.node, event.how) if isinstance(event.node, ast.Call) else None


RULE = Rule(
    code="JAX201", severity="error", events=("concretized",), runtime="ConcretizationTypeError", check=check, fix=fix
)
