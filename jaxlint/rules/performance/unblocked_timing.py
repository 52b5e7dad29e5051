"""A clock that is read right after a jitted function was called: the time is that of handing it over.

## Why
JAX runs asynchronously: a call comes back as soon as the work is handed to the device. Without
`jax.block_until_ready`, the difference of two clocks says little about how long it takes to compute. The first call of
a jitted function also traces and compiles it.

## Bad
    start = time.perf_counter()
    y = step(x)
    print(time.perf_counter() - start)

## Good
    start = time.perf_counter()
    y = jax.block_until_ready(step(x))
    print(time.perf_counter() - start)

## Fix
Safe: `jax.block_until_ready` around the call that comes last.

## At run time
Nothing: the times are too short. https://docs.jax.dev/en/latest/benchmarking.html
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SAFE
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.event import UNTIMED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import Slow


def check(event: Slow) -> Hazard | None:
    if event.how != UNTIMED or event.other is None:
        return None
    clock, call = quoted(event, event.node), quoted(event, event.other)
    return Hazard(f"{clock} is measured before {call} is done: JAX runs it asynchronously")


def fix(event: Slow, site: Site) -> Rewrite | None:
    if not isinstance(event.other, ast.Call):
        return None
    text = quote(site, "jax.block_until_ready({})", event.other)
    return Rewrite(SAFE, "wait for the result", [Replace(event.other, text)])


RULE = Rule(
    code="JAX902",
    severity="info",
    events=("slow",),
    runtime="none: the times are too short",
    check=check,
    fix=fix,
)
