"""Large array compiled into a jitted function as a constant

## Why
An argument is data, but an array that a jitted function closes over becomes a constant of the
compiled program. Its values are written into the program, which costs compile time and memory for
each function that reads it, and XLA may constant-fold it. Reported for arrays of at least 1 MB;
uniform arrays such as `jnp.zeros` stay small.

## Bad
    import jax
    import jax.numpy as jnp
    import numpy as np

    TABLE = np.random.rand(512, 1024)


    @jax.jit
    def lookup(x):
        return TABLE @ x


    program = lookup.lower(jnp.ones(1024)).as_text()
    print(len(program) > 2**20)  # prints True

## Good
    import jax
    import jax.numpy as jnp
    import numpy as np

    TABLE = np.random.rand(512, 1024)


    @jax.jit
    def lookup(table, x):
        return table @ x


    program = lookup.lower(TABLE, jnp.ones(1024)).as_text()
    print(len(program) > 2**20)  # prints False

## Ways out
- pass it as an argument: the array is large, or differs between calls
- create it inside the function: `jnp` can compute it cheaply, as with `jnp.arange`

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When the table never changes, and one function uses it.

## How to confirm
`jax.config.update("jax_captured_constants_warn_bytes", 2**20)` warns, and
`jax_captured_constants_report_frames` reports where the constants come from.
https://docs.jax.dev/en/latest/_autosummary/jax.jit.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.transforms import CapturedConstant


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
    unfixed="every caller must pass the array as an argument",
    groups=("performance",),
)
