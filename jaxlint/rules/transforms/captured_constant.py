"""A large array that a jitted function takes from around it: it is compiled in as a constant.

## Why
What is passed is data; what a function closes over, as a global or a name of the function around it, is a constant of
the program. Its numbers are written into what XLA compiles: that takes time and memory, once for each function that
reads it, and XLA may compute with them while it compiles. Arrays of one number (`jnp.zeros`) stay small.

Reported are arrays that are known to have a megabyte or more. Advice, and off by default: for a table that never
changes, a constant may be what is wanted.

## Bad
    TABLE = np.random.rand(1024, 1024)

    @jax.jit
    def lookup(x):
        return TABLE @ x

## Good
    @jax.jit
    def lookup(table, x):
        return table @ x

    lookup(TABLE, x)

## Fix
None: all that call it have to pass the array.

## At run time
`jax.config.update("jax_captured_constants_warn_bytes", 2**20)` warns, and `jax_captured_constants_report_frames` says
where they come from. https://docs.jax.dev/en/latest/_autosummary/jax.jit.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import CapturedConstant


def check(event: CapturedConstant) -> Hazard:
    name, megabytes = quoted(event, event.node), event.bytes / (1 << 20)
    return Hazard(
        f"{name} ({megabytes:.0f} MB) is compiled into `{event.callee}` as a constant: pass it as an argument"
    )


RULE = Rule(
    code="JAX612",
    severity="info",
    events=("captured-constant",),
    runtime="jax_captured_constants_warn_bytes",
    check=check,
    groups=("performance",),
)
