"""`math` or `statistics` function of a traced array

## Why
The functions of `math`, `cmath` and `statistics` convert their arguments to Python numbers. At
trace time a traced array has no value to convert.

## Bad
    import math

    import jax


    @jax.jit
    def decay(t):
        return math.exp(-t)


    print(decay(0.0))

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def decay(t):
        return jnp.exp(-t)


    print(decay(0.0))  # prints 1.0

## Ways out
- use the `jnp` function: nearly all have one, as `jnp.exp` or `jax.scipy.special.gamma`
- make the argument static with `static_argnames`: it is a Python number, used as a size or an option

## Fix safety
Unsafe: the result is an array and not a Python number, or a parameter is made static because the
result must be static, as in `jnp.zeros(math.ceil(n))`. No fix if JAX has no such function, as for
`math.factorial`.

## How to silence
When a caller that jaxlint cannot see passes Python numbers.

## JAX's error
`ConcretizationTypeError`: Abstract tracer value encountered where concrete value is expected.
https://docs.jax.dev/en/latest/errors.html#jax.errors.ConcretizationTypeError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.static.static_demand import static_instead
from jaxlint.codemods.recipes.values.mathematics import math_twin
from jaxlint.rules.passed import may_be_static
from jaxlint.rules.quoting import traced_argument
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.values.value import is_staged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.values import Concretized


def check(event: Concretized) -> Hazard | None:
    if not event.how.startswith(("math.", "cmath.", "statistics.")):
        return None
    if is_staged(event.value):
        return None
    ways = ("use", "make") if may_be_static(event, event.node) else ("use",)
    return Hazard(f"`{event.how}` needs concrete numbers, but {traced_argument(event)} is traced", ways=ways)


def fix(event: Concretized, site: Site) -> Rewrite | None:
    if not isinstance(event.node, ast.Call):
        return None
    return static_instead(site, event.node) or math_twin(site, event.node, event.how)


RULE = Rule(
    code="JAX205", severity="error", events=("concretized",), runtime="ConcretizationTypeError", check=check, fix=fix
)
