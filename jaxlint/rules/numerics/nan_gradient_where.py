"""`jnp.where(x > 0, jnp.log(x), 0.0)` under `jax.grad`: the gradient is NaN where `x` is 0.

## Why
`jnp.where` computes both branches, and reverse mode gives the one that is not selected a gradient of zeros. Where a
step in that branch has an infinite derivative (`log`, `sqrt`, `norm`, a division at 0, `arccos` at 1 ...), zero times
infinity is NaN, whatever was selected. The guard must be inside, too: the step gets a harmless number where its
result is not used (the "double where"). Forward mode (`jax.jvp`, `jax.jacfwd`) has no such trouble.

The finding needs a gradient in view that flows backwards through the step, and a condition that excludes the very
number at which the derivative is infinite.

## Bad
    jax.grad(lambda x: jnp.where(x > 0, jnp.log(x), 0.0))

## Good
    jax.grad(lambda x: jnp.where(x > 0, jnp.log(jnp.where(x > 0, x, 1.0)), 0.0))

## Fix
The second `where`, inside: unsafe, as gradients differ by intention. None where the step stands in another statement.

## At run time
Nothing is raised; `jax_debug_nans` stops where the NaN arises.
https://docs.jax.dev/en/latest/faq.html#gradients-contain-nan-where-using-where
"""

from __future__ import annotations

from jaxlint.codemods.recipes.values.harmless import harmless
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import SteepBranch


def check(event: SteepBranch) -> Hazard:
    where = f"{quoted(event, event.condition)} is {'false' if event.taken else 'true'}"
    step = quoted(event, event.step)
    return Hazard(
        f"the gradient becomes NaN where {where}: {step} has an infinite derivative there, and `where` multiplies it "
        "by zero"
    )


def fix(event: SteepBranch, site: Site) -> Rewrite | None:
    return harmless(site, event)


RULE = Rule(
    code="JAX801",
    severity="warning",
    events=("steep-branch",),
    runtime="jax_debug_nans",
    check=check,
    fix=fix,
)
