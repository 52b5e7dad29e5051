"""API that the target JAX version has removed

## Why
JAX removes an API about three months after it was deprecated. The oldest JAX version that the code
must support counts: from `target-jax`, the lock file or the requirements, else the newest known.
Uses behind a version check, `hasattr(jax, ...)` or `except ImportError` are not reported.

## Bad
    import jax


    def scale(params, factor):
        return jax.tree_map(lambda p: factor * p, params)


    print(scale({"w": 2, "b": 1}, 3))

## Good
    import jax


    def scale(params, factor):
        return jax.tree.map(lambda p: factor * p, params)


    print(scale({"w": 2, "b": 1}, 3))  # prints {'b': 3, 'w': 6}

## Ways out
- use the replacement: the message names it, and all JAX versions that you support have it
- check `hasattr` or catch `ImportError`: you support versions with and without it
- pin an older JAX version: there is no replacement yet

## Fix safety
Safe if the replacement is the same object or accepts the same arguments. Unsafe if the call changes
its form. No fix if a JAX version that you support lacks the replacement. Imports are updated.

## How to silence
When the code runs only on a JAX version that still has the API.

## JAX's error
`AttributeError` or `ImportError`, or `TypeError` for a parameter.
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
    from jaxlint.tracing.event import NameUsed, ParameterUsed


def is_removed(event: NameUsed | ParameterUsed) -> bool:
    """An annotation that Python doesn't run fails nowhere: that is for deprecated-api to tell."""
    return event.story.is_removed(event.target) and event.evaluated


def check(event: NameUsed | ParameterUsed) -> Hazard | None:
    return Hazard(what_became(event)) if is_removed(event) else None


def fix(event: NameUsed | ParameterUsed, site: Site) -> Rewrite | None:
    return successor(site, event, is_removed)


RULE = Rule(
    code="JAX701",
    severity="error",
    events=("name-used", "parameter-used"),
    runtime="AttributeError, ImportError or TypeError",
    check=check,
    fix=fix,
    unfixed="the replacement takes different arguments, or is newer than the target JAX version",
)
