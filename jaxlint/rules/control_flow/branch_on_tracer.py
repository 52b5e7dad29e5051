"""`if` or `elif` on a traced value.

## Why
Python takes one branch while tracing, before there is a number to decide by.

## Bad
    @jax.jit
    def shrink(x):
        if jnp.linalg.norm(x) > 1:
            x = x / 2
        return x

## Good
    @jax.jit
    def shrink(x):
        return jnp.where(jnp.linalg.norm(x) > 1, x / 2, x)

## Fix
`jnp.where` for light branches, `lax.cond` for heavy ones. Safe where both branches are proved to have one dtype and
shape and no gradient can become NaN; else unsafe. Around `break` the loop becomes one of JAX's; after `continue` the
rest of the turn is kept only where it is due.

## At run time
`TracerBoolConversionError`. https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerBoolConversionError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.branches import branch
from jaxlint.codemods.recipes.loops import loop_left_by
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import TruthTest


def check(event: TruthTest) -> Hazard | None:
    if event.construct not in ("if", "elif", "comprehension"):
        return None
    word = "if" if event.construct == "comprehension" else event.construct
    return Hazard(f"`{word}` needs a concrete bool, but {quoted(event, event.node)} is traced")


def fix(event: TruthTest, site: Site) -> Rewrite | None:
    if event.construct != "if" or not isinstance(event.owner, ast.If):
        return None  # an elif is mended with the if that it belongs to
    return branch(site, event.owner) or loop_left_by(site, event.owner)


RULE = Rule(
    code="JAX301",
    severity="error",
    events=("truth-test",),
    runtime="TracerBoolConversionError",
    check=check,
    fix=fix,
)
