"""A loop's body that gives another pytree, shape or dtype than it was given; branches that differ in theirs.

## Why
`lax.scan`, `while_loop` and `fori_loop` compile one body for all turns, so what it carries out must be as what it
carries in: the same pytree structure, shapes and dtypes. `lax.cond` and `switch` are one operation with one type of
result. The body of a scan gives a pair, the condition of a while_loop one bool. Python numbers are *weakly typed*: a
loop that begins with `0` may carry a float, one that begins with `jnp.zeros(3, jnp.int32)` may not; between branches
`0.0` agrees with any float, but `0` with no float.

## Bad
    lax.scan(lambda c, x: ((c[0], c[1], x), x), (a, b), xs)
    lax.cond(p, lambda x: x, lambda x: 0, x)

## Good
    lax.scan(lambda c, x: ((c[1], x), x), (a, b), xs)
    lax.cond(p, lambda x: x, lambda x: jnp.zeros_like(x), x)

## Fix
None.

## At run time
`TypeError: scan body function carry input and carry output must have equal types, but they differ`, `TypeError: cond
branches must have equal output types but they differ`. https://docs.jax.dev/en/latest/_autosummary/jax.lax.scan.html
"""

from __future__ import annotations

from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import StructureMismatch


def check(event: StructureMismatch) -> Hazard:
    return Hazard(event.says)


RULE = Rule(
    code="JAX606",
    severity="error",
    events=("structure-mismatch",),
    runtime="TypeError",
    check=check,
)
