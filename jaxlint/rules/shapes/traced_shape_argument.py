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
Unsafe: the parameter is made static, where it comes straight from a `jit` in the same file (one compilation for each
value). A stop that is used up at once by a reduction or a loop becomes a mask or a `fori_loop`.

## At run time
`ConcretizationTypeError`, `TypeError: Shapes must be 1D sequences of concrete values` and others.
https://docs.jax.dev/en/latest/errors.html#jax.errors.ConcretizationTypeError
"""

from __future__ import annotations

from jaxlint.rules.quoting import quoted, short_name
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import StaticParameter


def check(event: StaticParameter) -> Hazard | None:
    if isinstance(event.value, Traced) and event.value.staged:
        return None  # static-value-staged
    callee = short_name(event.callee)
    return Hazard(f"{quoted(event, event.node)} is traced, but `{event.parameter}` of `{callee}` must be static")


RULE = Rule(
    code="JAX106",
    severity="error",
    events=("static-parameter",),
    runtime="ConcretizationTypeError",
    check=check,
)
