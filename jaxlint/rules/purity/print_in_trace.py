"""`print` or logging of a traced array

## Why
Python's `print`, `logging` and `warnings` run once, at trace time, and not when the compiled
function runs. They show a tracer instead of numbers, and later calls show nothing at all. An
f-string passed to `jax.debug.print` is formatted at trace time as well. Printing what is static
(shapes, dtypes, strings) is fine, and so is printing under `jax.grad` alone.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def step(x):
        print("x =", x)
        return x * 2


    step(jnp.arange(3.0))  # prints x = JitTracer(float32[3])
    step(jnp.ones(3))

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def step(x):
        jax.debug.print("x = {}", x)
        return x * 2


    step(jnp.arange(3.0))  # prints x = [0. 1. 2.]
    step(jnp.ones(3))  # prints x = [1. 1. 1.]
    jax.effects_barrier()

## Ways out
- use `jax.debug.print`: the numbers of every call should appear
- use `jax.debug.callback`: the numbers go to `logging`, to a file or into a plot
- print what the function returns: the value is a result, or can become one

## Fix safety
Safe for `print` and `jax.debug.print`, if the text can be written as a format string that prints the same.
Unsafe if the text speaks of tracing or compiling: it may be meant to appear once.
Also unsafe: `logging`, `warnings`, `pprint`, and a `print` with `file=` or `end=` move into a
`jax.debug.callback`, which runs on every call.

## How to silence
When the message is meant to appear once per compilation, for example to count compilations.

## How to confirm
The output contains a tracer, such as `JitTracer(float32[3])`, instead of numbers, and appears only once.
https://docs.jax.dev/en/latest/debugging/print_breakpoint.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.purity.printing import printed
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.values.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.effects import HostEffect

_BREAKPOINTS = ("breakpoint", "set_trace")


def check(event: HostEffect) -> Hazard | None:
    name = event.callee.rsplit(".", 1)[-1]
    if name in _BREAKPOINTS or not isinstance(event.value, Traced) or event.value.concrete:
        return None  # under grad alone the number is known, and shown
    if event.callee == "jax.debug.print":
        return Hazard("the f-string is formatted at trace time and shows a tracer; pass the value as an argument")
    callee = event.module.source.segment(event.node.func)  # type: ignore[attr-defined]
    return Hazard(f"`{callee}` runs once, while tracing, and shows a tracer instead of a value")


def fix(event: HostEffect, site: Site) -> Rewrite | None:
    return printed(site, event.node, event.callee)


RULE = Rule(
    code="JAX501",
    severity="warning",
    events=("host-effect",),
    runtime="none: a tracer's name in the output, once",
    check=check,
    fix=fix,
    unfixed="an argument cannot be passed to `jax.debug.print` or `jax.debug.callback`",
)
