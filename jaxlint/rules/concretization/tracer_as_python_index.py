"""A Python list, tuple or string indexed, or repeated, by a traced value; `range(n)` of one, kept as a value.

## Why
Python's containers want an `int`. While tracing there is none; a JAX array can be indexed by a tracer.

## Bad
    @jax.jit
    def weight(i):
        return (0.1, 0.2, 0.7)[i]

## Good
    @jax.jit
    def weight(i):
        return jnp.array((0.1, 0.2, 0.7))[i]

## Fix
`jnp.stack(...)` around a container of arrays, safe where shapes and dtypes are known to be the same. Unsafe:
`jnp.array(...)` around a container of numbers, whose dtype is no longer weak; `lax.switch(i, functions, x)` for
`functions[i](x)`. Beyond the ends, JAX clamps the index where Python raises.

## At run time
`TracerIntegerConversionError`; for `[0] * n`, `TypeError`. https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerIntegerConversionError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.values.tables import as_table
from jaxlint.codemods.recipes.wording.blame import code_at
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import Concretized


def check(event: Concretized) -> Hazard | None:
    if event.how == "repeat":
        return Hazard(f"a Python sequence cannot be repeated by {quoted(event, event.node)}, which is traced")
    if event.how != "list-index":
        return None
    return Hazard(f"a Python sequence cannot be indexed or sliced by {quoted(event, event.node)}, which is traced")


def fix(event: Concretized, site: Site) -> Rewrite | None:
    owner = event.module.parents.get(event.node)
    if event.how == "repeat":
        raise NoFix(f"how long {code_at(site, owner or event.node)} is, no traced number may say")
    if isinstance(owner, ast.Subscript) and owner.slice is event.node:
        return as_table(site, owner)
    raise NoFix(f"{code_at(site, event.node)} is no plain index: a slice, or the argument of a call")


RULE = Rule(
    code="JAX203",
    severity="error",
    events=("concretized",),
    runtime="TracerIntegerConversionError",
    check=check,
    fix=fix,
    unfixed="what the container holds is not known to be arrays of one shape and dtype",
)
