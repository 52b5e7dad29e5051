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
Unsafe, as the numbers become others: the same draw of `jax.random`. Its key is split from the one that the function
has; where there is none, a parameter `key` is added, and every call passes one: through all callers in all files that
are linted together, up to the code that nobody calls, where `jax.random.key(0)` is made. Under `vmap` each row, in
`scan` and `fori_loop` each iteration gets a key of its own. All files are edited, or none: where a caller is in a file
that was not asked for, or the function is handed to something else, there is only a suggestion.

## At run time
No exception: the same numbers on each call. https://docs.jax.dev/en/latest/random-numbers.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.keys.key_parameter import with_key
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.context import VMAP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import HostRandom


def check(event: HostRandom) -> Hazard:
    callee = event.module.source.segment(event.node.func)  # type: ignore[attr-defined]
    if event.context == VMAP:
        return Hazard(f"`{callee}` runs once, while tracing: all rows of the batch share its result")
    return Hazard(f"`{callee}` runs once, while tracing: every later call returns the same numbers")


def fix(event: HostRandom, site: Site) -> Rewrite | None:
    return with_key(site, event)


RULE = Rule(
    code="JAX401",
    severity="warning",
    events=("host-random",),
    runtime="none: the same numbers on each call",
    check=check,
    fix=fix,
    unfixed="no random key can be brought to this place from what is in view",
)
