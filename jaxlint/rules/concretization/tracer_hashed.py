"""JAX array hashed: dict key, set element, cached function

## Why
A dict, a set and `functools.lru_cache` look up their keys by value, and a traced value has none at
trace time. JAX makes all arrays unhashable, so that no lookup can be wrong silently.

## Bad
    import jax


    @jax.jit
    def price(kind):
        return {0: 1.5, 1: 2.5}[kind]


    print(price(1))

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def price(kind):
        return jnp.array([1.5, 2.5])[kind]


    print(price(1))  # prints 2.5

## Ways out
- use `jnp.array` or `lax.switch` instead of the dict: its keys are 0, 1, 2 and so on
- make the key static with `static_argnames`: it has few values, or is a string or an option
- use the shape or the dtype as the key: the cache does not depend on the values
- convert it with `int()` or `.item()`: it is not traced, and has one element

## Fix safety
Unsafe: only for a dict whose keys are 0, 1, 2 and so on. The values lose their weak type, and an
out-of-bounds index is clamped. No fix for other dicts, for sets, `hash()` and cached functions.

## How to silence
When a caller that jaxlint cannot see passes a Python value.

## JAX's error
`TypeError`: unhashable type: 'DynamicJaxprTracer'.
https://docs.jax.dev/en/latest/jit-compilation.html#marking-arguments-as-static
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.values.tables import mapped_table
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.values.value import Array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.values import Concretized


def check(event: Concretized) -> Hazard | None:
    if event.how != "hash":
        return None
    concrete = isinstance(event.value, Array)
    ways = ("convert",) if concrete else ("use `jnp.array", "make the key", "use the shape")
    if concrete or getattr(event.value, "staged", False):  # without the trace it would be an array of JAX's as well
        return Hazard(f"{quoted(event, event.node)} is a JAX array, which is not hashable", ways=ways)
    return Hazard(f"hashing needs a concrete value, but {quoted(event, event.node)} is traced", ways=ways)


def fix(event: Concretized, site: Site) -> Rewrite | None:
    owner = event.module.parents.get(event.node)
    return mapped_table(site, owner) if isinstance(owner, ast.Subscript) and owner.slice is event.node else None


RULE = Rule(
    code="JAX207",
    severity="error",
    events=("concretized",),
    runtime="TypeError",
    check=check,
    fix=fix,
    unfixed="the key of a dict or set must be concrete at trace time",
)
