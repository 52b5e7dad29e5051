"""Deprecated API

## Why
The API still works, with a `DeprecationWarning`, and will be removed in a later release. If the
code must support several JAX versions (`target-jax = ">=0.4.30"`), this rule also reports what the
newer ones have removed.

## Bad
    import jax
    import jax.numpy as jnp
    from jax.experimental.pjit import pjit


    def double(x):
        return 2 * x


    print(pjit(double)(jnp.array(4)))  # prints 8

## Good
    import jax
    import jax.numpy as jnp


    def double(x):
        return 2 * x


    print(jax.jit(double)(jnp.array(4)))  # prints 8

## Ways out
- use the replacement: the message names it, and all JAX versions that you support have it
- raise the oldest JAX version that you support: it lacks the replacement
- check `hasattr` or catch `ImportError`: you support versions with and without it

## Fix safety
Safe if the replacement is the same object or accepts the same arguments. Unsafe if the call changes
its form. No fix if a JAX version that you support lacks the replacement. Imports are updated.

## How to silence
When you must support a JAX version that lacks the replacement.

## How to confirm
Run the program with `python -W error::DeprecationWarning`.
https://docs.jax.dev/en/latest/changelog.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.versions.successors import successor
from jaxlint.rules.fates import what_became
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.libraries import NameUsed, ParameterUsed


def is_deprecated(event: NameUsed | ParameterUsed) -> bool:
    """Old in the newest version that is aimed at, and no failure in the oldest."""
    return event.story.is_old(event.target) and not (event.story.is_removed(event.target) and event.evaluated)


def check(event: NameUsed | ParameterUsed) -> Hazard | None:
    return Hazard(what_became(event)) if is_deprecated(event) else None


def fix(event: NameUsed | ParameterUsed, site: Site) -> Rewrite | None:
    return successor(site, event, is_deprecated)


RULE = Rule(
    code="JAX702",
    severity="warning",
    events=("name-used", "parameter-used"),
    runtime="DeprecationWarning",
    check=check,
    fix=fix,
    unfixed="the replacement takes different arguments, or is newer than the target JAX version",
)
