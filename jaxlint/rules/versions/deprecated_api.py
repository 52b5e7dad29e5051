"""A name, module or parameter that JAX has deprecated, and will drop.

## Why
It still works, with a `DeprecationWarning`; some releases later it is gone. Where the code has to run on several
versions of JAX (`target-jax = ">=0.4.30"`, or such a dependency), this rule also tells what a newer one has dropped.

## Bad
    from jax.experimental.shard_map import shard_map

    step = shard_map(local_step, mesh, in_specs=P("x"), out_specs=P("x"), check_rep=False)

## Good
    import jax

    step = jax.shard_map(local_step, mesh=mesh, in_specs=P("x"), out_specs=P("x"), check_vma=False)

## Fix
The successor, where every version that is aimed at has it; imports are kept right. Safe where it is the same object or
takes the same arguments, unsafe where the form of the call changes.

## At run time
`DeprecationWarning`; run with `-W error::DeprecationWarning` to confirm.
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
    unfixed="the successor takes other arguments, or is newer than the JAX that is asked for",
)
