"""A traced array is printed or logged while JAX traces the function: what is shown is the tracer.

## Why
Python's `print`, `logging` and `warnings` run once, while JAX traces, and not when the compiled function runs.
They see a tracer, `JitTracer<float32[3]>`, and no number; later calls show nothing at all. An f-string inside
`jax.debug.print` is made while tracing, too. Printing what is static (shapes, dtypes, strings) is fine.

## Bad
    @jax.jit
    def step(x):
        print("x =", x)
        jax.debug.print(f"x = {x}")

## Good
    @jax.jit
    def step(x):
        jax.debug.print("x = {}", x)
        print("traced for", x.shape)

## Fix
Safe for `print` and `jax.debug.print`: the text (an f-string, `%`, `.format`, parts that are joined) becomes a format
string, the traced values its fields. Unsafe for `logging`, `warnings`, `pprint`, and a `print` to a file or without a
line end: the call moves into a `jax.debug.callback`, which is handed the traced values and runs with each call.

## At run time
No exception: `JitTracer<float32[3]>` in the output. https://docs.jax.dev/en/latest/debugging/print_breakpoint.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.purity.printing import printed
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import HostEffect

_BREAKPOINTS = ("breakpoint", "set_trace")


def check(event: HostEffect) -> Hazard | None:
    name = event.callee.rsplit(".", 1)[-1]
    if name in _BREAKPOINTS or not isinstance(event.value, Traced) or event.value.concrete:
        return None  # under grad alone the number is known, and shown
    if event.callee == "jax.debug.print":
        return Hazard("the f-string is formatted while tracing and shows a tracer: pass the value as an argument")
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
)
