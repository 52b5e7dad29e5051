"""Padding of `nonzero(size=n)` included in a result

## Why
With `size=n` the result always has `n` entries. If the mask selects fewer, the rest is padding:
index 0 for `nonzero`, `where`, `argwhere` and `flatnonzero`, the smallest value for `unique`. A sum
includes the padding, and a write writes to `x[0]`. Nothing is reported if you set `fill_value`.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def sum_of_positive(x):
        (i,) = jnp.nonzero(x > 0, size=x.size)
        return x[i].sum()


    print(sum_of_positive(jnp.array([5, -1, 2])))  # prints 12

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def sum_of_positive(x):
        return x.sum(where=x > 0)


    print(sum_of_positive(jnp.array([5, -1, 2])))  # prints 7

## Ways out
- reduce with `where=`: a mask of the padding, or the original mask, excludes what was not found
- pass `fill_value=x.size` and use `mode="drop"`: you only write at the indices; the padding is dropped
- choose a `size` that is always filled: exactly `n` elements are true, as after a selection by rank

## Fix safety
Unsafe: the result changes, as the padding is excluded. No fix if jaxlint cannot find where to
exclude it.

## How to silence
When the mask always selects exactly `size` elements, or index 0 is harmless there.

## How to confirm
Compare with the same code in NumPy, without `size=`, on a mask that selects few elements.
https://docs.jax.dev/en/latest/_autosummary/jax.numpy.nonzero.html
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.masks.padded_entries import padding_left_out
from jaxlint.dataflow.repeats import given_by
from jaxlint.rules.padded_uses import COUNTED, REDUCED, Use, uses
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.shapes import Padded

_ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_RANKS = frozenset("arange argsort sort top_k iota broadcasted_iota cumsum partition argpartition percentile".split())
_DEPTH = 3


def check(event: Padded) -> Hazard | None:
    found = _first(event)
    if found is None:
        return None
    node, how = found
    size, call = quoted(event, event.size), quoted(event, event.node)
    if how == COUNTED:
        return Hazard(f"{quoted(event, node)} is always {size}, not the number found by {call}", node)
    what = "the smallest value" if event.callee.endswith("unique") else "index 0"
    told = f"{call} pads with {what} if it finds fewer than {size}"
    verb = "includes padding" if how == REDUCED else "also writes for the padding"
    return Hazard(f"{quoted(event, node)} {verb}: {told}", node)


def _first(event: Padded) -> Use | None:
    found = uses(event.module, event.node, event.callee.rpartition(".")[2])
    if not event.room and not _is_up_to_numbers(event):
        found = [use for use in found if use[1] == COUNTED]
    return found[0] if found else None


def _is_up_to_numbers(event: Padded, depth: int = _DEPTH) -> bool:
    """The mask compares with a bound: how many are below it, nobody knows; of ranks and counters, one may."""
    if event.callee.endswith("unique"):
        return False
    mask: ast.AST | None = event.selected
    if isinstance(mask, ast.Name):
        mask = given_by(event.module, mask)
    if not isinstance(mask, ast.Compare) or len(mask.ops) != 1 or not isinstance(mask.ops[0], _ORDERED):
        return False
    sides = [mask.left, mask.comparators[0]]
    return any(map(_is_bound, sides)) and not any(_holds_ranks(event, side, depth) for side in sides)


def _is_bound(node: ast.AST) -> bool:
    return isinstance(node, (ast.Constant, ast.Name)) or (
        isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    )


def _holds_ranks(event: Padded, node: ast.AST, depth: int) -> bool:
    for part in walk(node):
        if isinstance(part, ast.Attribute) and part.attr in _RANKS:
            return True
        given = given_by(event.module, part) if isinstance(part, ast.Name) and depth else None
        if given is not None and _holds_ranks(event, given, depth - 1):
            return True
    return False


def fix(event: Padded, site: Site) -> Rewrite | None:
    found = _first(event)
    if found is None or not isinstance(event.node, ast.Call):
        return None
    return padding_left_out(site, event, found[0], found[1])


RULE = Rule(
    code="JAX111", severity="warning", events=("padded",), runtime="none: the numbers are others", check=check, fix=fix
)
