"""`jnp.where` with a NaN gradient in the branch not selected

## Why
`jnp.where` computes both branches, and reverse mode multiplies the gradient of the one that is not
selected by zero. If that gradient is infinite (`log` or `sqrt` at 0, a division by 0, `arccos` at
1), the product is NaN. So the guard must also be inside: a second `where` replaces the input by a
harmless number. Forward mode is not affected.

## Bad
    import jax
    import jax.numpy as jnp


    def safe_log(x):
        return jnp.where(x > 0, jnp.log(x), 0.0)


    print(jax.grad(safe_log)(0.0))  # prints nan

## Good
    import jax
    import jax.numpy as jnp


    def safe_log(x):
        inside = jnp.where(x > 0, x, 1.0)
        return jnp.where(x > 0, jnp.log(inside), 0.0)


    print(jax.grad(safe_log)(0.0))  # prints 0.0

## Ways out
- guard the input with a second `jnp.where`: the values must stay exactly as they are
- add a small number, as in `jnp.sqrt(x + eps)`: the values may change a little

## Fix safety
Unsafe, as gradients change: NaN becomes a finite number. No fix if the operation with the infinite derivative is in
another statement than the `jnp.where`, or if the condition cannot be evaluated twice.

## How to silence
When the excluded input, such as an exact 0, never occurs.

## How to confirm
Print the gradient at the excluded input, or run with `jax.config.update("jax_debug_nans", True)`.
https://docs.jax.dev/en/latest/faq.html#gradients-contain-nan-where-using-where
"""

from __future__ import annotations

from jaxlint.codemods.recipes.values.harmless import harmless
from jaxlint.rules.quoting import quoted, short_name
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.gradients import SteepBranch


def check(event: SteepBranch) -> Hazard:
    selects = f"`{short_name(event.callee)}`"
    where = f"{quoted(event, event.condition)} is {'false' if event.taken else 'true'}"
    step = quoted(event, event.step)
    reason = f"{selects} multiplies an infinite derivative by zero"
    return Hazard(f"the gradient of {step} can be NaN where {where}: {reason}")


def fix(event: SteepBranch, site: Site) -> Rewrite | None:
    return harmless(site, event)


RULE = Rule(code="JAX801", severity="warning", events=("steep-branch",), runtime="jax_debug_nans", check=check, fix=fix)
