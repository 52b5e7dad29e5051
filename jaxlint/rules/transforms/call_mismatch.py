"""Value instead of a function, or a function with the wrong signature

## Why
`cond`, `switch`, `while_loop`, `fori_loop`, `scan`, `map`, `jit` and `grad` trace the function they receive,
so a branch must be a function and not its result. All branches take the same operands, and a body
takes its carry as one argument (`fori_loop`: index and carry; `scan`: carry and one element). The
predicate of `cond` and the index of `switch` are scalars; the bounds of `fori_loop` have one type.

## Bad
    import jax
    import jax.numpy as jnp
    from jax import lax


    @jax.jit
    def half_or_double(x):
        return lax.cond(x.sum() > 1, x / 2, x * 2)


    half_or_double(jnp.ones(3))

## Good
    import jax
    import jax.numpy as jnp
    from jax import lax


    @jax.jit
    def half_or_double(x):
        return lax.cond(x.sum() > 1, lambda: x / 2, lambda: x * 2)


    half_or_double(jnp.ones(3))

## Ways out
- wrap each branch in a lambda: the branches are written as expressions in the call
- pass the function and its operands separately: it is called where it should be passed
- take the arguments that JAX passes: the function has too few or too many, as `(carry, x)` in `lax.scan`
- reduce it to one scalar, or use `jnp.where`: the predicate, index or bound is an array or a list
- convert it, with `int()` or `.astype`, or pad it: a bound is a float, or dtype or shape are others

## Fix safety
A suggestion if the branches are written in the call: each becomes a lambda that closes over its names. No fix if a
branch binds a name or awaits a value, or if the call was meant differently.

## How to silence
When a decorator that jaxlint cannot follow changes the signature of the function.

## JAX's error
`TypeError`: "true_fun and false_fun arguments should be callable", "takes 1 positional argument but 2 were given",
"Pred must be a scalar", "Index type must be an integer", "lower and upper arguments to fori_loop must have equal
types"; `ValueError`: "Empty branch sequence". https://docs.jax.dev/en/latest/control-flow.html
"""

from __future__ import annotations

import _ast

from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SUGGESTION
from jaxlint.rules.quoting import shortened
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.transforms import CallMismatch

# What means something else in a lambda.
_OF_THE_FUNCTION = (_ast.NamedExpr, _ast.Await, _ast.Yield, _ast.YieldFrom, _ast.Starred)


def check(event: CallMismatch) -> Hazard:
    return Hazard(shortened(event.says), ways=_ways(event))


def _ways(event: CallMismatch) -> tuple[str, ...]:
    if event.values or "callable" in event.says:
        return ("pass the function",) if "here" in event.says else ("wrap", "pass the function")
    if "equal types" in event.says or "compiled for" in event.says:
        return ("convert",)
    return ("take",) if " calls " in event.says else ("reduce",)


def fix(event: CallMismatch, site: Site) -> Rewrite | None:
    if not event.values:
        return None
    if any(isinstance(part, _OF_THE_FUNCTION) for value in event.values for part in walk(value)):
        site.refuse("the branch assigns a name or awaits, which a lambda cannot do for its enclosing function")
        return None
    changes = [Replace(value, f"lambda: {site.text(value)}") for value in event.values]
    return Rewrite(SUGGESTION, "wrap the branches in lambdas", changes)


RULE = Rule(
    code="JAX616",
    severity="error",
    events=("call-mismatch",),
    runtime="TypeError",
    check=check,
    fix=fix,
    unfixed="more than one correction is possible",
)
