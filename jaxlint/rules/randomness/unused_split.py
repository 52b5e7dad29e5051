"""Nobody reads what `jax.random.split(key)` gives, and the old key is used on: keys do not change in place.

## Why
`split` and `fold_in` return new keys, and leave the one that they are given as it was. Where the result is dropped, the
line does nothing: what is drawn from `key` afterwards is the same as without it, and the same as before.

## Bad
    jax.random.split(key)
    x = jax.random.normal(key)

    key_a, key_b = jax.random.split(key)
    x, y = init(key), init(key)

## Good
    key, subkey = jax.random.split(key)
    x = jax.random.normal(subkey)

    key_a, key_b = jax.random.split(key)
    x, y = init(key_a), init(key_b)

## Fix
A suggestion for the call as a statement: `key, subkey = jax.random.split(key)`, or `key = jax.random.fold_in(key, i)`,
where `key` can be bound there.

## At run time
Nothing: the old key gives the old numbers. `jax.config.update("jax_debug_key_reuse", True)` raises `KeyReuseError`
where a key is drawn from after it was split.
https://docs.jax.dev/en/latest/random-numbers.html
"""

from __future__ import annotations

import _ast

from jaxlint.codemods.recipes.keys.kept import kept
from jaxlint.dataflow.unread import later_read
from jaxlint.rules.key_reuse import is_for_a_test
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import KeyDropped


def check(event: KeyDropped) -> Hazard | None:
    if event.module.is_test or is_for_a_test(event.module, event.node):
        return None
    if not isinstance(event.argument, _ast.Name):
        return None  # it is not known who reads it
    later = later_read(event.module, event.node, event.argument)
    if later is None or _is_made_again(event, later):
        return None
    key, place = quoted(event, event.argument), event.module.line_name(later)
    return Hazard(f"nobody reads what {quoted(event, event.node)} returns: {key} on {place} is still the old key")


def _is_made_again(event: KeyDropped, later: _ast.AST) -> bool:
    """The later read is in the same call: it gives what this one gave, and nothing is lost."""
    again = event.module.parents.get(later)
    if again is None or again is event.node:
        return False
    first, second = (event.module.source.segment(node).split() for node in (event.node, again))
    return first == second


def fix(event: KeyDropped, site: Site) -> Rewrite | None:
    return kept(site, event)


RULE = Rule(
    code="JAX403",
    severity="warning",
    events=("key-dropped",),
    runtime="none: the old key gives the old numbers",
    check=check,
    fix=fix,
    unfixed="which of the keys was meant is not known",
    groups=("keys",),
)
