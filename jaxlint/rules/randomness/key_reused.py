"""A PRNG key is used up twice: the second draw repeats, or correlates with, the first.

## Why
JAX's random functions are pure: the same key gives the same numbers. A key is used up by one draw or one
`split`; for another, split it first. `fold_in(key, i)` leaves the key good, and gives another key for each `i`.

## Bad
    a = jax.random.normal(key)
    b = jax.random.uniform(key)

## Good
    key, subkey = jax.random.split(key)
    a = jax.random.normal(subkey)
    b = jax.random.uniform(key)

## Fix
Unsafe, as the numbers become others: the key is split before each use but the last, in each turn of a loop, and
into one key for each turn of a comprehension. The body of a `scan` or `fori_loop` that uses a key from around it takes
one of `jax.random.split(key, n)`, or `jax.random.fold_in(key, i)`, in each turn. Keys in attributes, containers and
under `vmap` are left to you.

## At run time
No exception: the numbers repeat. `jax.config.update("jax_debug_key_reuse", True)` raises `KeyReuseError`.
https://docs.jax.dev/en/latest/jax.experimental.key_reuse.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.keys.closed_over import key_of_each_turn
from jaxlint.codemods.recipes.keys.reused_keys import split_before
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import KeyReused


def check(event: KeyReused) -> Hazard:
    key = "the key" if event.argument is None else f"`{_text(event, event.argument)}`"
    if event.loop:
        return Hazard(f"{key} is used up anew in each turn of a loop: the same random numbers every time")
    before = event.previous_callee.removeprefix("jax.")
    place = f"line {event.previous.lineno}"  # type: ignore[attr-defined]
    if event.previous_module is not event.module:
        place = f"{event.previous_module.path}, {place}"
    elif event.previous.lineno > event.node.lineno:  # type: ignore[attr-defined]
        place += ", one turn of the loop earlier"
    return Hazard(f"{key} was used up by `{before}` in {place}: split it, or the random numbers repeat")


def _text(event: KeyReused, node: object) -> str:
    return " ".join(event.module.source.segment(node).split())  # type: ignore[arg-type]


def fix(event: KeyReused, site: Site) -> Rewrite | None:
    return split_before(site, event) or key_of_each_turn(site, event)


RULE = Rule(
    code="JAX402",
    severity="warning",
    events=("key-reused",),
    runtime="jax_debug_key_reuse: KeyReuseError",
    check=check,
    fix=fix,
)
