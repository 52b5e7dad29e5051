"""The double where: a step of infinite slope gets a harmless number where its result is not selected."""

from __future__ import annotations

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.bindings import is_pure
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.gradients import SteepBranch

_HARMLESS = (1, 0, 0.5)


@recipe
def harmless(site: Site, event: SteepBranch) -> Rewrite | None:
    """``where(x > 0, log(x), 0)`` -> ``where(x > 0, log(where(x > 0, x, 1)), 0)``."""
    if event.operand not in walk(event.branch) or event.step not in walk(event.branch):
        raise NoFix("the operation with the infinite derivative is in another statement")
    if not is_pure(site, event.condition) or not is_pure(site, event.operand):
        raise NoFix("the condition or its operand cannot be evaluated twice")
    number = str(next(one for one in _HARMLESS if one not in event.poles))
    condition, operand = event.condition, event.operand
    if event.taken:
        inside = quote(site, "jnp.where({}, {}, {})", condition, operand, number)
    else:
        inside = quote(site, "jnp.where({}, {}, {})", condition, number, operand)
    return Rewrite(UNSAFE, f"guard `{site.text(event.operand)}` inside `jnp.where` as well", [Replace(operand, inside)])
