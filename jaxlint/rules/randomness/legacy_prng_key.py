"""`jax.random.PRNGKey`, which creates a legacy key

## Why
A legacy key is a `uint32` array: arithmetic on it, indexing it, or a shape that includes its last
axis goes unnoticed. A typed key from `jax.random.key` has its own dtype and no such axis, carries
its PRNG implementation, and returns the same numbers. JAX recommends it for new code.

## Bad
    import jax
    import jax.numpy as jnp

    key = jax.random.PRNGKey(0)
    print(jnp.shape(key))  # prints (2,)

    keys = jax.random.split(key, 3)
    print(jnp.shape(keys))  # prints (3, 2)

## Good
    import jax
    import jax.numpy as jnp

    key = jax.random.key(0)
    print(jnp.shape(key))  # prints ()

    keys = jax.random.split(key, 3)
    print(jnp.shape(keys))  # prints (3,)

## Ways out
- use `jax.random.key`: keys are only passed to `jax.random` and to libraries that accept typed keys
- keep `jax.random.PRNGKey`: keys are stored, sent or passed to code that expects `uint32` arrays

## Fix safety
Unsafe, as shape and dtype of the keys change. No fix in a file that saves, compares, indexes or reshapes keys, or
that mentions `uint32`: such code needs `jax.random.key_data` and `jax.random.wrap_key_data`.

## How to silence
When a library or a file format needs the legacy `uint32` format.

## How to confirm
Print `key.dtype`: it is `uint32`, and `key<fry>` for a typed key.
https://docs.jax.dev/en/latest/jep/9263-typed-keys.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.keys.typed import typed_key
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.keys import LegacyKey


def check(event: LegacyKey) -> Hazard:
    made = quoted(event, event.node)
    return Hazard(f"{made} creates a legacy uint32 key; `jax.random.key` creates a typed key")


def fix(event: LegacyKey, site: Site) -> Rewrite | None:
    return typed_key(site, event.node)


RULE = Rule(
    code="JAX405",
    severity="info",
    events=("legacy-key",),
    runtime="none: both draw the same numbers",
    check=check,
    fix=fix,
    groups=("keys",),
)
