"""`lax.cond(x > 0, f(x), g(x))`: a value where a function is called, or a function that takes other arguments.

## Why
`cond`, `switch`, `while_loop`, `fori_loop`, `scan` and `map` trace the functions that they are given, each of them,
whichever is taken: a branch is a function and not its result, and all branches take the same operands. `cond` calls its
branches with the operands behind them, `while_loop` both of its functions with what it carries (one argument, a tuple
if need be), `fori_loop` its body with the index and the carry, `scan` with the carry and one row, `map` with one row.
The predicate of `cond` is one number (`jnp.where` chooses element by element), the index of `switch` one integer, and
the bounds of `fori_loop` are of one type. A function under `jit`, `vmap` or `grad` takes the arguments that it is
written with.

## Bad
    lax.cond(x > 0, jnp.sin(x), jnp.cos(x))
    lax.fori_loop(0, n, lambda x: x * 2, x)
    lax.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * 2), (0, x))

## Good
    lax.cond(x > 0, jnp.sin, jnp.cos, x)
    lax.fori_loop(0, n, lambda i, x: x * 2, x)
    lax.while_loop(lambda state: state[0] < 3, lambda state: (state[0] + 1, state[1] * 2), (0, x))

## Fix
A suggestion, where the branches are written in the call: `lambda: jnp.sin(x)`, which closes over what it needs.

## At run time
`TypeError: lax.cond: true_fun and false_fun arguments should be callable`, `<lambda>() takes 1 positional argument but
2 were given`, `Pred must be a scalar`, `Index type must be an integer`, `lower and upper arguments to fori_loop must
have equal types`; of a switch without branches `ValueError: Empty branch sequence`.
https://docs.jax.dev/en/latest/control-flow.html
"""

from __future__ import annotations

import _ast

from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SUGGESTION
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import CallMismatch

# What means something else in a lambda.
_OF_THE_FUNCTION = (_ast.NamedExpr, _ast.Await, _ast.Yield, _ast.YieldFrom, _ast.Starred)


def check(event: CallMismatch) -> Hazard:
    return Hazard(event.says)


def fix(event: CallMismatch, site: Site) -> Rewrite | None:
    if not event.values:
        return None
    if any(isinstance(part, _OF_THE_FUNCTION) for value in event.values for part in walk(value)):
        site.refuse("the branch binds a name, or waits, which a lambda does not do for the function around it")
        return None
    changes = [Replace(value, f"lambda: {site.text(value)}") for value in event.values]
    return Rewrite(SUGGESTION, "Make functions of the branches", changes)


RULE = Rule(
    code="JAX616",
    severity="error",
    events=("call-mismatch",),
    runtime="TypeError",
    check=check,
    fix=fix,
    unfixed="what the call was meant to be is not known",
)
