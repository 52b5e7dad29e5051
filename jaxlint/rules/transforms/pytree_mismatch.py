"""`jax.tree.map` over pytrees of different structure

## Why
`jax.tree.map` follows the structure of its first tree. For each list, tuple and dict in it, the
other trees need a container of the same type with the same keys or length. Where the first tree
has a leaf, the other trees may have any subtree.

## Bad
    import jax
    import jax.numpy as jnp

    params = {"w": jnp.ones((2, 2)), "b": jnp.ones(2)}
    decay = {"w": 0.1}
    params = jax.tree.map(lambda p, d: p - d * p, params, decay)

## Good
    import jax
    import jax.numpy as jnp

    params = {"w": jnp.ones((2, 2)), "b": jnp.ones(2)}
    decay = {"w": 0.1, "b": 0.0}
    params = jax.tree.map(lambda p, d: p - d * p, params, decay)

## Ways out
- use the same structure in all trees: each leaf has its own value
- close over the value: one number is used for all leaves
- pass `is_leaf=`: a container of the first tree should be treated as one leaf

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When a tree gets the missing keys in code that jaxlint cannot follow.

## JAX's error
`ValueError`: "pytree structure error: different numbers of pytree children at key path".
https://docs.jax.dev/en/latest/_autosummary/jax.tree.map.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import short_name
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.text.quoted import named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import TreeMismatch


def check(event: TreeMismatch) -> Hazard:
    return Hazard(f"pytree structure mismatch in {named(short_name(event.callee))} {event.says}")


RULE = Rule(
    code="JAX619",
    severity="error",
    events=("pytree-mismatch",),
    runtime="ValueError",
    check=check,
    unfixed="only you know which tree has the wrong structure",
)
