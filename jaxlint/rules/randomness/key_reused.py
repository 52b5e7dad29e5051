"""PRNG key consumed twice

## Why
JAX's random functions are pure: the same key returns the same numbers. A draw or a `split` consumes
its key, so the second use repeats the first or correlates with it. `fold_in(key, i)` does not
consume the key. Splitting a key twice returns the same keys, also with another number of keys
(unless `jax_threefry_partitionable` is off). Reuse that rarely matters is JAX406.

## Bad
    import jax


    def init(key):
        scale = jax.random.normal(key, (3,))
        shift = jax.random.normal(key, (3,))
        return scale, shift


    scale, shift = init(jax.random.key(0))
    print((scale == shift).all())  # prints True

## Good
    import jax


    def init(key):
        scale_key, shift_key = jax.random.split(key)
        scale = jax.random.normal(scale_key, (3,))
        shift = jax.random.normal(shift_key, (3,))
        return scale, shift


    scale, shift = init(jax.random.key(0))
    print((scale == shift).all())  # prints False

## Ways out
- use `jax.random.split` before each use: there are a few uses, or a loop that carries the key
- use `jax.random.fold_in(key, i)`: a loop has an index and should not carry the key

## Fix safety
Unsafe, as the numbers change. No fix if the key is stored in an attribute or a container, is used for each leaf of
a tree, or is used under `vmap`.

## How to silence
When both uses should get the same numbers, as for common random numbers.

## How to confirm
Run it with `jax.config.update("jax_debug_key_reuse", True)`: JAX raises `KeyReuseError`.
https://docs.jax.dev/en/latest/jax.experimental.key_reuse.html
"""

from __future__ import annotations

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.keys.closed_over import key_of_each_turn
from jaxlint.codemods.recipes.keys.reused_keys import split_before
from jaxlint.rules.key_reuse import matters, reuse
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.events.keys import LEAF

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.keys import KeyReused


def check(event: KeyReused) -> Hazard | None:
    return reuse(event) if matters(event) else None


def fix(event: KeyReused, site: Site) -> Rewrite | None:
    if event.repeated_for == LEAF:
        raise NoFix("the number of leaves is unknown here")
    return split_before(site, event) or key_of_each_turn(site, event)


RULE = Rule(
    code="JAX402",
    severity="warning",
    events=("key-reused",),
    runtime="jax_debug_key_reuse: KeyReuseError",
    check=check,
    fix=fix,
    unfixed="no function can split the key before both uses",
    groups=("keys",),
)
