"""`for i in range(n)` with a traced `n`

## Why
`range` needs a Python integer. Python unrolls the loop while JAX traces the function, and at trace
time the number of iterations is unknown.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def power(x, n):
        out = jnp.ones_like(x)
        for _ in range(n):
            out = out * x
        return out


    print(power(jnp.array(2.0), 10))

## Good
    import jax
    import jax.numpy as jnp
    from jax import lax


    @jax.jit
    def power(x, n):
        return lax.fori_loop(0, n, lambda i, out: out * x, jnp.ones_like(x))


    print(power(jnp.array(2.0), 10))  # prints 1024.0

## Ways out
- use `lax.fori_loop`: `n` changes often, and you need no reverse-mode gradient
- use a bounded `lax.scan` with `lax.cond`: you need gradients, and know a maximum for `n`
- make `n` static with `static_argnames`: `n` has few values; each one is compiled on its own
- compute it in Python, with `math` or `//`: it comes from shapes, Python numbers or constants

## Fix safety
Safe if only a JAX operation makes `n` traced, and Python computes the same value. Otherwise unsafe:
`lax.fori_loop` has no reverse-mode gradient, and a static `n` means one compilation per value.
Under `jax.grad` the fix is a bounded `lax.scan`, or a suggestion if no bound is visible. No fix if
an array or list grows in the loop and no caller passes `n` as a Python number.

## How to silence
When a caller that jaxlint cannot see passes `n` as a Python integer.

## JAX's error
`TracerIntegerConversionError`: The __index__() method was called on traced array.
https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerIntegerConversionError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.control_flow.loops import mended_loop
from jaxlint.codemods.recipes.static.static_arithmetic import known_again
from jaxlint.codemods.recipes.static.static_names import made_static_parameter
from jaxlint.diagnostic import SUGGESTION
from jaxlint.rules.passed import may_be_static
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.values.value import is_staged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.values import Concretized


def check(event: Concretized) -> Hazard | None:
    if event.how != "range":
        return None
    message = f"`range()` needs a concrete number of iterations, but {quoted(event, event.node)} is traced"
    if is_staged(event.value):
        return Hazard(message, ways=("compute",))
    return Hazard(message, ways=("use", "make") if may_be_static(event, event.node) else ("use",))


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
