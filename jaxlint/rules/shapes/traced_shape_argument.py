"""Traced value for a static parameter: shape, length, axis

## Why
Parameters such as the stop of `jnp.arange`, the shape of `jnp.zeros` or the `k` of `lax.top_k`
decide the shape of the result, and every shape must be static at trace time. This holds for the
counts of `jnp.repeat`, too.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def sine_wave(n):
        return jnp.sin(jnp.arange(n) * 0.1)


    sine_wave(100)

## Good
    from functools import partial

    import jax
    import jax.numpy as jnp


    @partial(jax.jit, static_argnames="n")
    def sine_wave(n):
        return jnp.sin(jnp.arange(n) * 0.1)


    sine_wave(100)

## Ways out
- make it static with `static_argnames`: it has few values; each one is compiled on its own
- create the largest array and mask it: the value changes often, as in `jnp.arange(n_max) < n`
- use `i + jnp.arange(k)` or `lax.dynamic_slice`: only the start is traced and the length is constant

## Fix safety
Safe if the same result has a form with a static shape, such as `jax.random.randint` for
`jax.random.choice`, or `i + jnp.arange(3)` for `jnp.arange(i, i + 3)`. Unsafe if a parameter is
made static: one compilation per value, and callers must pass Python values. No fix if nothing
bounds the size and no known caller passes a Python number, or if one passes an array or maps over
it.

## How to silence
When a caller that jaxlint cannot see passes a Python value, or makes the parameter static.

## JAX's error
`ConcretizationTypeError`, or `TypeError`: Shapes must be 1D sequences of concrete values of integer
type. https://docs.jax.dev/en/latest/errors.html#jax.errors.ConcretizationTypeError
"""

from __future__ import annotations

import _ast

from jaxlint.codemods.recipes.slices.shape_arguments import without_static_size
from jaxlint.codemods.recipes.static.static_names import made_static_parameter
from jaxlint.rules.passed import may_be_static
from jaxlint.rules.quoting import quoted, short_name
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.values.value import is_staged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.values import StaticParameter


def check(event: StaticParameter) -> Hazard | None:
    if is_staged(event.value):
        return None  # static-value-staged
    callee = short_name(event.callee)
    passed = "the value that an outer transform passes" if _is_outside(event) else quoted(event, event.node)
    message = f"`{_parameter(event)}` of `{callee}` must be static, but {passed} is traced"
    static = ("make",) if may_be_static(event, event.node) else ()
    starts = len(getattr(event.call, "args", ())) > 1 and callee.endswith("arange")
    return Hazard(message, ways=(*static, "create", *(["use"] if starts else [])))


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
    unfixed="the size has no known bound, and no caller passes it as a Python number",
)
