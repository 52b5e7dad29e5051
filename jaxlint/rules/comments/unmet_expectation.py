"""`expect[...]` without a finding

## Why
`expect` suppresses a finding like `ignore`, and reports when there is none any more: the code is
fixed, or the rule has changed. Only rules that ran, in files that were analyzed completely, count.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def normalize(x):
        return x / x.max()  # jaxlint: expect[JAX201] -- until the log accepts arrays


    normalize(jnp.ones(3))

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def normalize(x):
        return x / x.max()


    normalize(jnp.ones(3))

## Ways out
- remove the comment: the code is fixed
- check the whole project: the caller that causes the finding is in another file

## Fix safety
Unsafe: the finding may appear only when more files are checked. The fix removes the code, or the
comment if no code is left; the rest of the line's comment stays.

## How to silence
When only some configurations of the project have the finding: use `ignore` instead of `expect`.

## How to confirm
Remove the comment and run `jaxlint check` on the whole project: nothing new is reported.
"""

from __future__ import annotations

from jaxlint.rules.comments._asked_by_engine import check, fix
from jaxlint.rules.rule import Rule

RULE = Rule(
    code="JAX003", severity="warning", events=(), runtime="none: JAX does not read comments", check=check, fix=fix
)
