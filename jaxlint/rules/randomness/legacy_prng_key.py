"""`jax.random.PRNGKey` makes a legacy key, an array of integers; `jax.random.key` makes one that JAX knows for a key.

## Why
A legacy key is an array `u32[2]`: arithmetic on it, an index, or a shape that is off by its last axis goes unnoticed.
A key of `jax.random.key` has a dtype of its own and no such axis, takes along how it draws, and gives the same numbers.
JAX's documentation recommends it for new code. Off by default: `extend-select = ["JAX405"]`.

## Bad
    key = jax.random.PRNGKey(0)

## Good
    key = jax.random.key(0)

## Fix
Unsafe, as keys have another shape and dtype: what saves, compares, indexes or reshapes them has to change, too, with
`jax.random.key_data` and `wrap_key_data`. None in files that do so in view, or that speak of `uint32`.

## At run time
Nothing: both draw the same numbers. https://docs.jax.dev/en/latest/jep/9263-typed-keys.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.keys.typed import typed_key
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import LegacyKey


def check(event: LegacyKey) -> Hazard:
    return Hazard(f"{quoted(event, event.node)} makes a legacy key, an array of integers; `jax.random.key` a typed one")


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
