"""`match` on a traced value

## Why
Each `case` compares the subject with a pattern, and Python converts the result to bool to choose a
branch. At trace time the subject has no concrete value.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def activate(kind, x):
        match kind:
            case 0:
                return jnp.tanh(x)
            case 1:
                return jax.nn.relu(x)
            case _:
                return x


    activate(1, jnp.array([-1.0, 1.0]))

## Good
    import jax
    import jax.numpy as jnp
    from jax import lax


    @jax.jit
    def activate(kind, x):
        branches = [jnp.tanh, jax.nn.relu, lambda x: x]
        return lax.switch(kind, branches, x)


    activate(1, jnp.array([-1.0, 1.0]))

## Ways out
- use `lax.switch`: the cases are 0, 1, 2 and so on; it clamps an index outside that range
- use `jnp.where` for each case: the cases are other numbers, or have guards, and are cheap to compute
- make the subject static with `static_argnames`: it has few values, such as the name of a variant

## Fix safety
Unsafe: `lax.switch` clamps an index out of range, and a static subject means one compilation per
value. No fix if a case has a side effect, or if its pattern is more than numbers, `|` and a name.

## How to silence
When a caller that jaxlint cannot see passes a Python value.

## JAX's error
`TracerBoolConversionError`: Attempted boolean conversion of traced array.
https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerBoolConversionError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.branches.cases import switched
from jaxlint.codemods.recipes.static.flags import static_flags
from jaxlint.rules.passed import may_be_static
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.values import TruthTest


def check(event: TruthTest) -> Hazard | None:
    if event.construct != "match":
        return None
    subject = event.owner.subject if isinstance(event.owner, ast.Match) else event.node
    ways = ("use", "make") if may_be_static(event, subject) else ("use",)
    return Hazard(f"`match` needs a concrete value, but {quoted(event, subject)} is traced", ways=ways)


def fix(event: TruthTest, site: Site) -> Rewrite | None:
    if not isinstance(event.owner, ast.Match):
        return None
    return static_flags(site, event.owner.subject, truth=False) or switched(site, event.owner)


RULE = Rule(
    code="JAX308", severity="error", events=("truth-test",), runtime="TracerBoolConversionError", check=check, fix=fix
)
