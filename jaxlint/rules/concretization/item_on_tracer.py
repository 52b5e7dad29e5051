"""`.item()`, `.tolist()` or `.tobytes()` of a traced array.

## Why
They hand the number to Python, and while tracing there is no number yet.

## Bad
    @jax.jit
    def scaled(x):
        return x / x.max().item()

## Good
    @jax.jit
    def scaled(x):
        return x / x.max()

## Fix
Unsafe: the call is dropped, or becomes `.reshape(())`; `x.item(i)` becomes `x[i]`. The value stays an array.
A list that is gone through or indexed may be an array as well; else `x.tolist()` of one axis becomes `list(x)`.

## At run time
`ConcretizationTypeError`. https://docs.jax.dev/en/latest/errors.html#jax.errors.ConcretizationTypeError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.values.casts import as_array
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import Concretized


_METHODS = frozenset(["item", "tolist", "tobytes"])


def check(event: Concretized) -> Hazard | None:
    if event.how not in _METHODS:
        return None
    receiver = getattr(getattr(event.node, "func", None), "value", event.node)
    return Hazard(f"`.{event.how}()` needs a concrete value, but {quoted(event, receiver)} is traced")


def fix(event: Concretized, site: Site) -> Rewrite | None:
    return as_array(site, event.node, event.how) if isinstance(event.node, ast.Call) else None


RULE = Rule(
    code="JAX201",
    severity="error",
    events=("concretized",),
    runtime="ConcretizationTypeError",
    check=check,
    fix=fix,
)
