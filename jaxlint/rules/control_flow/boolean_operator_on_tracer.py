"""`and`, `or`, `not`, a chained comparison or `in` on a traced value

## Why
Python converts the operands of these operators to bool, and a traced array has no concrete value.
`0 < x < 1` is the same as `0 < x and x < 1`. Only `&`, `|` and `~` work element by element.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def keep_inside(x):
        return jnp.where(0 < x < 1, x, 0.0)


    print(keep_inside(jnp.array([-0.5, 0.5, 1.5])))

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def keep_inside(x):
        return jnp.where((0 < x) & (x < 1), x, 0.0)


    print(keep_inside(jnp.array([-0.5, 0.5, 1.5])))  # prints [0.  0.5 0. ]

## Ways out
- combine them with `&`, `|` and `~`: the operands are boolean; put parentheses around each comparison
- use `&`, `|` and `~` in `jnp.where` or `lax.cond`: it is the test of an `if`
- use `&`, `|` and `~` in `lax.while_loop`: it is the test of a `while`, whose gradient is not needed
- use `jnp.where`: `x or y` selects a value and not a truth value
- use `jnp.isin`: `x in values` compares with an array or a long list

## Fix safety
Safe if the operands are scalars of one dtype, or if only a JAX operation makes them traced and
Python computes the same values. Otherwise unsafe. A suggestion, `checkify.check`, inside an
`assert` or an `if` that only raises. In the test of an `if`, `while` or conditional expression, the
fix covers the whole statement; no fix if that is not possible.

## How to silence
When a caller that jaxlint cannot see passes Python values.

## JAX's error
`TracerBoolConversionError` for a scalar: Attempted boolean conversion of traced array. `ValueError`
for other shapes: The truth value of an array with more than one element is ambiguous.
https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerBoolConversionError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.branches.caught import handled
from jaxlint.codemods.recipes.branches.checks import check_around, checked
from jaxlint.codemods.recipes.branches.logic import logical
from jaxlint.codemods.recipes.control_flow.branches import branch, ternary
from jaxlint.codemods.recipes.control_flow.loops import loop_left_by, mended_loop
from jaxlint.codemods.recipes.static.flags import flags_of_branch
from jaxlint.codemods.recipes.static.static_arithmetic import known_again
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.values import TruthTest


_WORDS = {
    "and": "`and`", "or": "`or`", "not": "`not`", "in": "`in`", "chain": "a chained comparison",
    "==": "a comparison of tuples",
}  # fmt: skip


def check(event: TruthTest) -> Hazard | None:
    word = _WORDS.get(event.construct)
    if word is None:
        return None
    return Hazard(f"{word} needs a concrete bool, but {quoted(event, event.node)} is traced", ways=_ways(event))


def _ways(event: TruthTest) -> tuple[str, ...]:
    if event.construct == "in":
        return ("use `jnp.isin`",)
    decided = _decided_by(event)
    if isinstance(decided, ast.While):
        return ("use `&`, `|` and `~` in `lax.while_loop`",)
    if isinstance(decided, (ast.If, ast.IfExp)):
        return ("use `&`, `|` and `~` in `jnp.where`",)
    chooses = event.construct in ("and", "or") and decided is None
    return ("combine", *(["use `jnp.where`"] if chooses else []))


def _decided_by(event: TruthTest) -> ast.AST | None:
    """What it is the test of, as an `if`, where it only decides and selects no value."""
    node, parent = event.owner, event.module.parents.get(event.owner)
    while isinstance(parent, (ast.BoolOp, ast.UnaryOp)):
        node, parent = parent, event.module.parents.get(parent)
    return parent if parent is not None and getattr(parent, "test", None) is node else None


def fix(event: TruthTest, site: Site) -> Rewrite | None:
    check = check_around(site, event.owner)
    mended = _decision(event, site) if check is None else checked(site, check)
    flags = flags_of_branch(site, event.node) if isinstance(event.node, ast.expr) else None
    return known_again(site, event) or flags or mended


def _decision(event: TruthTest, site: Site) -> Rewrite | None:
    """Of the statement whose test it is, or else of the operator alone."""
    decided = _decided_by(event)
    if isinstance(decided, ast.If):
        return branch(site, decided) or loop_left_by(site, decided) or handled(site, decided)
    if isinstance(decided, ast.IfExp):
        return ternary(site, decided)
    return mended_loop(site, decided) if isinstance(decided, ast.While) else logical(site, event.owner)


RULE = Rule(
    code="JAX304", severity="error", events=("truth-test",), runtime="TracerBoolConversionError", check=check, fix=fix
)
