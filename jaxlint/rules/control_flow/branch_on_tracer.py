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
`jnp.where` where the branches are elementwise work, else `lax.cond`: over lambdas, or over local functions that hold
the branches' own lines, comments included. The functions take the names that they read and bind anew, and give back
those that are read later. An early return takes the rest of the function as its other branch. Safe where the test is
proved a scalar, the branches are proved to agree in structure, shape and dtype, and they do nothing but compute;
`where` moreover only where no gradient of the branch not taken can become NaN or infinite: else `cond`, whose gradient
is that of the branch taken alone, is the safe one. Unsafe where that is not proved, or where casting one branch makes
them agree. Where a reverse-mode gradient can become NaN all the same, the fix says so, and is a suggestion if
`jax.grad` or the like is in view. A flag that callers in view pass as a literal (`if training:`, `if order == 0:`) is
made static where its function is jitted: unsafe. Arms that are one statement but for one value (`out.append(a)` or
`out.append(b)`, `total += a` or `total += b`) become that statement with a choice. Around `break` and `return` the loop
becomes one of JAX's, with flags that tell how it was left, and its `else`; after `continue` the rest of the iteration
is kept only where it is due. It goes over a range, its reverse, or the rows of arrays. A branch that prints or logs
does so through `jax.debug.print` or `jax.debug.callback`, inside `lax.cond`: unsafe. A suggestion where the branch does
no more than raise: `checkify.check`; where a `try` around it catches that, the handler becomes the other branch:
unsafe. None where a branch changes an object, calls what a library counts (`numpyro.sample`, `self.make_rng`,
`wandb.log`), gives a string, None or function, or makes longer or shorter what the other leaves. Where the test was
static until JAX computed with it, as in `jnp.mod(x.shape[0], 2) == 0`, Python computes it instead.

## At run time
`TracerBoolConversionError`. https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerBoolConversionError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.branches.branches import branch
from jaxlint.codemods.recipes.branches.caught import handled
from jaxlint.codemods.recipes.branches.checks import checked
from jaxlint.codemods.recipes.loops.loops import loop_left_by
from jaxlint.codemods.recipes.static.flags import static_flags
from jaxlint.codemods.recipes.static.static_arithmetic import known_again
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
    if not isinstance(event.owner, ast.If):
        raise NoFix("the filter of a comprehension decides how many elements there are")
    node = event.owner
    chosen = known_again(site, event) or static_flags(site, node.test) or branch(site, node) or loop_left_by(site, node)
    return chosen or handled(site, node) or checked(site, node)


RULE = Rule(
    code="JAX301",
    severity="error",
    events=("truth-test",),
    runtime="TracerBoolConversionError",
    check=check,
    fix=fix,
)
