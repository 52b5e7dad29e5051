"""`while` on a traced value

## Why
Python must decide before each iteration whether to run the body again. At trace time the test has
no concrete value, so the number of iterations is unknown and the loop cannot be unrolled.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def collatz_steps(n):
        steps = 0
        while n != 1:
            n = jnp.where(n % 2 == 0, n // 2, 3 * n + 1)
            steps += 1
        return steps


    print(collatz_steps(27))

## Good
    import jax
    import jax.numpy as jnp
    from jax import lax


    @jax.jit
    def collatz_steps(n):
        def step(state):
            n, steps = state
            return jnp.where(n % 2 == 0, n // 2, 3 * n + 1), steps + 1

        return lax.while_loop(lambda state: state[0] != 1, step, (n, 0))[1]


    print(collatz_steps(27))  # prints 111

## Ways out
- use `lax.while_loop`: you need no reverse-mode gradient (`jax.grad`) of the loop
- use a bounded `lax.scan` with `lax.cond`: you need gradients, and know a maximum number of iterations
- loop in Python around the traced function: each iteration does much work

## Fix safety
Safe if only a JAX operation makes the test traced, and Python computes the same value. Otherwise
unsafe: `lax.while_loop` has no reverse-mode gradient. Under `jax.grad` the fix is a bounded
`lax.scan`: unsafe if the test contains a bound such as `i < 100`, a suggestion if you have to fill
it in.

## How to silence
When a caller that jaxlint cannot see passes Python values, so that the loop runs in Python.

## JAX's error
`TracerBoolConversionError`: Attempted boolean conversion of traced array. If it has several
elements, `ValueError`: The truth value of an array with more than one element is ambiguous.
https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerBoolConversionError
"""

from __future__ import annotations

from jaxlint.codemods.recipes.control_flow.loops import mended_loop
from jaxlint.codemods.recipes.static.static_arithmetic import known_again
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.values import TruthTest


def check(event: TruthTest) -> Hazard | None:
    if event.construct != "while":
        return None
    return Hazard(f"`while` needs a concrete bool in every iteration, but {quoted(event, event.node)} is traced")


def fix(event: TruthTest, site: Site) -> Rewrite | None:
    return known_again(site, event) or mended_loop(site, event.owner)


RULE = Rule(
    code="JAX302", severity="error", events=("truth-test",), runtime="TracerBoolConversionError", check=check, fix=fix
)
