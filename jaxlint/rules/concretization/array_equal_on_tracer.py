"""`np.array_equal` of a traced array is always False

## Why
`np.array_equal` and `np.array_equiv` convert their arguments to NumPy arrays and return False if
that fails. It always fails for a traced array, so the compiled function contains a constant False.

## Bad
    import jax
    import jax.numpy as jnp
    import numpy as np


    @jax.jit
    def converged(x, y):
        return np.array_equal(x, y)


    print(converged(jnp.ones(2), jnp.ones(2)))  # prints False

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def converged(x, y):
        return jnp.array_equal(x, y)


    print(converged(jnp.ones(2), jnp.ones(2)))  # prints True

## Ways out
- use `jnp.array_equal`: the compiled function needs the answer
- compare outside `jit` with `np.testing.assert_array_equal`: it is a test of the result

## Fix safety
Unsafe: the answer changes, and it is a traced value. An `if` on it must become `jnp.where` or
`lax.cond` (JAX301).

## How to silence
When a caller that jaxlint cannot see runs the function without `jit`.

## How to confirm
Print the answer, or compare with the same call under `jax.disable_jit`.
https://docs.jax.dev/en/latest/_autosummary/jax.numpy.array_equal.html
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.rules.quoting import short_name
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.values import SilentlyFalse


def check(event: SilentlyFalse) -> Hazard:
    return Hazard(f"`{short_name(event.callee)}` is always False here: an argument is traced")


def fix(event: SilentlyFalse, site: Site) -> Rewrite | None:
    if not isinstance(event.node, ast.Call):
        return None
    function = event.callee.rpartition(".")[2]
    text = quote(site, "jnp.{}", function)
    return Rewrite(UNSAFE, f"use `jnp.{function}`", [Replace(event.node.func, text)])


RULE = Rule(
    code="JAX210",
    severity="warning",
    events=("silently-false",),
    runtime="none: the answer is False",
    check=check,
    fix=fix,
)
