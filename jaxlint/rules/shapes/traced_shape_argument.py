"""A traced value for a parameter that must be static: a shape, a length, an axis, a number of classes ...

## Why
What `jnp.arange`, `zeros`, `reshape`, `one_hot`, `top_k` and their like are told decides shapes, and under a trace
every shape must be known before. Which parameters these are was measured on JAX itself, for all of its array functions.

## Bad
    @jax.jit
    def steps(n):
        return jnp.arange(n) * 0.1

## Good
    @partial(jax.jit, static_argnames="n")
    def steps(n):
        return jnp.arange(n) * 0.1

## Fix
Safe: `random.choice(key, n, shape)` becomes `randint(key, shape, 0, n)`, which draws the same numbers, and
`lax.slice(x, (i,), (i + 3,))` becomes `lax.dynamic_slice(x, (i,), (3,))`; `jnp.arange(i, i + 3)` becomes
`i + jnp.arange(3)`; `jnp.delete(x, i)` of one element says `assume_unique_indices=True`. Unsafe: `jnp.arange(n)` that
meets `x[:n]` becomes a range over all of x, under the mask that the slice becomes (see traced-slice-bound).

Unsafe: the parameters that it comes from, through helper functions and methods too, are made static where they are
jitted: one compilation for each value. A list that a caller passes for them becomes a tuple, which can be hashed. Not
offered where a caller in view passes an array or maps over it.

## At run time
`ConcretizationTypeError`, `TypeError: Shapes must be 1D sequences of concrete values` and others.
https://docs.jax.dev/en/latest/errors.html#jax.errors.ConcretizationTypeError
"""

from __future__ import annotations

import _ast

from jaxlint.codemods.recipes.slices.shape_arguments import without_static_size
from jaxlint.codemods.recipes.static.static_names import made_static_parameter
from jaxlint.rules.quoting import quoted, short_name
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import StaticParameter


def check(event: StaticParameter) -> Hazard | None:
    if isinstance(event.value, Traced) and event.value.staged:
        return None  # static-value-staged
    callee = short_name(event.callee)
    passed = "what an outer transform passes for it" if _is_outside(event) else quoted(event, event.node)
    return Hazard(f"`{_parameter(event)}` of `{callee}` must be static, but {passed} is traced")


def _is_outside(event: StaticParameter) -> bool:
    """A number, or the transform itself, is marked: ``jit(grad(f))(x, 2)`` where f is jitted with a static argument."""
    return isinstance(event.node, _ast.Constant) or event.node is event.call


def _parameter(event: StaticParameter) -> str:
    """The one argument of ``arange(n)`` is its stop, whatever the signature calls it."""
    call = event.call
    alone = isinstance(call, _ast.Call) and len(call.args) == 1 and not any(one.arg == "stop" for one in call.keywords)
    return "stop" if event.parameter == "start" and alone and event.callee.endswith(".arange") else event.parameter


def fix(event: StaticParameter, site: Site) -> Rewrite | None:
    return without_static_size(site, event.call) or made_static_parameter(site, event.node)


RULE = Rule(
    code="JAX106",
    severity="error",
    events=("static-parameter",),
    runtime="ConcretizationTypeError",
    check=check,
    fix=fix,
    unfixed="nothing in view bounds the size, and no caller in view passes it as a Python number",
)
