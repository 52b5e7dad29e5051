"""A loop's body that gives another pytree, shape or dtype than it was given; branches and custom rules that differ.

## Why
`lax.scan`, `while_loop` and `fori_loop` compile one body for all iterations, so what it carries out must be as what it
carries in: the same pytree structure, shapes and dtypes. `lax.cond` and `switch` are one operation with one type of
result. The body of a scan gives a pair, the condition of a while_loop one bool. Python numbers are *weakly typed*: a
loop that begins with `0` may carry a float, one that begins with `jnp.zeros(3, jnp.int32)` may not; between branches
`0.0` agrees with any float, but `0` with no float. A list is another structure than a tuple. What grows cannot be
carried: what each iteration adds is stacked by the scan, or written into an array of the final size. None is a pytree
without leaves: a carry that begins as None stays None.

The forward rule of a `custom_vjp` gives a pair, the output and the residuals; the backward rule a tuple with one
cotangent for each argument that is differentiated (those in `nondiff_argnums` are not), of its structure and shape, or
None for zeros. JAX finds out where it is differentiated: the finding stands at the call of the function, where a
gradient is in view.

## Bad
    lax.scan(lambda c, x: ((c[0], c[1], x), x), (a, b), xs)
    lax.cond(p, lambda x: x, lambda x: 0, x)
    lax.scan(lambda c, x: (jnp.append(c, x), None), jnp.zeros(1), xs)
    f.defvjp(f_fwd, lambda residuals, g: g * 2)

## Good
    lax.scan(lambda c, x: ((c[1], x), x), (a, b), xs)
    lax.cond(p, lambda x: x, lambda x: jnp.zeros_like(x), x)
    lax.scan(lambda c, ix: (c.at[ix[0]].set(ix[1]), None), jnp.zeros(len(xs)), (jnp.arange(len(xs)), xs))
    f.defvjp(f_fwd, lambda residuals, g: (g * 2,))

## Fix
None.

## At run time
`TypeError: scan body function carry input and carry output must have equal types, but they differ`, `TypeError: cond
branches must have equal output types but they differ`. https://docs.jax.dev/en/latest/_autosummary/jax.lax.scan.html
"""

from __future__ import annotations

from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import StructureMismatch


def check(event: StructureMismatch) -> Hazard:
    return Hazard(event.says)


RULE = Rule(
    code="JAX606",
    severity="error",
    events=("structure-mismatch",),
    runtime="TypeError",
    check=check,
)
