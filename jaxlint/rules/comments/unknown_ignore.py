"""A comment that silences a rule that there is not.

## Why
A code or name with a typing error silences nothing, or a rule has gone: the comment promises what it does not do.
Of `noqa` only what looks like one of our codes is asked for: the others belong to other tools.

## Bad
    @jax.jit
    def double(x):
        return 2 * x  # jaxlint: ignore[JAX2O1]

## Good
    @jax.jit
    def double(x):
        return 2 * x  # jaxlint: ignore[JAX201]

## Fix
The comment goes, or the code in it that there is not. Safe.

## At run time
Nothing: JAX does not read comments. https://docs.jax.dev/en/latest/errors.html
"""

from __future__ import annotations

from jaxlint.rules.comments._asked_by_engine import check, fix
from jaxlint.rules.rule import Rule

RULE = Rule(
    code="JAX002",
    severity="warning",
    events=(),
    runtime="none: JAX does not read comments",
    check=check,
    fix=fix,
)
