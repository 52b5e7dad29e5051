"""`f(x, "relu")` where jit traces that argument: a string is no JAX type.

## Why
A transform traces its arguments, and only arrays, numbers, None and pytrees of them can be traced. Strings, functions,
classes, dtypes, sets, iterators, and objects of classes that nobody registered as pytrees are refused, in containers
as well, and whether the function uses them or not. What decides how the function computes belongs to its structure:
it is static.

## Bad
    @jax.jit
    def layer(x, activation):
        return activation(x)

    layer(x, jnp.tanh)

## Good
    @partial(jax.jit, static_argnames="activation")
    def layer(x, activation):
        return activation(x)

## Fix
Unsafe, where the argument has a hash and the jit is in view: `static_argnames`, one compilation for each value. What
has no hash becomes a pytree, or is closed over: `@jax.tree_util.register_dataclass` is a suggestion above a dataclass
whose fields are all numbers and arrays.

## At run time
`TypeError: Error interpreting argument to <function layer> as an abstract array. The problematic value is of type
<class 'function'>`, of older releases and other transforms `is not a valid JAX type`.
https://docs.jax.dev/en/latest/_autosummary/jax.jit.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.static.registered import change_of, filtered_jit, registered_dataclass
from jaxlint.codemods.recipes.static.static_names import made_static_argument
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.text.quoted import named
from jaxlint.tracing.hashing import unhashable_part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import InvalidArgument


def check(event: InvalidArgument) -> Hazard | None:
    if event.receiver:
        return None  # jit-on-method
    parameter = named(event.parameter)
    argument = quoted(event, event.node) if event.written else parameter
    of = "" if event.transformed is None else f" of {named(event.callee)}"
    return Hazard(f"{argument} is {event.part}, but `{event.by}` traces {parameter}{of}")


def fix(event: InvalidArgument, site: Site) -> Rewrite | None:
    if event.transformed is None:
        site.refuse("a loop or branch closes over what it does not change")
        return None
    filtered = filtered_jit(site, event.transformed, event.value)
    if filtered is not None:
        return filtered
    part = unhashable_part(event.value)
    if part is not None:
        site.refuse(f"{part} has no hash, so it cannot be static")
        return registered_dataclass(site, event.value)
    changed = change_of(site, event.value)
    if changed:
        site.refuse(f"{changed}, which a compiled function would not see if the object were static")
        return None
    return made_static_argument(site, event.transformed, event.parameter)


RULE = Rule(
    code="JAX603",
    severity="error",
    events=("invalid-argument",),
    runtime="TypeError",
    check=check,
    fix=fix,
    unfixed="no `jax.jit` in view could make it static",
)
