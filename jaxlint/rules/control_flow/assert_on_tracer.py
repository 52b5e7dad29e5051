"""`assert` on a traced value.

## Why
Python asks for the truth while tracing, when there are no numbers to check.

## Bad
    @jax.jit
    def normalized(x):
        assert x.sum() > 0
        return x / x.sum()

## Good
    @checkify.checkify
    def normalized(x):
        checkify.check(x.sum() > 0, "empty")
        return x / x.sum()

## Fix
A suggestion: `checkify.check` with the same test and message. It needs `checkify.checkify` around the function, and
somebody who looks at the error that comes out. `eqx.error_if` raises by itself.
Where the test was static until JAX computed with it, Python computes it instead.

## At run time
`TracerBoolConversionError`. https://docs.jax.dev/en/latest/debugging/checkify_guide.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.branches.checks import checked
from jaxlint.codemods.recipes.static.static_arithmetic import known_again
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import TruthTest


def check(event: TruthTest) -> Hazard | None:
    if event.construct != "assert":
        return None
    return Hazard(f"`assert` needs a concrete bool, but {quoted(event, event.node)} is traced")


def fix(event: TruthTest, site: Site) -> Rewrite | None:
    return known_again(site, event) or checked(site, site.module.statement_of(event.node))


RULE = Rule(
    code="JAX305",
    severity="error",
    events=("truth-test",),
    runtime="TracerBoolConversionError",
    check=check,
    fix=fix,
)
