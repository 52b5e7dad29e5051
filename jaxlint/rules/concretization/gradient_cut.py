"""`.item()` or `int()` under `jax.grad`: the gradient is lost

## Why
Under `jax.grad` without `jit` the values are concrete, so `.item()` and `int()` work. But the
result is a Python number, which JAX treats as a constant: its gradient is zero. `float()` raises
(JAX202). Only numbers that arithmetic carries into the result are reported.

## Bad
    import jax
    import jax.numpy as jnp


    def loss(w):
        penalty = 0.5 * jnp.abs(w).item()
        return w**2 + penalty


    print(jax.grad(loss)(3.0))  # prints 6.0

## Good
    import jax
    import jax.numpy as jnp


    def loss(w):
        penalty = 0.5 * jnp.abs(w)
        return w**2 + penalty


    print(jax.grad(loss)(3.0))  # prints 6.5

## Ways out
- drop `.item()`: the value should be differentiated
- use `jax.lax.stop_gradient`: the value is meant to be a constant
- use `x + stop_gradient(jnp.floor(x) - x)`: you round with `int()` and want a straight-through gradient

## Fix safety
Unsafe: dropping `.item()` changes the gradient. No fix for `int()`, whose derivative is zero
anyway.

## How to silence
When the value is meant to be a constant for the gradient.

## How to confirm
Compare `jax.grad` with finite differences: `jax.test_util.check_grads`.
https://docs.jax.dev/en/latest/_autosummary/jax.lax.stop_gradient.html
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.values.casts import as_array
from jaxlint.dataflow.index import flow_of
from jaxlint.knowledge.api import is_elementwise
from jaxlint.rules.dotted import dotted
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.events.values import GradientCut

_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow)
_MOST = 20  # expressions that are followed


def check(event: GradientCut) -> Hazard | None:
    if not _enters_result(event.module, event.node):
        return None
    return Hazard(f"{quoted(event, event.node)} cuts the gradient: under `jax.grad` it returns a Python number")


def _enters_result(module: Module, node: ast.AST) -> bool:
    """The function returns something that is computed of it."""
    waiting = [node]
    for one in waiting:
        parent = module.parents[one]
        if isinstance(parent, (ast.Return, ast.Lambda)):
            return True
        waiting += [further for further in _further(module, one, parent) if further not in waiting]
        if len(waiting) > _MOST:
            return False
    return False


def _further(module: Module, node: ast.AST, parent: ast.AST) -> list[ast.AST]:
    """The arithmetic that an expression is a part of, or the reads of the name that it gets."""
    if isinstance(parent, ast.BinOp):
        return [parent] if isinstance(parent.op, _ARITHMETIC) else []
    if isinstance(parent, ast.UnaryOp):
        return [] if isinstance(parent.op, ast.Not) else [parent]
    if isinstance(parent, ast.Call):
        return [parent] if node in parent.args and is_elementwise(dotted(module, parent.func)) else []
    targets = parent.targets if isinstance(parent, ast.Assign) else [getattr(parent, "target", None)]
    if not isinstance(parent, (ast.Assign, ast.AugAssign)) or len(targets) > 1 or not isinstance(targets[0], ast.Name):
        return []
    return flow_of(module.function_of(parent) or module.tree).reaching.reads(targets[0])


def fix(event: GradientCut, site: Site) -> Rewrite | None:
    if event.how != "item" or not isinstance(event.node, ast.Call):
        return None
    return as_array(site, event.node, event.how)


RULE = Rule(
    code="JAX209",
    severity="warning",
    events=("gradient-cut",),
    runtime="none: the gradient is another one",
    check=check,
    fix=fix,
    unfixed="conversion to an integer has a zero derivative in JAX, too",
)
