"""A random number of NumPy's or Python's is drawn while tracing, and frozen into the compiled function.

## Why
`np.random` and `random` are Python code with a hidden state: they run once, while JAX traces, and the number
becomes a constant. Each later call gives the same one; under `vmap` all rows share it.

## Bad
    @jax.jit
    def noisy(x):
        return x + np.random.normal(size=3)

## Good
    @jax.jit
    def noisy(x, key):
        return x + jax.random.normal(key, (3,))

## Fix
Unsafe, as the numbers become others: the same draw of `jax.random`. Its key is split from the function's parameter
`key`; where there is none, one is added, and each call in the module passes a key. A function that the module
does not call, or hands to something else, gets a suggestion.

## At run time
No exception: the same numbers on each call. https://docs.jax.dev/en/latest/random-numbers.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.key_parameter import with_key
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.context import VMAP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import HostRandom


def check(event: HostRandom) -> Hazard:
    said = event.module.source.segment(event.node.func)  # type: ignore[attr-defined]
    if event.context == VMAP:
        return Hazard(f"`{said}` draws once, while tracing: all rows of the batch share the number")
    return Hazard(f"`{said}` draws once, while tracing: every later call gives the same number")


def fix(event: HostRandom, site: Site) -> Rewrite | None:
    return with_key(site, event)


RULE = Rule(
    code="JAX401",
    severity="warning",
    events=("host-random",),
    runtime="none: the same numbers on each call",
    check=check,
    fix=fix,
)
