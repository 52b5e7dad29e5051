"""`jax.grad` through `lax.while_loop`, or through `fori_loop` with a traced bound.

## Why
Reverse mode goes back through all iterations, and keeps what each has computed. XLA must know how much memory that
takes, so the number of iterations must be static: `lax.while_loop` has no reverse-mode derivative, nor has
`lax.fori_loop` where a bound is traced (under jit, a bound that `jnp` computes is). Forward mode (`jax.jacfwd`,
`jax.jvp`) works.

## Bad
    jax.grad(lambda x: lax.while_loop(lambda c: c < 10, lambda c: c * 2, x))
    jax.jit(jax.grad(lambda x, n: lax.fori_loop(0, n, lambda i, c: c * 2, x)))

## Good
    jax.grad(lambda x: lax.scan(lambda c, _: (jnp.where(c < 10, c * 2, c), None), x, length=8)[0])
    jax.jit(jax.grad(lambda x, n: lax.fori_loop(0, n, lambda i, c: c * 2, x)), static_argnums=1)

## Fix
None: how many iterations there are at most is not in the text. Where that is known, a `lax.scan` of so many iterations
that keeps the carry once the loop is over; at a fixed point, a rule of its own (`jax.custom_vjp`, `lax.custom_root`).

## At run time
`ValueError: Reverse-mode differentiation does not work for lax.while_loop or lax.fori_loop with dynamic start/stop
values`. https://docs.jax.dev/en/latest/_autosummary/jax.lax.while_loop.html
"""

from __future__ import annotations

from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import NotReversible


def check(event: NotReversible) -> Hazard:
    callee = event.callee.removeprefix("jax.")
    of = "a traced bound" if callee.endswith("fori_loop") else "an unknown number of iterations"
    return Hazard(f"`{event.by}` goes backwards through `{callee}`, but a loop of {of} has no reverse-mode derivative")


RULE = Rule(
    code="JAX611",
    severity="error",
    events=("not-reversible",),
    runtime="ValueError",
    check=check,
)
