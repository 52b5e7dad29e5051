"""`# jaxlint: expect[...]` where the rule finds nothing.

## Why
`expect` silences like `ignore`, and asks to be told when it is no longer needed: the code has been mended, or the rule
has changed. Told only of rules that ran, in files that were analysed in full.

## Bad
    @jax.jit
    def double(x):
        return 2 * x  # jaxlint: expect[JAX201] -- until the log takes arrays

## Good
    @jax.jit
    def double(x):
        return 2 * x

## Fix
The comment goes, or the code in it that was expected; what else the line's comment says stays. Unsafe, as the finding
may show itself only where more files are looked at.

## At run time
Nothing: JAX does not read comments. https://docs.jax.dev/en/latest/errors.html
"""

from __future__ import annotations

from jaxlint.rules.comments._asked_by_engine import check, fix
from jaxlint.rules.rule import Rule

RULE = Rule(
    code="JAX003",
    severity="warning",
    events=(),
    runtime="none: JAX does not read comments",
    check=check,
    fix=fix,
)
