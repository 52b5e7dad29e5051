"""`x.at[i].set(v)` as a statement of its own: the updated copy is dropped, and `x` stays as it was.

## Why
JAX arrays are immutable. `x.at[i].set(v)`, `.add`, `.multiply` and the others give a new array; without `x = ` before
it, the line does nothing, and nothing says so.

## Bad
    x.at[0].set(10)
    return x

## Good
    x = x.at[0].set(10)
    return x

## Fix
Unsafe, as the numbers become others: `x = x.at[0].set(10)`, where `x` is a name that can be bound there, and is read
afterwards. None where only the caller, or an outer scope, would read it.

## At run time
Nothing: the array stays as it was. https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ndarray.at.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.purity.rebound import rebound
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import UpdateDropped


def check(event: UpdateDropped) -> Hazard | None:
    if event.function is None and event.module.path.endswith(".ipynb"):
        return None  # the last line of a cell is shown
    base = quoted(event, event.node.func.value.value.value)  # type: ignore[attr-defined]
    return Hazard(f"{quoted(event, event.node)} returns an updated copy, which is dropped: {base} stays as it was")


def fix(event: UpdateDropped, site: Site) -> Rewrite | None:
    return rebound(site, event.node)


RULE = Rule(
    code="JAX506",
    severity="warning",
    events=("update-dropped",),
    runtime="no error: the array stays as it was",
    check=check,
    fix=fix,
    unfixed="the array has no name that can be bound here",
)
