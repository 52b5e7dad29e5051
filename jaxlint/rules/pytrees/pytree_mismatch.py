"""`jax.tree.map` over pytrees that differ in structure, or that JAX cannot flatten

## Why
`jax.tree.map` follows the structure of its first tree. For each list, tuple and dict in it, the
other trees need a container of the same type with the same keys or length. Where the first tree
has a leaf, the other trees may have any subtree; where it has None, they need None. The keys of a
dict are sorted. An instance of a class that is not registered is a leaf.

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
- pass `is_leaf=`: a container of the first tree, or None, should be treated as one leaf
- use keys of one type, or `collections.OrderedDict`: the keys cannot be compared
- register the class as a pytree: its attributes are the leaves

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When a tree gets the missing keys in code that jaxlint cannot follow.

## JAX's error
`ValueError`: "pytree structure error: different numbers of pytree children at key path", or "Comparator raised
exception while sorting pytree dictionary keys".
https://docs.jax.dev/en/latest/_autosummary/jax.tree.map.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import short_name
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.text.quoted import named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.transforms import TreeMismatch


def check(event: TreeMismatch) -> Hazard:
    says = event.says.replace(named(event.callee), named(short_name(event.callee)))
    if "cannot sort" in says:
        return Hazard(says, ways=("use keys",))
    if "registered" in says:
        return Hazard(says, ways=("register the class",))
    return Hazard(says, ways=("use the same", "close over", "pass `is_leaf"))


RULE = Rule(
    code="JAX619",
    severity="error",
    events=("pytree-mismatch",),
    runtime="ValueError, TypeError",
    check=check,
    unfixed="only you know which tree has the wrong structure",
)
