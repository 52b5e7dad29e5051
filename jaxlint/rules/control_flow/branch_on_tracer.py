"""`if` or `elif` on a traced value

## Why
Python must choose a branch while JAX traces the function. At trace time the test has no concrete
value yet, and the compiled function has to make this choice itself, in every call.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def shrink(x):
        if jnp.linalg.norm(x) > 1:
            x = x / 2
        return x


    shrink(jnp.ones(3))

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def shrink(x):
        return jnp.where(jnp.linalg.norm(x) > 1, x / 2, x)


    shrink(jnp.ones(3))

## Ways out
- use `jnp.where`: both branches are cheap and safe to compute for every input
- use `lax.cond`: a branch is expensive, or its gradient could be NaN
- make the test static with `static_argnames`: it is a flag with few values; each one is compiled on its own
- compute it in Python, with `math` or NumPy: it comes from shapes, Python numbers or constants

## Fix safety
Safe if the test is a scalar, both branches provably return the same structure, shapes and dtypes,
and no branch has a side effect; `jnp.where` also needs gradients that stay finite. Otherwise
unsafe. A suggestion if the function is differentiated and the gradient could become NaN, or if the
branch only raises. No fix if a branch mutates an object, returns a string, None or a function, or
calls a library function with state, such as `numpyro.sample` or `wandb.log`.

## How to silence
When a caller that jaxlint cannot see passes a Python value.

## JAX's error
`TracerBoolConversionError`: Attempted boolean conversion of traced array. If it has several
elements, `ValueError`: The truth value of an array with more than one element is ambiguous.
https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerBoolConversionError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.branches.caught import handled
from jaxlint.codemods.recipes.branches.checks import checked
from jaxlint.codemods.recipes.control_flow.branches import branch
from jaxlint.codemods.recipes.control_flow.loops import loop_left_by
from jaxlint.codemods.recipes.static.flags import static_flags
from jaxlint.codemods.recipes.static.static_arithmetic import known_again
from jaxlint.codemods.recipes.values.filters import masked_comprehension
from jaxlint.rules.passed import may_be_static
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.values.value import is_staged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.values import TruthTest


def check(event: TruthTest) -> Hazard | None:
    if event.construct not in ("if", "elif", "comprehension"):
        return None
    word = "if" if event.construct == "comprehension" else event.construct
    staged = is_staged(event.value)
    static = ("make",) if may_be_static(event, event.node) else ()
    ways = ("compute", "use `jnp.where`") if staged else ("use", *static)
    return Hazard(f"`{word}` needs a concrete bool, but {quoted(event, event.node)} is traced", ways=ways)


def fix(event: TruthTest, site: Site) -> Rewrite | None:
    if not isinstance(event.owner, ast.If):
        return masked_comprehension(site, event.owner)
    node = event.owner
    chosen = known_again(site, event) or static_flags(site, node.test) or branch(site, node) or loop_left_by(site, node)
    return chosen or handled(site, node) or checked(site, node)


RULE = Rule(
    code="JAX301", severity="error", events=("truth-test",), runtime="TracerBoolConversionError", check=check, fix=fix
)
