"""`np.array_equal` or `np.array_equiv` of a traced array: the answer is False, whatever the numbers are.

## Why
Both make NumPy arrays of what they are given, and take any error for "not equal". A tracer is refused, so that the
answer is False while tracing, and False in the compiled function for good. `np.allclose` raises.

## Bad
    @jax.jit
    def settle(x, y):
        return x if np.array_equal(x, y) else (x + y) / 2

## Good
    @jax.jit
    def settle(x, y):
        return jnp.where(jnp.array_equal(x, y), x, (x + y) / 2)

## Fix
`jnp.array_equal`, `jnp.array_equiv`: unsafe, as the answer becomes another one, and an `if` that asks it has to become
a choice of JAX's.

## At run time
No exception: print the answer, or compare with the function un-jitted (`jax.disable_jit`).
https://docs.jax.dev/en/latest/_autosummary/jax.numpy.array_equal.html
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.rules.quoting import short_name
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import SilentlyFalse


def check(event: SilentlyFalse) -> Hazard:
    return Hazard(f"`{short_name(event.callee)}` answers False here whatever the numbers are: an argument is traced")


def fix(event: SilentlyFalse, site: Site) -> Rewrite | None:
    if not isinstance(event.node, ast.Call):
        return None
    text = quote(site, "jnp.{}", event.callee.rpartition(".")[2])
    return Rewrite(UNSAFE, "compare the arrays with JAX", [Replace(event.node.func, text)])


RULE = Rule(
    code="JAX210",
    severity="warning",
    events=("silently-false",),
    runtime="none: the answer is False",
    check=check,
    fix=fix,
)
