"""A conditional expression on a traced value: `a if p else b`.

## Why
Python evaluates one of the two while tracing, before there is a number to decide by.

## Bad
    @jax.jit
    def negated(x, neg):
        return -x if neg else x

## Good
    @jax.jit
    def negated(x, neg):
        return jnp.where(neg, -x, x)

## Fix
`jnp.where` where both are elementwise work, else `lax.cond`, which takes tuples and dicts, too. Safe where the test is
proved a scalar, both are proved to have one structure, dtype and shape, and they do nothing but compute; `where` only
where no gradient of the one not taken can become NaN or infinite, else `cond`.

Where the result is asked for as a static number (`jnp.zeros(...)`), the parameters that it comes from are made static
instead where their function is jitted: unsafe.

## At run time
`TracerBoolConversionError`. https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerBoolConversionError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.branches.branches import ternary
from jaxlint.codemods.recipes.static.flags import static_flags
from jaxlint.codemods.recipes.static.static_arithmetic import known_again
from jaxlint.codemods.recipes.static.static_demand import static_instead
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import TruthTest


def check(event: TruthTest) -> Hazard | None:
    if event.construct != "ternary":
        return None
    return Hazard(f"`... if ... else ...` needs a concrete bool, but {quoted(event, event.node)} is traced")


def fix(event: TruthTest, site: Site) -> Rewrite | None:
    if not isinstance(event.owner, ast.IfExp):
        return None
    known = known_again(site, event) or static_instead(site, event.owner) or static_flags(site, event.owner.test)
    return known or ternary(site, event.owner)


RULE = Rule(
    code="JAX303",
    severity="error",
    events=("truth-test",),
    runtime="TracerBoolConversionError",
    check=check,
    fix=fix,
)
