"""`for row in x` over a traced array: Python unrolls the loop.

## Why
It works: each row is an indexing operation of its own, and the body is traced once for each. The program grows with
the length of the array, and so does the time that it takes to compile. `lax.scan` traces the body once. Where the
length is known to be large, rule JAX905 says so. Rows that are unpacked (`a, b = x`), and loops over keys, are not
reported.

Advice, and off by default: for a few rows, unrolling is as good as anything.

## Bad
    @jax.jit
    def total(x):
        out = 0.0
        for row in x:
            out = out + row.sum()
        return out

## Good
    @jax.jit
    def total(x):
        return lax.scan(lambda out, row: (out + row.sum(), None), 0.0, x)[0]

    @jax.jit
    def total(x):
        return jax.vmap(jnp.sum)(x).sum()

## Fix
None: whether the iterations depend on one another decides between `lax.scan` and `jax.vmap`.

## At run time
`jax_log_compiles` shows how long it is traced and compiled; `jax.make_jaxpr` shows the rows.
https://docs.jax.dev/en/latest/_autosummary/jax.lax.scan.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import RowsIterated

_FEW = 4  # rows


def check(event: RowsIterated) -> Hazard | None:
    if event.count is not None and event.count <= _FEW:
        return None
    times = "for each row" if event.count is None else f"{event.count} times"
    return Hazard(f"Python unrolls the loop over the rows of {quoted(event, event.node)}: JAX traces its body {times}")


RULE = Rule(
    code="JAX309",
    severity="info",
    events=("rows-iterated",),
    runtime="jax_log_compiles",
    check=check,
    groups=("performance",),
)
