"""Timing without `block_until_ready`

## Why
JAX dispatches asynchronously: a call returns before its result is computed. Without
`jax.block_until_ready`, the difference of two clocks is mostly the time of the dispatch. The first
call of a jitted function also includes tracing and compilation.

## Bad
    import time

    import jax
    import jax.numpy as jnp

    step = jax.jit(lambda x: x @ x)
    x = jnp.ones((200, 200))

    start = time.perf_counter()
    y = step(x)
    seconds = time.perf_counter() - start

## Good
    import time

    import jax
    import jax.numpy as jnp

    step = jax.jit(lambda x: x @ x)
    x = jnp.ones((200, 200))
    jax.block_until_ready(step(x))

    start = time.perf_counter()
    y = jax.block_until_ready(step(x))
    seconds = time.perf_counter() - start

## Ways out
- use `jax.block_until_ready`: you want the time of the computation

## Fix safety
Safe: `jax.block_until_ready` around the last call before the clock is read.

## How to silence
When you want to time the dispatch itself.

## How to confirm
Time it with `jax.block_until_ready`: the time is longer.
https://docs.jax.dev/en/latest/benchmarking.html
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SAFE
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.events.effects import UNTIMED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.effects import Slow


def check(event: Slow) -> Hazard | None:
    if event.how != UNTIMED or event.other is None:
        return None
    clock, call = quoted(event, event.node), quoted(event, event.other)
    return Hazard(f"{clock} does not wait for {call}: JAX dispatches it asynchronously")


def fix(event: Slow, site: Site) -> Rewrite | None:
    if not isinstance(event.other, ast.Call):
        return None
    text = quote(site, "jax.block_until_ready({})", event.other)
    return Rewrite(SAFE, "call `jax.block_until_ready`", [Replace(event.other, text)])


RULE = Rule(
    code="JAX902", severity="info", events=("slow",), runtime="none: the times are too short", check=check, fix=fix
)
