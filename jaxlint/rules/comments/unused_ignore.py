"""A comment that silences a rule where the rule finds nothing.

## Why
What was silenced has been mended, or has moved away: the comment now hides the next mistake. Told only of rules that
ran, in files that were analysed in full. A finding may come from a caller in another file: check the whole project
before you believe that a comment is of no use.

## Bad
    @jax.jit
    def double(x):
        return 2 * x  # jaxlint: ignore[JAX201] -- shown once

## Good
    @jax.jit
    def double(x):
        return 2 * x

## Fix
The comment goes, or the code in it that is of no use; what else the line's comment says stays. Unsafe, as the finding
may show itself only where more files are looked at.

## At run time
Nothing: JAX does not read comments. https://docs.jax.dev/en/latest/errors.html
"""

from __future__ import annotations

from jaxlint.rules.comments._asked_by_engine import check, fix
from jaxlint.rules.rule import Rule

RULE = Rule(
    code="JAX001",
    severity="info",
    events=(),
    runtime="none: JAX does not read comments",
    check=check,
    fix=fix,
)
