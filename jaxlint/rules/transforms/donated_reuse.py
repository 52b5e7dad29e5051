"""Donated array used after the call

## Why
`donate_argnums` and `donate_argnames` let XLA write the results into the memory of an argument.
The call deletes the array under all its names; only its shape and dtype remain readable. One buffer
cannot be donated twice in one call. Nothing is deleted inside another `jit`, for NumPy arrays, or
if no result has the size of the argument. Uncertain cases are reported as warnings.

## Bad
    from functools import partial

    import jax
    import jax.numpy as jnp


    @partial(jax.jit, donate_argnums=0)
    def step(state, batch):
        return state + batch


    state, batch = jnp.zeros(3), jnp.ones(3)
    new_state = step(state, batch)
    print(new_state - state)

## Good
    from functools import partial

    import jax
    import jax.numpy as jnp


    @partial(jax.jit, donate_argnums=0)
    def step(state, batch):
        return state + batch


    state, batch = jnp.zeros(3), jnp.ones(3)
    state = step(state, batch)
    print(state)  # prints [1. 1. 1.]

## Ways out
- assign the result to the donated name: the old value is not needed
- donate a copy, as in `jax.tree.map(jnp.copy, x)`: only this call needs the old value afterwards
- remove `donate_argnums`: callers keep using what they pass
- delete it after its last use: `delete` is called too early

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When the program only runs on a backend that ignores donation.

## JAX's error
`RuntimeError`: "Array has been deleted with shape=float32[3]"; `ValueError`: "Invalid buffer passed to Execute()", if
a compiled function reads it; `JaxRuntimeError`: "Attempt to donate the same buffer twice in Execute()".
https://docs.jax.dev/en/latest/buffer_donation.html
"""

from __future__ import annotations

from jaxlint.diagnostic import Severity
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.events.keys import ITERATION
from jaxlint.tracing.events.transforms import DELETE, HELD, TWICE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.transforms import DonatedReuse


def check(event: DonatedReuse) -> Hazard | None:
    if not event.certain and event.module.is_test:
        return None  # what donation does is what it tests
    donated, read = quoted(event, event.donated), quoted(event, event.node)
    if event.how == DELETE:
        says = f"{read} is used after `delete` gave its buffer back on {event.module.line_name(event.given)}"
        return Hazard(says, severity=None if event.certain else Severity.WARNING, ways=("delete it",))
    if event.how == ITERATION:
        says = f"{donated} is donated to `{event.callee}` in every iteration, but the first one deletes it"
    elif event.how == TWICE:
        says = f"{read} is donated to `{event.callee}` and passed a second time in the same call"
    elif event.how == HELD:
        says = f"{read} contains {donated} twice: `{event.callee}` cannot donate the same buffer twice"
    else:
        word = "with" if read.startswith(donated.rstrip("`")) else "as"
        held = "" if read == donated else f" {word} {donated}"
        place = event.module.line_name(event.given)
        says = f"{read} is used after it was donated{held} to `{event.callee}` on {place}"
    ways = ("assign", "remove") if event.how == ITERATION else ("remove", "donate")
    return Hazard(says, severity=None if event.certain else Severity.WARNING, ways=ways)


RULE = Rule(
    code="JAX607",
    severity="error",
    events=("donated-reuse",),
    runtime="RuntimeError, ValueError",
    check=check,
    unfixed="it is unknown whether to use the result or to donate a copy",
)
