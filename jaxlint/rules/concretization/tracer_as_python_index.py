"""Python sequence indexed by a traced value

## Why
Lists, tuples and strings need a Python integer as an index, and a traced value has no concrete
value at trace time. JAX arrays accept a traced index. The same holds for `[0] * n`.

## Bad
    import jax


    @jax.jit
    def learning_rate(stage):
        rates = [0.5, 0.25, 0.125]
        return rates[stage]


    print(learning_rate(1))

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def learning_rate(stage):
        rates = jnp.array([0.5, 0.25, 0.125])
        return rates[stage]


    print(learning_rate(1))  # prints 0.25

## Ways out
- use `jnp.array` or `jnp.stack`: the sequence contains numbers, or arrays of one shape
- use `lax.switch`, with a `lambda` for each item: the sequence contains functions or modules
- use `jnp.full` or `jnp.tile`: the sequence is repeated, as in `[0] * n`; the result has a fixed length
- make the number static with `static_argnames`: it has few values, or the items have different shapes

## Fix safety
Safe if the sequence contains arrays that provably have the same shape and dtype. Otherwise unsafe:
Python numbers lose their weak type, and an out-of-bounds index is clamped. No fix for slices, for
`[0] * n`, for items of unknown or different shapes, and if the code writes to the sequence.

## How to silence
When a caller that jaxlint cannot see passes a Python integer.

## JAX's error
`TracerIntegerConversionError`: The __index__() method was called on traced array. For `[0] * n`, a
`TypeError`. https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerIntegerConversionError
"""

from __future__ import annotations

import _ast
import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.values.tables import as_table
from jaxlint.codemods.recipes.wording.blame import code_at
from jaxlint.dataflow.scopes import reads_of
from jaxlint.rules.passed import may_be_static
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.values import Concretized


def check(event: Concretized) -> Hazard | None:
    static = ("make",) if may_be_static(event, event.node) else ()
    if event.how == "repeat":
        message = f"repeating a Python sequence needs a concrete number, but {quoted(event, event.node)} is traced"
        return Hazard(message, ways=("use `jnp.full`", *static))
    if event.how != "list-index":
        return None
    message = f"a Python sequence needs a concrete index, but {quoted(event, event.node)} is traced"
    return Hazard(message, ways=("use `lax.switch`" if _is_called(event) else "use `jnp.array`", *static))


def _is_called(event: Concretized) -> bool:
    """``branches[i](x)``, or ``f = branches[i]`` and ``f(x)``."""
    item = event.module.parents[event.node]
    parent = event.module.parents.get(item)
    if isinstance(parent, _ast.Assign) and isinstance(parent.targets[0], _ast.Name):
        reads = reads_of(event.module, event.function or event.module.tree, parent.targets[0].id)
        return any(getattr(event.module.parents.get(one), "func", None) is one for one in reads)
    return isinstance(parent, _ast.Call) and parent.func is item


def fix(event: Concretized, site: Site) -> Rewrite | None:
    owner = event.module.parents.get(event.node)
    if event.how == "repeat":
        raise NoFix(f"the length of {code_at(site, owner or event.node)} cannot depend on a traced number")
    if isinstance(owner, ast.Subscript) and owner.slice is event.node:
        return as_table(site, owner)
    raise NoFix(f"{code_at(site, event.node)} is a slice or a call argument, not a plain index")


RULE = Rule(
    code="JAX203",
    severity="error",
    events=("concretized",),
    runtime="TracerIntegerConversionError",
    check=check,
    fix=fix,
    unfixed="the elements may not be arrays of the same shape and dtype",
)
