"""Jitted function reads a name that changes between calls

## Why
JAX finds a compiled program by the function, the shapes and dtypes of the arguments and the values
of static ones. Any other name that the function reads is evaluated once, at trace time, and becomes
a constant. A later assignment to that name has no effect on the compiled program.

## Bad
    import jax
    import jax.numpy as jnp

    rate = 0.5


    @jax.jit
    def step(x):
        return x - rate * x


    x = step(jnp.ones(()))
    rate = 0.0
    print(step(x))  # prints 0.25

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def step(x, rate):
        return x - rate * x


    x = step(jnp.ones(()), 0.5)
    print(step(x, 0.0))  # prints 0.5

## Ways out
- make it a parameter: it changes while the program runs
- jit the function after the last assignment: the name is set up once, and then stays the same

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When the value of the first call is meant to stay.

## How to confirm
With `jax.config.update("jax_log_compiles", True)`, JAX logs no compilation after the assignment.
https://docs.jax.dev/en/latest/notebooks/Common_Gotchas_in_JAX.html
"""

from __future__ import annotations

import _ast

from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.transforms import StaleRead


def check(event: StaleRead) -> Hazard:
    callee = quoted(event, event.node.func) if isinstance(event.node, _ast.Call) else "the function"
    line, first = event.module.line_name(event.binding), event.module.line_name(event.compiled)
    when = "in an earlier iteration" if event.compiled is event.node else f"on {first}"
    name = quoted(event, event.binding)
    message = f"{callee} keeps the {name} it was compiled with {when}: the assignment on {line} is ignored"
    return Hazard(message, ways=("make",) if event.compiled is event.node else ("make", "jit"))


RULE = Rule(
    code="JAX608",
    severity="warning",
    events=("stale-read",),
    runtime="none: the old value counts",
    check=check,
    unfixed="every caller must pass the value as an argument",
)
