"""`jax.lax` function with dtypes it does not accept

## Why
`jax.numpy` promotes its arguments to a common dtype; `jax.lax` is the layer below and does not. Its
operands must have one dtype, and functions of floats accept no integers. Python numbers count as
`int32` and `float32` (64-bit with x64) and are not weakly typed: `lax.mul(x, 2)` raises for every
float, and `lax.mul(x, 2.0)` for a half-precision one.

## Bad
    import jax.numpy as jnp
    from jax import lax


    def scaled(x):
        return lax.mul(x, 2)


    scaled(jnp.ones(3))

## Good
    import jax.numpy as jnp


    def scaled(x):
        return jnp.multiply(x, 2)


    scaled(jnp.ones(3))

## Ways out
- use the `jnp` function, such as `jnp.add`: the operands may have different dtypes
- cast the operand with `.astype`, or write `2.0`: one fixed dtype is intended

## Fix safety
A suggestion to use the `jnp` function that computes the same and promotes. No fix if there is none, or if the call
has keyword arguments.

## How to silence
When `jax_enable_x64` or a call that jaxlint cannot follow makes the dtypes agree.

## JAX's error
`TypeError`: "lax.mul requires arguments to have the same dtypes", "sqrt does not accept dtype int32".
https://docs.jax.dev/en/latest/jax.lax.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.values.promoting import promoting
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.values import DtypeMismatch


def check(event: DtypeMismatch) -> Hazard:
    return Hazard(event.says)


def fix(event: DtypeMismatch, site: Site) -> Rewrite | None:
    return promoting(site, event.node, event.callee.rpartition(".")[2])


RULE = Rule(code="JAX803", severity="error", events=("dtype-mismatch",), runtime="TypeError", check=check, fix=fix)
