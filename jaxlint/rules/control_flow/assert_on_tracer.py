"""`assert` on a traced value

## Why
Python evaluates the condition while JAX traces the function, when it has no concrete value. A check
of values has to be part of the compiled function; a check of shapes or dtypes works as it is.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def normalize(weights):
        assert weights.sum() > 0, "no weight"
        return weights / weights.sum()


    normalize(jnp.array([1.0, 3.0]))

## Good
    import jax
    import jax.numpy as jnp
    from jax.experimental import checkify


    @jax.jit
    @checkify.checkify
    def normalize(weights):
        checkify.check(weights.sum() > 0, "no weight")
        return weights / weights.sum()


    error, shares = normalize(jnp.array([1.0, 3.0]))
    error.throw()

## Ways out
- use `checkify.check`: the check must stop the program, and you can wrap the function in `checkify.checkify`
- use `jax.debug.callback`: it is enough to report the bad values
- assert the shape or dtype: the check is not about the values; shapes and dtypes are static

## Fix safety
Safe if only a JAX operation makes the condition traced, and Python computes the same value.
Otherwise a suggestion: the same check with `checkify.check`. You must wrap the function in
`checkify.checkify` and look at the error that it returns.

## How to silence
When a caller that jaxlint cannot see passes concrete arrays, as tests without `jit` do.

## JAX's error
`TracerBoolConversionError`: Attempted boolean conversion of traced array. If it has several
elements, `ValueError`: The truth value of an array with more than one element is ambiguous.
https://docs.jax.dev/en/latest/debugging/checkify_guide.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.branches.checks import checked
from jaxlint.codemods.recipes.static.static_arithmetic import known_again
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.values import TruthTest


def check(event: TruthTest) -> Hazard | None:
    if event.construct != "assert":
        return None
    return Hazard(f"`assert` needs a concrete bool, but {quoted(event, event.node)} is traced")


def fix(event: TruthTest, site: Site) -> Rewrite | None:
    return known_again(site, event) or checked(site, site.module.statement_of(event.node))


RULE = Rule(
    code="JAX305", severity="error", events=("truth-test",), runtime="TracerBoolConversionError", check=check, fix=fix
)
