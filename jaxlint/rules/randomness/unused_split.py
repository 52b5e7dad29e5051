"""Unused result of `jax.random.split` or `fold_in`

## Why
`split` and `fold_in` return new keys and leave their argument unchanged. If the result is not used,
the line does nothing: later draws from the old key return the same numbers as without it.

## Bad
    import jax


    def noise(seed, step):
        key = jax.random.key(seed)
        jax.random.fold_in(key, step)
        return jax.random.normal(key)


    print(noise(0, 1) == noise(0, 2))  # prints True

## Good
    import jax


    def noise(seed, step):
        key = jax.random.key(seed)
        key = jax.random.fold_in(key, step)
        return jax.random.normal(key)


    print(noise(0, 1) == noise(0, 2))  # prints False

## Ways out
- bind the result, `key, subkey = jax.random.split(key)`: the following draws should be new
- bind the result, `key = jax.random.fold_in(key, i)`: the draws should depend on an index
- delete the line: the old key is meant, and is consumed only once

## Fix safety
A suggestion for a call that is a statement, if `key` can be reassigned there. No fix if `split` creates several
keys, or the unused keys have a name.

## How to silence
When the call only checks that the key is valid.

## How to confirm
Remove the line: the numbers stay the same. With `jax.config.update("jax_debug_key_reuse", True)`, JAX raises
`KeyReuseError` if a key is used after `split`. https://docs.jax.dev/en/latest/random-numbers.html
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
    from jaxlint.tracing.events.keys import KeyDropped


def check(event: KeyDropped) -> Hazard | None:
    if event.module.is_test or is_for_a_test(event.module, event.node):
        return None
    if not isinstance(event.argument, _ast.Name):
        return None  # it is not known who reads it
    later = later_read(event.module, event.node, event.argument)
    if later is None or _is_made_again(event, later):
        return None
    key, place = quoted(event, event.argument), event.module.line_name(later)
    bind = "bind the result, `key = " if event.callee.endswith("fold_in") else "bind the result, `key, "
    message = f"the result of {quoted(event, event.node)} is unused: {place} still uses the old {key}"
    return Hazard(message, ways=(bind, "delete"))


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
    unfixed="it is unknown which key was intended",
    groups=("keys",),
)
