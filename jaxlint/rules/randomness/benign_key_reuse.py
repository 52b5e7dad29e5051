"""A PRNG key is consumed twice where it rarely matters.

## Why
A key that is drawn from and split, in either order, repeats no number, nor does one that is split twice where no key is
used that both splits gave (`split(key, n)[i]` is the same key for every `n`). Tests, benchmarks, first calls that only
compile, and functions that are called for numbers to print or to compare seldom care whether two draws are independent.
JAX's own checker reports them all the same, and a key that is consumed once is easier to reason about. Off by default:
`extend-select = ["JAX406"]`. What repeats numbers is JAX402.

## Bad
    noise = jax.random.normal(key)
    key, subkey = jax.random.split(key)

## Good
    key, subkey = jax.random.split(key)
    noise = jax.random.normal(subkey)

## Fix
As that of JAX402 where a split comes after a draw: unsafe, since the numbers change. Otherwise none: the same numbers
may be wanted.

## At run time
No exception. `jax.config.update("jax_debug_key_reuse", True)` raises `KeyReuseError`.
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
    from jaxlint.tracing.event import KeyReused


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
    groups=("keys",),
)
