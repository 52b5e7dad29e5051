"""Ignore comment that names an unknown rule

## Why
A misspelled code or name suppresses nothing, and neither does one of a rule that no longer exists.
Of `noqa` comments only codes that look like those of jaxlint are checked; others belong to other
tools.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def normalize(x):
        return x / x.max()  # jaxlint: ignore[JAX2O1]


    normalize(jnp.ones(3))

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def normalize(x):
        return x / x.max()


    normalize(jnp.ones(3))

## Ways out
- correct the code: the message names the rule that is spelled most similarly
- remove the code: the rule no longer exists, or the line has no finding

## Fix safety
Safe: removes the unknown code, or the comment if no code is left.

## How to silence
When another version of jaxlint, which has the rule, also checks the code.

## How to confirm
`jaxlint rule` lists all codes and names.
"""

from __future__ import annotations

from jaxlint.rules.comments._asked_by_engine import check, fix
from jaxlint.rules.rule import Rule

RULE = Rule(
    code="JAX002", severity="warning", events=(), runtime="none: JAX does not read comments", check=check, fix=fix
)
