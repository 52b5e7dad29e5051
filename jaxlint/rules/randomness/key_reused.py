"""A PRNG key is consumed twice: the second draw repeats, or correlates with, the first.

## Why
JAX's random functions are pure: the same key gives the same numbers. A draw or a `split` consumes its key; for
another, split it first. `fold_in(key, i)` does not consume the key, and gives another key for each `i`. A key that is
split twice gives the same keys, also by another number: `split(key, n)[i]` is the same one for every `n`, unless
`jax_threefry_partitionable` is off. What repeats no number, what is only evaluated on the same numbers, and what stands
in tests and benchmarks, is JAX406, which is off by default.

## Bad
    a = jax.random.normal(key)
    b = jax.random.uniform(key)

## Good
    key, subkey = jax.random.split(key)
    a = jax.random.normal(subkey)
    b = jax.random.uniform(key)

## Fix
Unsafe, since the numbers change: the key is split before each use but the last, in each iteration of a loop, and into
one key for each iteration of a comprehension. The body of a `scan` or `fori_loop` that closes over a key takes one of
`jax.random.split(key, n)`, or `jax.random.fold_in(key, i)`, in each iteration. Keys in attributes, containers, for the
leaves of a tree and under `vmap` are left to you.

## At run time
No exception: the numbers repeat. `jax.config.update("jax_debug_key_reuse", True)` raises `KeyReuseError`.
https://docs.jax.dev/en/latest/jax.experimental.key_reuse.html
"""

from __future__ import annotations

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.keys.closed_over import key_of_each_turn
from jaxlint.codemods.recipes.keys.reused_keys import split_before
from jaxlint.rules.key_reuse import matters, reuse
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.event import LEAF

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import KeyReused


def check(event: KeyReused) -> Hazard | None:
    return reuse(event) if matters(event) else None


def fix(event: KeyReused, site: Site) -> Rewrite | None:
    if event.repeated_for == LEAF:
        raise NoFix("how many leaves there are is not known here")
    return split_before(site, event) or key_of_each_turn(site, event)


RULE = Rule(
    code="JAX402",
    severity="warning",
    events=("key-reused",),
    runtime="jax_debug_key_reuse: KeyReuseError",
    check=check,
    fix=fix,
    groups=("keys",),
)
