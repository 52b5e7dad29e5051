"""Unhashable value for a static argument

## Why
`jit` compiles once for each value of a static argument, and finds the compiled program by the hash
of that value. Lists, dicts, sets, arrays and tuples that contain them are not hashable. Neither are
objects of a class that defines `__eq__` without `__hash__`, such as a dataclass without
`frozen=True` or `unsafe_hash=True`.

## Bad
    from functools import partial

    import jax
    import jax.numpy as jnp


    @partial(jax.jit, static_argnames="shape")
    def tile(x, shape):
        return jnp.broadcast_to(x, shape)


    tile(jnp.arange(3), [2, 3])

## Good
    from functools import partial

    import jax
    import jax.numpy as jnp


    @partial(jax.jit, static_argnames="shape")
    def tile(x, shape):
        return jnp.broadcast_to(x, shape)


    tile(jnp.arange(3), (2, 3))

## Ways out
- pass a tuple: the value is a short list of Python values, such as a shape
- remove it from `static_argnames`: it is an array, or a pytree of arrays
- use `@dataclass(frozen=True)`: it is a configuration object whose fields are hashable
- define `__hash__` from hashable fields: the class defines `__eq__`, or hashes an array

## Fix safety
A suggestion to pass a tuple if the list is written in the call, or for this call alone: the function may
need a list. No fix otherwise.

## How to silence
When the class gets its `__hash__` in code that jaxlint cannot follow.

## JAX's error
`ValueError`: "Non-hashable static arguments are not supported. An error occurred while trying to hash an object of
type `<class 'list'>`". https://docs.jax.dev/en/latest/_autosummary/jax.jit.html
"""

from __future__ import annotations

import _ast

from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.dataflow.assigned import assigned
from jaxlint.dataflow.scopes import reads_of
from jaxlint.diagnostic import SUGGESTION
from jaxlint.rules.quoting import quoted, short_name
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.values.value import Array, Instance, Mapping, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.transforms import Unhashable
    from jaxlint.tracing.values.value import Value


def check(event: Unhashable) -> Hazard:
    got = f"{quoted(event, event.node)} is {event.part}" if event.written else f"got {event.part}"
    message = f"non-hashable static argument `{event.parameter}` of `{short_name(event.callee)}`: {got}"
    return Hazard(message, ways=_ways(event.value))


def _ways(value: Value) -> tuple[str, ...]:
    if isinstance(value, (Array, Traced)):
        return ("remove",)
    if isinstance(value, Instance):
        return ("use `@dataclass",) if value.cls.fields is not None else ("define",)
    return ("use `@dataclass", "remove") if isinstance(value, Mapping) else ("pass", "remove")


def fix(event: Unhashable, site: Site) -> Rewrite | None:
    node = event.node
    if isinstance(node, _ast.Name) and len(reads_of(event.module, event.function or event.module.tree, node.id)) == 1:
        node = assigned(event.module, node) or node
    if event.part != "a list" or not isinstance(node, _ast.List):
        return None
    items = [event.module.source.segment(item) for item in node.elts]
    text = f"({', '.join(items)}{',' if len(items) == 1 else ''})"
    return Rewrite(SUGGESTION, "pass a tuple", [Replace(node, text)])


RULE = Rule(
    code="JAX601",
    severity="error",
    events=("unhashable",),
    runtime="ValueError",
    check=check,
    fix=fix,
    unfixed="the right hashable replacement depends on how the function uses the value",
)
