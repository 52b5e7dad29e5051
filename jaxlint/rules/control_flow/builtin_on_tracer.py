"""`min`, `max`, `any`, `all`, `sorted` or `filter` on traced values.

## Why
They compare elements and ask for the truth of it. JAX's functions of the same name compute it.

## Bad
    @jax.jit
    def clipped(x):
        return max(x.sum(), 0.0)

## Good
    @jax.jit
    def clipped(x):
        return jnp.maximum(x.sum(), 0.0)

## Fix
`jnp.maximum`, `jnp.minimum`, `jnp.max`, `jnp.min`, `jnp.any`, `jnp.all`, `jnp.sort`; a comprehension is said of the
whole array where it can: `any(v > 0 for v in x)` becomes `jnp.any(x > 0)`. Unsafe where NaN or the dtype of the chosen
argument could make a difference, and where an array comes out in place of a list.

Where the result is asked for as a static number (`jnp.zeros(...)`), the parameters that it comes from are made static
instead where their function is jitted: unsafe.

## At run time
`TracerBoolConversionError`. https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerBoolConversionError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.static.static_demand import static_instead
from jaxlint.codemods.recipes.values.extremes import computed
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import TruthTest


_BUILTINS = frozenset(["min", "max", "any", "all", "sorted", "filter"])


def check(event: TruthTest) -> Hazard | None:
    if event.construct not in _BUILTINS:
        return None
    return Hazard(f"`{event.construct}()` needs concrete values, but {quoted(event, event.node)} is traced")


def fix(event: TruthTest, site: Site) -> Rewrite | None:
    if not isinstance(event.owner, ast.Call):
        return None
    return static_instead(site, event.owner) or computed(site, event.owner, event.construct)


RULE = Rule(
    code="JAX307",
    severity="error",
    events=("truth-test",),
    runtime="TracerBoolConversionError",
    check=check,
    fix=fix,
)
