"""`for i in range(n)` with a traced `n`.

## Why
Python unrolls the loop while tracing, and does not know how often.

## Bad
    @jax.jit
    def power(x, n):
        out = jnp.ones_like(x)
        for _ in range(n):
            out = out * x
        return out

## Good
    @jax.jit
    def power(x, n):
        return lax.fori_loop(0, n, lambda i, out: out * x, jnp.ones_like(x))

## Fix
Unsafe: `lax.fori_loop`; with `break` or `return`, `lax.while_loop`. It carries the names that the body binds and a
later iteration or the code after it reads, and begins with the dtype and shape that the body gives them. Such a loop
has forward-mode gradients only: where the tracer meets `jax.grad` or another reverse mode, the fix is a `lax.scan` with
`lax.cond` over a static bound in view (`jnp.minimum(n, 10)`, `jnp.count_nonzero(mask)`).

Without a bound, and for comprehensions, for what grows from iteration to iteration, and where a number is needed that
JAX would trace: the parameters that `n` comes from are made static where their function is jitted, if callers in view
pass Python numbers; Python unrolls the loop then. Else a suggestion or none.

## At run time
`TracerIntegerConversionError`. https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerIntegerConversionError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.loops.loops import mended_loop
from jaxlint.codemods.recipes.static.static_arithmetic import known_again
from jaxlint.codemods.recipes.static.static_names import made_static_parameter
from jaxlint.diagnostic import SUGGESTION
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import Concretized


def check(event: Concretized) -> Hazard | None:
    if event.how != "range":
        return None
    return Hazard(f"`range()` needs a concrete number of iterations, but {quoted(event, event.node)} is traced")


def fix(event: Concretized, site: Site) -> Rewrite | None:
    known = known_again(site, event)
    if known is not None:
        return known
    loop = site.module.statement_of(event.node)
    mended = mended_loop(site, loop) if isinstance(loop, ast.For) else None
    if mended is None or mended.applicability == SUGGESTION:
        return made_static_parameter(site, event.node) or mended
    return mended


RULE = Rule(
    code="JAX306",
    severity="error",
    events=("concretized",),
    runtime="TracerIntegerConversionError",
    check=check,
    fix=fix,
)
