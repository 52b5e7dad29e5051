"""`lax.add(1, 1.0)`, `lax.sqrt(2)`: a function of `jax.lax` is given dtypes that it does not take.

## Why
`jax.numpy` promotes its arguments to a common dtype, as NumPy does; `jax.lax` is the layer below, and promotes nothing.
Its operands must have one dtype, and functions of floats take no integers. Python numbers count as `int32` and
`float32` (with x64 enabled, as `int64` and `float64`): they are not weakly typed here, so that `lax.mul(x, 2)` fails
for every float, and `lax.mul(x, 2.0)` for a half-precision one.

## Bad
    lax.add(1, 1.0)
    lax.sqrt(jnp.arange(3))
    lax.clamp(0, jnp.ones(3), 1)

## Good
    jnp.add(1, 1.0)
    lax.sqrt(jnp.arange(3.0))
    lax.clamp(0.0, jnp.ones(3), 1.0)

## Fix
A suggestion: the function of `jax.numpy` that does the same, where there is one.

## At run time
`TypeError: lax.add requires arguments to have the same dtypes`, `TypeError: sqrt does not accept dtype int32`.
https://docs.jax.dev/en/latest/jax.lax.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.values.promoting import promoting
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import DtypeMismatch


def check(event: DtypeMismatch) -> Hazard:
    return Hazard(event.says)


def fix(event: DtypeMismatch, site: Site) -> Rewrite | None:
    return promoting(site, event.node, event.callee.rpartition(".")[2])


RULE = Rule(
    code="JAX803",
    severity="error",
    events=("dtype-mismatch",),
    runtime="TypeError",
    check=check,
    fix=fix,
)
