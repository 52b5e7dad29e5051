"""`x[jnp.nonzero(mask, size=n)[0]].sum()`: the padding is counted in.

## Why
With `size=n` there are `n` results, however many elements the mask selects. Where they are fewer, the rest is padding:
without `fill_value`, `nonzero`, `where`, `argwhere` and `flatnonzero` repeat index 0, and `unique` repeats the least
value. Those are indices and values like all others. A sum or a mean takes `x[0]` for each of them, `x.at[i].set(v)`
writes to `x[0]`, and `len(i)` is always `n`.

The finding needs evidence that there is padding: room for all elements of the array, or a mask that compares
with a bound (`d < cutoff`), so that how many it selects is up to the numbers. What is masked before it is summed,
handed on to another function or handed out is not reported, nor is a `fill_value` that somebody chose.

## Bad
    @jax.jit
    def total(x):
        (i,) = jnp.nonzero(x > 0, size=x.size)
        return x[i].sum()

## Good
    @jax.jit
    def total(x):
        mask = x > 0
        (i,) = jnp.nonzero(mask, size=x.size)
        return x[i].sum(where=jnp.arange(x.size) < jnp.count_nonzero(mask))

    @jax.jit
    def total(x):
        return x.sum(where=x > 0)

## Fix
Unsafe, as the numbers become others: `where=` in the reduction, `fill_value=` beyond the end of the array where all
that is done with the indices is to write (JAX drops what is out of bounds), `jnp.count_nonzero` in place of the length.

## At run time
Nothing is raised: compare with the same in NumPy, on a mask that selects few elements.
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
    from jaxlint.tracing.event import Padded

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
        return Hazard(f"{quoted(event, node)} is the `size` of {call}, however many are found", node)
    what = "the least value" if event.callee.endswith("unique") else "index 0"
    told = f"{call} repeats {what} where fewer than {size} are found"
    verb = "counts padding in" if how == REDUCED else "writes for padding, too"
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
    code="JAX111",
    severity="warning",
    events=("padded",),
    runtime="none: the numbers are others",
    check=check,
    fix=fix,
)
