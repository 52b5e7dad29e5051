"""`@jax.jit` above a method: `self` is traced, but an object of the class is no pytree.

## Why
A method is a function whose first argument is the object. jit traces that argument like any other, and refuses what is
no array and no pytree of arrays. There are three ways: the object is static (it needs a hash, and what is changed in it
later is not seen), it is a pytree (its arrays are traced), or the method hands its arrays to a function that is jitted.

## Bad
    class Model:
        @jax.jit
        def apply(self, x):
            return x * self.scale

## Good
    @jax.tree_util.register_dataclass
    @dataclass
    class Model:
        scale: float

        @jax.jit
        def apply(self, x):
            return x * self.scale

## Fix
A suggestion, where the objects have a hash: `static_argnames="self"`. It is right where nothing of the object changes
after the first call; arrays in it become constants of the compiled function. Of a dataclass without a hash, whose
fields are all numbers and arrays: `@jax.tree_util.register_dataclass`; of a module of equinox that holds strings or
functions: `@eqx.filter_jit`. A module of flax.linen asks for `nn.jit`.

## At run time
`TypeError: Error interpreting argument to <function Model.apply> as an abstract array. The problematic value is of type
<class 'Model'>`. https://docs.jax.dev/en/latest/faq.html#how-to-use-jit-with-methods
"""

from __future__ import annotations

from jaxlint.codemods.recipes.static.registered import change_of, filtered_jit, registered_dataclass
from jaxlint.codemods.recipes.static.static_names import made_static_argument
from jaxlint.codemods.rewrite import Rewrite
from jaxlint.diagnostic import SUGGESTION
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.hashing import unhashable_part
from jaxlint.tracing.value import Instance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import InvalidArgument


def check(event: InvalidArgument) -> Hazard | None:
    if not event.receiver:
        return None  # invalid-argument-type
    return Hazard(f"`{event.by}` traces `{event.parameter}` of `{event.callee}`, but it is {event.part}")


def fix(event: InvalidArgument, site: Site) -> Rewrite | None:
    if event.transformed is None:
        return None
    if isinstance(event.value, Instance) and event.value.cls.pytree:
        site.refuse("it is a pytree, of which one field is no array")
        return filtered_jit(site, event.transformed, event.value)
    part = unhashable_part(event.value)
    if part is not None:
        site.refuse(f"{part} has no hash, so it cannot be static; it could be a pytree")
        return registered_dataclass(site, event.value)
    changed = change_of(site, event.value)
    if changed:
        site.refuse(f"{changed}, which a compiled function would not see if the object were static")
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
    unfixed="whether the object is static or a pytree is for its class to say",
)
