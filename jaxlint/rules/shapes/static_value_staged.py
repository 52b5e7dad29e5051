"""Static value computed with `jnp`

## Why
Shapes are Python integers, but under `jit` the result of every JAX operation is traced, even if all
its inputs are constants. Python, `math` and NumPy keep static values static.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def flatten(x):
        size = jnp.prod(jnp.array(x.shape))
        return x.reshape(size)


    flatten(jnp.ones((2, 3)))

## Good
    import math

    import jax
    import jax.numpy as jnp


    @jax.jit
    def flatten(x):
        size = math.prod(x.shape)
        return x.reshape(size)


    flatten(jnp.ones((2, 3)))

## Ways out
- compute it in Python, with `math` or NumPy: all inputs are shapes, Python numbers or constants

## Fix safety
Safe for integers, and for rounding if 32 and 64 bits provably agree. Otherwise unsafe: JAX rounds
in 32 bits, Python in 64. No fix if an operation has no form in Python or NumPy.

## How to silence
When the function also runs without `jit`, and the static value is only needed there.

## JAX's error
`TypeError`: Shapes must be 1D sequences of concrete values of integer type; or
`ConcretizationTypeError`.
https://docs.jax.dev/en/latest/notebooks/thinking_in_jax.html#static-vs-traced-operations
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.static.static_arithmetic import made_static
from jaxlint.rules.quoting import quoted, short_name
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.events.values import StaticParameter
from jaxlint.tracing.values.value import is_staged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.shapes import SliceBound
    from jaxlint.tracing.events.values import Concretized


_OTHERS = ("range", "item", "tolist", "tobytes", "format", "hash", "float", "complex")  # rules of their own, or none


def check(event: StaticParameter | Concretized | SliceBound) -> Hazard | None:
    if not is_staged(event.value) or getattr(event, "how", None) in _OTHERS:
        return None
    node = getattr(event, "bound", event.node)
    staged, why = quoted(event, node), "the result of a JAX operation, which is traced here"
    if isinstance(event, StaticParameter):
        return Hazard(
            f"`{event.parameter}` of `{short_name(event.callee)}` must be static, but {staged} is {why}", node
        )
    return Hazard(f"{staged} must be concrete, but it is {why}", node)


def fix(event: StaticParameter | Concretized | SliceBound, site: Site) -> Rewrite | None:
    node = getattr(event, "bound", event.node)
    return made_static(site, node) if isinstance(node, ast.expr) else None


RULE = Rule(
    code="JAX107",
    severity="error",
    events=("static-parameter", "concretized", "slice-bound"),
    runtime="ConcretizationTypeError",
    check=check,
    fix=fix,
)
