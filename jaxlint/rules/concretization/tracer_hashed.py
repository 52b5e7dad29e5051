"""A traced value as a key of a dict or set, given to `hash()` or to a cached function.

## Why
A tracer stands for a number that is not known yet: it can't be looked up by value.

## Bad
    @jax.jit
    def price(kind):
        return {0: 1.5, 1: 2.5}[kind]

## Good
    @jax.jit
    def price(kind):
        return jnp.array([1.5, 2.5])[kind]

## Fix
Unsafe, for a dict whose keys are 0, 1, 2 ...: an array of its numbers, `jnp.stack` of its arrays, `lax.switch` over its
functions. Else none: `static_argnames` may be what is meant.

## At run time
`TypeError`: unhashable type. https://docs.jax.dev/en/latest/faq.html
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.values.tables import mapped_table
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import Concretized


def check(event: Concretized) -> Hazard | None:
    if event.how != "hash":
        return None
    return Hazard(f"{quoted(event, event.node)} must be hashable, but it is traced")


def fix(event: Concretized, site: Site) -> Rewrite | None:
    owner = event.module.parents.get(event.node)
    return mapped_table(site, owner) if isinstance(owner, ast.Subscript) and owner.slice is event.node else None


RULE = Rule(
    code="JAX207",
    severity="error",
    events=("concretized",),
    runtime="TypeError",
    check=check,
    fix=fix,
    unfixed="a key of a dict or set must be known while tracing",
)
