"""`match` on a traced value.

## Why
Each `case` compares, and Python asks for the truth while tracing.

## Bad
    @jax.jit
    def activate(kind, x):
        match kind:
            case 0:
                return jnp.tanh(x)
            case _:
                return x

## Good
    @jax.jit
    def activate(kind, x):
        return lax.switch(kind, [jnp.tanh, lambda x: x], x)

## Fix
Unsafe. Three or more cases 0, 1, ... and `_` of a whole number, each of one value: `lax.switch`, which takes a number
below 0 for the first case. Else an `if` for each case, of numbers, `|`, guards and a name for what is left, where the
cases do no more than compute: `jnp.where` or `lax.cond` then. Where callers in view pass literals, the argument is
made static, which leaves it to Python.

## At run time
`TracerBoolConversionError`. https://docs.jax.dev/en/latest/_autosummary/jax.lax.switch.html
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.branches.cases import switched
from jaxlint.codemods.recipes.static.flags import static_flags
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import TruthTest


def check(event: TruthTest) -> Hazard | None:
    if event.construct != "match":
        return None
    subject = event.owner.subject if isinstance(event.owner, ast.Match) else event.node
    return Hazard(f"`match` needs concrete values, but {quoted(event, subject)} is traced")


def fix(event: TruthTest, site: Site) -> Rewrite | None:
    if not isinstance(event.owner, ast.Match):
        return None
    return static_flags(site, event.owner.subject, truth=False) or switched(site, event.owner)


RULE = Rule(
    code="JAX308",
    severity="error",
    events=("truth-test",),
    runtime="TracerBoolConversionError",
    check=check,
    fix=fix,
)
