"""A function of `math`, `cmath` or `statistics` on a traced array.

## Why
They take Python numbers, and while tracing there are none.

## Bad
    @jax.jit
    def decay(t):
        return math.exp(-t)

## Good
    @jax.jit
    def decay(t):
        return jnp.exp(-t)

## Fix
Unsafe, as an array comes out in place of a Python number: what says the same in `jnp`, be it under another name
(`math.acos`: `jnp.arccos`), elsewhere (`math.gamma`: `jax.scipy.special.gamma`) or in other words (`math.floor(x)`:
`jnp.floor(x).astype(int)`). None for what has no counterpart, such as `math.factorial`.

Where the result is asked for as a static number (`jnp.zeros(...)`), the parameters that it comes from are made static
instead where their function is jitted: unsafe.

## At run time
`ConcretizationTypeError`. https://docs.jax.dev/en/latest/errors.html#jax.errors.ConcretizationTypeError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.static.static_demand import static_instead
from jaxlint.codemods.recipes.values.mathematics import math_twin
from jaxlint.rules.quoting import traced_argument
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import Concretized


def check(event: Concretized) -> Hazard | None:
    if not event.how.startswith(("math.", "cmath.", "statistics.")):
        return None
    if isinstance(event.value, Traced) and event.value.staged:
        return None
    return Hazard(f"`{event.how}` needs concrete numbers, but {traced_argument(event)} is traced")


def fix(event: Concretized, site: Site) -> Rewrite | None:
    if not isinstance(event.node, ast.Call):
        return None
    return static_instead(site, event.node) or math_twin(site, event.node, event.how)


RULE = Rule(
    code="JAX205",
    severity="error",
    events=("concretized",),
    runtime="ConcretizationTypeError",
    check=check,
    fix=fix,
)
