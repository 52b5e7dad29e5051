"""`and`, `or`, `not`, a chained comparison or `in` on a traced value.

## Why
They ask for the truth of an array, and while tracing there is none. `&`, `|`, `~` and `jnp.logical_*` compute it.

## Bad
    @jax.jit
    def inside(x):
        return jnp.where(0 < x < 1, x, 0.0)

## Good
    @jax.jit
    def inside(x):
        return jnp.where((0 < x) & (x < 1), x, 0.0)

## Fix
The logical operation; comparisons of a chain are joined by `&`. Where a number comes out, `x or 1.0` becomes
`jnp.where(x != 0, x, 1.0)`. What Python knows while tracing stays ahead: `y is not None and (x > 0) & (x < y)`.
`x in (1, 2)` becomes comparisons, `x in numbers` a `jnp.any`. Safe for scalars of one dtype.
Inside the test of an `if`, `while` or conditional expression that stays, that alone would mend nothing: the fix is that
of the whole statement, or none.
In an `assert` or an `if ...: raise`, which fail all the same, `checkify.check` is suggested (JAX305).

## At run time
`TracerBoolConversionError`. https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerBoolConversionError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.branches.checks import check_around, checked
from jaxlint.codemods.recipes.branches.logic import logical
from jaxlint.codemods.recipes.static.flags import flags_of_branch
from jaxlint.codemods.recipes.static.static_arithmetic import known_again
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import TruthTest


_WORDS = {"and": "`and`", "or": "`or`", "not": "`not`", "in": "`in`", "chain": "a chained comparison"}


def check(event: TruthTest) -> Hazard | None:
    word = _WORDS.get(event.construct)
    if word is None:
        return None
    return Hazard(f"{word} needs a concrete bool, but {quoted(event, event.node)} is traced")


def fix(event: TruthTest, site: Site) -> Rewrite | None:
    check = check_around(site, event.owner)
    mended = logical(site, event.owner) if check is None else checked(site, check)
    flags = flags_of_branch(site, event.node) if isinstance(event.node, ast.expr) else None
    return known_again(site, event) or flags or mended


RULE = Rule(
    code="JAX304",
    severity="error",
    events=("truth-test",),
    runtime="TracerBoolConversionError",
    check=check,
    fix=fix,
)
