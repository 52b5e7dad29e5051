"""Float where a size must be an integer: `jnp.zeros(n / 2)`

## Why
The sizes of an array, the bounds of a slice and the number of keys must be integers. `/` returns a
float in Python, also where the quotient is whole, and JAX raises for it.

## Bad
    import jax.numpy as jnp

    n = 8
    half = jnp.zeros(n / 2)

## Good
    import jax.numpy as jnp

    n = 8
    half = jnp.zeros(n // 2)
    print(half.shape)  # prints (4,)

## Ways out
- divide with `//`: the quotient is whole, or should be rounded down
- convert it with `int`, `round` or `math.ceil`: it should be rounded in another way

## Fix safety
Unsafe: `/` becomes `//`, which rounds down. No fix for other floats.

## How to silence
When the call is meant to raise, for example inside `pytest.raises`.

## JAX's error
`TypeError`: "Shapes must be 1D sequences of concrete values of integer type, got (4.0,)", or "'float' object cannot be
interpreted as an integer". https://docs.jax.dev/en/latest/_autosummary/jax.numpy.zeros.html
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.rules.quoting import quoted, short_name
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.values import FloatSize


def check(event: FloatSize) -> Hazard:
    what = quoted(event, event.node)
    if not event.callee:
        return Hazard(f"a slice needs integer bounds, but {what} is a float")
    return Hazard(f"`{event.parameter}` of `{short_name(event.callee)}` must be an integer, but {what} is a float")


def fix(event: FloatSize, site: Site) -> Rewrite | None:
    node = event.node
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Div):
        return None
    return Rewrite(UNSAFE, "divide with `//`", [Replace(node, quote(site, "{} // {}", node.left, node.right))])


RULE = Rule(
    code="JAX116",
    severity="error",
    events=("float-size",),
    runtime="TypeError",
    check=check,
    fix=fix,
    unfixed="it is unknown how the number should be rounded",
)
