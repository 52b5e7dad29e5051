"""Pytree class whose constructor converts, checks or changes leaves in unflatten

## Why
JAX puts an object together again each time it goes into or out of a transform, and its leaves are
then tracers, or anything that `jax.tree.map` returns: None, strings, shapes, axes. A constructor
that converts or checks them fails, and one that computes with them does so again each time.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.tree_util.register_pytree_node_class
    class Polygon:
        def __init__(self, corners):
            self.corners = jnp.concatenate([corners, corners[:1]])

        def tree_flatten(self):
            return (self.corners,), None

        @classmethod
        def tree_unflatten(cls, aux, children):
            return cls(*children)


    triangle = Polygon(jnp.ones((3, 2)))
    print(jax.jit(lambda p: p)(triangle).corners.shape)  # prints (6, 2)

## Good
    import jax
    import jax.numpy as jnp


    @jax.tree_util.register_pytree_node_class
    class Polygon:
        def __init__(self, corners):
            self.corners = jnp.concatenate([corners, corners[:1]])

        def tree_flatten(self):
            return (self.corners,), None

        @classmethod
        def tree_unflatten(cls, aux, children):
            polygon = object.__new__(cls)
            (polygon.corners,) = children
            return polygon


    triangle = Polygon(jnp.ones((3, 2)))
    print(jax.jit(lambda p: p)(triangle).corners.shape)  # prints (4, 2)

## Ways out
- use `object.__new__(cls)`, and set the attributes: the constructor has to stay as it is
- move the work to a classmethod such as `create`: callers can use it instead of the constructor

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When the leaves are always arrays, and computing them again does not change them.

## How to confirm
Compare an object with what `jax.tree.map(lambda x: x, obj)` returns, and call `jax.tree.map(lambda x: None, obj)`.
https://docs.jax.dev/en/latest/custom_pytrees.html#custom-pytrees-and-initialization-with-unexpected-values
"""

from __future__ import annotations

from jaxlint.rules.quoting import shortened
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.transforms import UnflattenedByConstructor


def check(event: UnflattenedByConstructor) -> Hazard:
    return Hazard(shortened(f"unflattening `{event.owner}` calls its constructor, which {event.does}"))


RULE = Rule(
    code="JAX625",
    severity="warning",
    events=("unflattened-by-constructor",),
    runtime="no error with arrays: try `jax.tree.map(lambda x: None, obj)`",
    check=check,
    unfixed="only you know which attributes the object needs",
)
