"""API that the target version of JAX, flax or optax has removed

## Why
JAX removes an API about three months after it was deprecated. The oldest JAX version that the code
must support counts: from `target-jax`, the lock file or the requirements, else the newest known.
Uses behind a version check, `hasattr(jax, ...)` or `except ImportError` are not reported. The same holds
for flax and optax, and for what flax 0.11 and 0.12 refuse.

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
- pin an older version: there is no replacement yet, or the new form does not exist in yours

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
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.rules.fates import what_became
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.events.libraries import LibraryChanged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.libraries import NameUsed, ParameterUsed


def is_removed(event: NameUsed | ParameterUsed) -> bool:
    """An annotation that Python doesn't run fails nowhere: that is for deprecated-api to tell."""
    return event.story.is_removed(event.target) and event.evaluated


def check(event: NameUsed | ParameterUsed | LibraryChanged) -> Hazard | None:
    if isinstance(event, LibraryChanged):
        advice = f": use `{event.wrapper}`" if event.wrapper else ""
        return Hazard(f"{event.says} since {event.since}{advice}", ways=("use the replacement", "pin"))
    return Hazard(what_became(event)) if is_removed(event) else None


def fix(event: NameUsed | ParameterUsed | LibraryChanged, site: Site) -> Rewrite | None:
    if isinstance(event, LibraryChanged):
        return _wrapped(event, site)
    return successor(site, event, is_removed)


def _wrapped(event: LibraryChanged, site: Site) -> Rewrite | None:
    """``nnx.data([...])``, which releases before 0.11 lack."""
    if not event.wrapper:
        return None
    called = site.name_of(f"flax.{event.wrapper}")
    return Rewrite(UNSAFE, f"wrap it in `{event.wrapper}`", [Replace(event.node, f"{called}({site.text(event.node)})")])


RULE = Rule(
    code="JAX701",
    severity="error",
    events=("name-used", "parameter-used", "library-changed"),
    runtime="AttributeError, ImportError or TypeError",
    check=check,
    fix=fix,
    unfixed="the replacement takes different arguments, or is newer than the target JAX version",
)
