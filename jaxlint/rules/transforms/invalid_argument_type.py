"""Argument of a transform that is not a valid JAX type

## Why
A transform traces its arguments, and can only trace arrays, numbers, None and pytrees of them.
Strings, functions, classes, dtypes, sets, iterators and objects of unregistered classes raise, also
inside containers, and even if the function does not use them. A value that decides how the function
computes must be static.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def layer(x, activation):
        return activation(2 * x)


    layer(jnp.ones(3), jnp.tanh)

## Good
    from functools import partial

    import jax
    import jax.numpy as jnp


    @partial(jax.jit, static_argnames="activation")
    def layer(x, activation):
        return activation(2 * x)


    layer(jnp.ones(3), jnp.tanh)

## Ways out
- make it static with `static_argnames`: it is hashable and has few values; each value compiles again
- register the class with `jax.tree_util.register_dataclass`: it is your own class and holds arrays
- close over it with `functools.partial`: it never changes, or is not hashable

## Fix safety
Unsafe: `static_argnames`, if the argument is hashable and the `jit` is in the analyzed files; each value compiles
again. For a module of equinox with strings or functions: `eqx.filter_jit`. A suggestion to use `register_dataclass`
for an unhashable dataclass with only numbers and arrays. No fix if fields of the object change after the call.

## How to silence
When the class is registered as a pytree in code that jaxlint cannot follow.

## JAX's error
`TypeError`: "Error interpreting argument to ... as an abstract array. The problematic value is of type ..."; older
releases and other transforms: "is not a valid JAX type".
https://docs.jax.dev/en/latest/_autosummary/jax.jit.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.static.registered import change_of, filtered_jit, registered_dataclass
from jaxlint.codemods.recipes.static.static_names import made_static_argument
from jaxlint.rules.quoting import quoted, short_name
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.text.quoted import named
from jaxlint.tracing.operations.hashing import unhashable_part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.transforms import InvalidArgument


def check(event: InvalidArgument) -> Hazard | None:
    if event.receiver:
        return None  # jit-on-method
    parameter = named(event.parameter)
    argument = quoted(event, event.node) if event.written else parameter
    of = "" if event.transformed is None else f" of {named(event.callee)}"
    return Hazard(f"`{short_name(event.by)}` traces {parameter}{of}, but {argument} is {event.part}")


def fix(event: InvalidArgument, site: Site) -> Rewrite | None:
    if event.transformed is None:
        site.refuse("pass it as a closure variable instead")
        return None
    filtered = filtered_jit(site, event.transformed, event.value)
    if filtered is not None:
        return filtered
    part = unhashable_part(event.value)
    if part is not None:
        site.refuse(f"{part} is not hashable, so it cannot be static")
        return registered_dataclass(site, event.value)
    changed = change_of(site, event.value)
    if changed:
        site.refuse(f"{changed}, which compiled code ignores for a static object")
        return None
    return made_static_argument(site, event.transformed, event.parameter)


RULE = Rule(
    code="JAX603",
    severity="error",
    events=("invalid-argument",),
    runtime="TypeError",
    check=check,
    fix=fix,
    unfixed="no known `jax.jit` call could make it static",
)
