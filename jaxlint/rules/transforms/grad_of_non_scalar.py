"""`jax.grad` of a function without a scalar output

## Why
A gradient has the shape of the input because there is one number to differentiate. An array with
axes, even of size 1, has one derivative for each element. Auxiliary outputs, such as metrics or
a new state, are the second element of a pair, with `has_aux=True`. A function that returns None
has probably lost its `return`.

## Bad
    import jax
    import jax.numpy as jnp


    def loss(w, x, y):
        return (x @ w - y) ** 2


    w, x, y = jnp.zeros(2), jnp.ones((3, 2)), jnp.ones(3)
    jax.grad(loss)(w, x, y)

## Good
    import jax
    import jax.numpy as jnp


    def loss(w, x, y):
        return jnp.mean((x @ w - y) ** 2)


    w, x, y = jnp.zeros(2), jnp.ones((3, 2)), jnp.ones(3)
    print(jax.grad(loss)(w, x, y))  # prints [-2. -2.]

## Ways out
- reduce it with `.mean()` or `.sum()`: the array holds the losses of a batch
- use `has_aux=True`: the function returns `(loss, aux)`
- return `(loss, aux)`: `has_aux=True` is set; put everything but the loss into `aux`
- use `jax.jacrev`, or `jax.vmap(jax.grad(f))`: you need a derivative of each element

## Fix safety
Unsafe: a function that returns a pair gets `has_aux=True`. A suggestion: the mean of an array that the function
returns; the sum has other gradients.

## How to silence
When the call is meant to raise, for example inside `pytest.raises`.

## JAX's error
`TypeError`: "Gradient only defined for scalar-output functions", "expected function with aux output to return a
two-element tuple". https://docs.jax.dev/en/latest/_autosummary/jax.grad.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.transforms.reduced import reduced, with_auxiliary
from jaxlint.rules.quoting import shortened
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.gradients import NoScalar


def check(event: NoScalar) -> Hazard:
    if "`has_aux=True` requires" in event.says:
        return Hazard(shortened(event.says), ways=("return",))
    pair = "a tuple" in event.says
    return Hazard(shortened(event.says), ways=("use `has_aux", "reduce") if pair else ("reduce", "use `jax.jacrev"))


def fix(event: NoScalar, site: Site) -> Rewrite | None:
    if "a tuple" in event.says:
        return with_auxiliary(site, event.node, event.related)
    return reduced(site, event.node, event.related)


RULE = Rule(
    code="JAX615",
    severity="error",
    events=("no-scalar",),
    runtime="TypeError",
    check=check,
    fix=fix,
    unfixed="the function returns no array that could be reduced",
)
