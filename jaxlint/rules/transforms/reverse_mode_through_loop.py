"""Reverse-mode gradient through `while_loop` or a dynamic `fori_loop`

## Why
Reverse mode needs the intermediate values of every iteration, and XLA allocates memory for them at
compile time, so the number of iterations must be static. `lax.while_loop` has no reverse-mode
derivative, and neither has `lax.fori_loop` with a traced bound (under `jit`, a bound computed with
`jnp` is traced). Forward mode, `jax.jvp` and `jax.jacfwd`, works.

## Bad
    import jax
    from jax import lax


    def power(x, n):
        return lax.fori_loop(0, n, lambda i, y: y * x, 1.0)


    jax.jit(jax.grad(power))(2.0, 3)

## Good
    import jax
    from jax import lax


    def power(x, n):
        return lax.fori_loop(0, n, lambda i, y: y * x, 1.0)


    gradient = jax.jit(jax.grad(power), static_argnums=1)
    print(gradient(2.0, 3))  # prints 12.0

## Ways out
- use `lax.scan` or `lax.fori_loop` with a static bound: the number of iterations, or a maximum, is static
- use `jax.jacfwd` or `jax.jvp`: there are few inputs
- use `jax.custom_vjp` or `lax.custom_root`: the loop iterates to a fixed point

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When the call is meant to raise, for example inside `pytest.raises`.

## JAX's error
`ValueError`: "Reverse-mode differentiation does not work for lax.while_loop or lax.fori_loop with dynamic start/stop
values". https://docs.jax.dev/en/latest/_autosummary/jax.lax.while_loop.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import short_name
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.gradients import NotReversible


def check(event: NotReversible) -> Hazard:
    callee = short_name(event.callee)
    is_counted = callee.endswith("fori_loop")
    of = " with a traced bound" if is_counted else ""
    bounded, forward, fixed = "use `lax.scan`", "use `jax.jacfwd`", "use `jax.custom_vjp`"
    ways = (bounded, forward) if is_counted else (fixed, bounded, forward)
    return Hazard(f"reverse-mode differentiation does not work for `{callee}`{of}", ways=ways)


RULE = Rule(
    code="JAX611",
    severity="error",
    events=("not-reversible",),
    runtime="ValueError",
    check=check,
    unfixed="only you know the maximum number of iterations",
)
