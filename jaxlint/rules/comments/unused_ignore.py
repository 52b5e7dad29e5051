"""Ignore comment that suppresses nothing

## Why
The code no longer has the finding, or has moved; the comment would hide the next one. Only rules
that ran, in files that were analyzed completely, count. A finding may depend on a caller in another
file, so check the whole project before you remove the comment.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def normalize(x):
        return x / x.max()  # jaxlint: ignore[JAX201] -- called without jit


    normalize(jnp.ones(3))

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def normalize(x):
        return x / x.max()


    normalize(jnp.ones(3))

## Ways out
- remove the comment: a check of the whole project reports it as well
- check the whole project: the caller that causes the finding is in another file

## Fix safety
Unsafe: the finding may appear only when more files are checked. The fix removes the code, or the
comment if no code is left; the rest of the line's comment stays.

## How to silence
When only some configurations of the project have the finding: disable the rule in the settings.

## How to confirm
Remove the comment and run `jaxlint check` on the whole project: nothing new is reported.
"""

from __future__ import annotations

from jaxlint.rules.comments._asked_by_engine import check, fix
from jaxlint.rules.rule import Rule

RULE = Rule(code="JAX001", severity="info", events=(), runtime="none: JAX does not read comments", check=check, fix=fix)
