"""Static arithmetic done with jnp, and then needed static.

## Why
Shapes are Python numbers, but under `jit` every JAX operation is traced, even on constants: `jnp.prod(x.shape)` is a
tracer. NumPy, `math` and Python's own operators keep static values static.

## Bad
    @jax.jit
    def flat(x):
        return x.reshape(jnp.array(x.shape).prod())

## Good
    @jax.jit
    def flat(x):
        return x.reshape(math.prod(x.shape))

## Fix
The same arithmetic by `math` and Python, where it is written or where it got its name; arrays of sizes by NumPy. Safe
for integers, and for rounding where 32 and 64 bits are proved to agree; else unsafe: JAX rounds in 32 bits.

## At run time
`TypeError: Shapes must be 1D sequences of concrete values` or `ConcretizationTypeError`.
https://docs.jax.dev/en/latest/notebooks/thinking_in_jax.html#static-vs-traced-operations
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.static.static_arithmetic import made_static
from jaxlint.rules.quoting import quoted, short_name
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.event import StaticParameter
from jaxlint.tracing.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import Concretized, SliceBound


_OTHERS = ("range", "item", "tolist", "tobytes", "format", "hash", "float", "complex")  # rules of their own, or none


def check(event: StaticParameter | Concretized | SliceBound) -> Hazard | None:
    if not isinstance(event.value, Traced) or not event.value.staged or getattr(event, "how", None) in _OTHERS:
        return None
    node = getattr(event, "bound", event.node)
    staged = f"{quoted(event, node)} is static until a JAX operation makes it a tracer"
    if isinstance(event, StaticParameter):
        return Hazard(f"{staged}, and `{event.parameter}` of `{short_name(event.callee)}` must be static", node)
    return Hazard(f"{staged}, and a concrete value is needed here", node)


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
