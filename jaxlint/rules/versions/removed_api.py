"""A name, module or parameter that the target version of JAX does not have any more.

## Why
JAX drops what it deprecated after some three months. The table behind this rule is made from JAX itself, release by
release. What counts is the oldest JAX that the code has to run on: `target-jax` in the settings, else the lock file,
the requirements, or what `pyproject.toml`, `pixi.toml`, `setup.cfg`, `setup.py` or `environment.yml` ask for; where
nothing says, the newest that is known. Uses behind a version check, `hasattr(jax, ...)` or `try` ...
`except ImportError` are left alone.

## Bad
    from jax import tree_map

    def scale(params, k):
        return tree_map(lambda p: k * p, params)

## Good
    import jax

    def scale(params, k):
        return jax.tree.map(lambda p: k * p, params)

## Fix
The successor, where the target has it; imports are kept right. Safe where it is the same object or takes the same
arguments, unsafe where the form of the call changes.

## At run time
`AttributeError`, `ImportError`, or `TypeError` for a parameter. https://docs.jax.dev/en/latest/changelog.html
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
    unfixed="the successor takes other arguments, or is newer than the JAX that is asked for",
)
