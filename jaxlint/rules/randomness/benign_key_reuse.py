"""PRNG key consumed twice where it rarely matters

## Why
A key should be consumed once. Drawing from a key and splitting it repeats no number; nor does
splitting it twice, if no key that both calls return is used. In tests, benchmarks, values that are
only printed or compared, and two cells of a notebook whose results never meet, it seldom matters.
JAX's key checker still raises. Reuse that repeats numbers where they matter is JAX402.

## Bad
    import jax


    def draw(key):
        noise = jax.random.normal(key, (3,))
        key, subkey = jax.random.split(key)
        return noise + jax.random.uniform(subkey)


    draw(jax.random.key(0))

## Good
    import jax


    def draw(key):
        key, subkey = jax.random.split(key)
        noise = jax.random.normal(subkey, (3,))
        key, subkey = jax.random.split(key)
        return noise + jax.random.uniform(subkey)


    draw(jax.random.key(0))

## Ways out
- use `jax.random.split` before each use: new code, or code that must pass JAX's key checker
- use `jax.random.fold_in(key, i)`: a loop has an index and should not carry the key

## Fix safety
Unsafe, as the numbers change: if a split follows a draw, the key is split before both. No fix otherwise, as the
same numbers may be intended.

## How to silence
When both uses should get the same numbers, for example to compare two implementations.

## How to confirm
Run it with `jax.config.update("jax_debug_key_reuse", True)`: JAX raises `KeyReuseError`.
https://docs.jax.dev/en/latest/jax.experimental.key_reuse.html
"""

from __future__ import annotations

from jaxlint.rules.key_reuse import matters, reuse
from jaxlint.rules.randomness import key_reused
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.keys.key_use import SPLIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.keys import KeyReused


def check(event: KeyReused) -> Hazard | None:
    return None if matters(event) else reuse(event)


def fix(event: KeyReused, site: Site) -> Rewrite | None:
    is_late = not event.repeats and event.previous_callee != SPLIT  # a split after a draw
    return key_reused.fix(event, site) if is_late else None


RULE = Rule(
    code="JAX406",
    severity="info",
    events=("key-reused",),
    runtime="jax_debug_key_reuse: KeyReuseError",
    check=check,
    fix=fix,
    unfixed="only you know whether the same numbers are intended",
    groups=("keys",),
)
