"""Traced function that returns an invalid JAX type

## Why
The outputs of a traced function are the outputs of a compiled program: arrays, numbers, None and
pytrees of them. A string, function, class, dtype, set, generator or object of an unregistered class
raises, also inside a container. This holds for `jit`, `vmap`, `checkpoint`, branches and loop
bodies. The auxiliary output of `jax.grad` and results of `eqx.filter_jit` may be anything.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def step(w, x):
        error = jnp.mean((x @ w - 1) ** 2)
        return w - 0.1 * error, {"phase": "train", "error": error}


    w, metrics = step(jnp.zeros(2), jnp.ones((3, 2)))

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def step(w, x):
        error = jnp.mean((x @ w - 1) ** 2)
        return w - 0.1 * error, {"error": error}


    w, metrics = step(jnp.zeros(2), jnp.ones((3, 2)))
    metrics["phase"] = "train"

## Ways out
- return only arrays and add the rest outside: it does not depend on the traced values
- use `jax.tree_util.register_dataclass`: it is an object of your own class that holds arrays
- use `eqx.filter_jit`: the function returns equinox modules with functions or strings

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When the class is registered as a pytree in code that jaxlint cannot follow.

## JAX's error
`TypeError`: "function step ... traced for jit returned a value of type `<class 'str'>` at output component
[1]['phase'], which is not a valid JAX type". https://docs.jax.dev/en/latest/_autosummary/jax.jit.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import short_name
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.text.quoted import named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.transforms import InvalidResult


def check(event: InvalidResult) -> Hazard:
    function = f"{named(event.callee)} under `{short_name(event.by)}`"
    return Hazard(f"{function} returns {event.part}: not a valid JAX type")


RULE = Rule(
    code="JAX617",
    severity="error",
    events=("invalid-result",),
    runtime="TypeError",
    check=check,
    unfixed="only you know which part of the result should leave the traced function",
)
