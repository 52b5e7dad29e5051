"""`jax.jit` on a method whose `self` is not a pytree

## Why
A method is a function whose first argument is the object. `jit` traces that argument like any
other, and it must be an array or a pytree of arrays. So either the object is a registered pytree,
whose arrays are traced, or it is static: hashable, and later changes to it have no effect.

## Bad
    import jax
    import jax.numpy as jnp


    class Scaler:
        def __init__(self, scale):
            self.scale = scale

        @jax.jit
        def __call__(self, x):
            return x * self.scale


    scaler = Scaler(jnp.full(3, 2.0))
    scaler(jnp.ones(3))

## Good
    from dataclasses import dataclass

    import jax
    import jax.numpy as jnp


    @jax.tree_util.register_dataclass
    @dataclass
    class Scaler:
        scale: jax.Array

        @jax.jit
        def __call__(self, x):
            return x * self.scale


    scaler = Scaler(jnp.full(3, 2.0))
    scaler(jnp.ones(3))

## Ways out
- register the class as a pytree, or use `eqx.Module`: its arrays change or are trained
- make `self` static with `static_argnames`: the object never changes after the first call
- call a jitted function of the arrays from the method: the method needs only a few of them

## Fix safety
A suggestion. If the object is hashable and not changed after its creation: `static_argnames="self"`; its arrays become
constants of the compiled function. For an unhashable dataclass with only numbers and arrays:
`@jax.tree_util.register_dataclass`. For an equinox module with strings or functions: `@eqx.filter_jit` (unsafe).
Modules of flax.linen need `nn.jit` instead.

## How to silence
When the class is registered as a pytree in code that jaxlint cannot follow.

## JAX's error
`TypeError`: "Error interpreting argument to ... as an abstract array. The problematic value is of type
`<class 'Scaler'>`". https://docs.jax.dev/en/latest/faq.html#how-to-use-jit-with-methods
"""

from __future__ import annotations

from jaxlint.codemods.recipes.static.registered import change_of, filtered_jit, registered_dataclass
from jaxlint.codemods.recipes.static.static_names import made_static_argument
from jaxlint.codemods.rewrite import Rewrite
from jaxlint.diagnostic import SUGGESTION
from jaxlint.rules.quoting import short_name
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.operations.hashing import unhashable_part
from jaxlint.tracing.values.value import Instance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.transforms import InvalidArgument


def check(event: InvalidArgument) -> Hazard | None:
    if not event.receiver:
        return None  # invalid-argument-type
    return Hazard(f"`{short_name(event.by)}` traces `{event.parameter}` of `{event.callee}`, but it is {event.part}")


def fix(event: InvalidArgument, site: Site) -> Rewrite | None:
    if event.transformed is None:
        return None
    if isinstance(event.value, Instance) and event.value.cls.pytree:
        site.refuse("it is a pytree with a field that is not an array")
        return filtered_jit(site, event.transformed, event.value)
    part = unhashable_part(event.value)
    if part is not None:
        site.refuse(f"{part} is not hashable, so it cannot be static; register a pytree instead")
        return registered_dataclass(site, event.value)
    changed = change_of(site, event.value)
    if changed:
        site.refuse(f"{changed}, which compiled code ignores for a static object")
        return None
    made = made_static_argument(site, event.transformed, event.parameter)
    return made and Rewrite(SUGGESTION, made.summary, made.replacements)


RULE = Rule(
    code="JAX605",
    severity="error",
    events=("invalid-argument",),
    runtime="TypeError",
    check=check,
    fix=fix,
    unfixed="either make the argument static or register its class as a pytree",
)
