"""`min`, `max`, `any`, `all`, `sorted` or `filter` on traced values

## Why
These functions compare elements and convert the result to bool, and at trace time it has no
concrete value. So do `bisect` and `heapq`, and the methods `index`, `count` and `remove` of a list. The `jnp`
functions compute the result inside the compiled function.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def normalize(x):
        scale = max(jnp.abs(x).max(), 1.0)
        return x / scale


    print(normalize(jnp.array([1.0, -4.0])))

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def normalize(x):
        scale = jnp.maximum(jnp.abs(x).max(), 1.0)
        return x / scale


    print(normalize(jnp.array([1.0, -4.0])))  # prints [ 0.25 -1.  ]

## Ways out
- use `jnp.maximum` or `jnp.minimum`: you compare two values, or each element with a bound
- use `jnp.max`, `jnp.any`, `jnp.all` or `jnp.sort`: you reduce or sort one array, or mask what a heap gave
- compare with `==` in one array: you look for an element; `jnp.argmax` gives its index, `jnp.sum` counts
- use `jnp.searchsorted`: you look for the place of a value in a sorted list
- use `jnp.where`: `filter` selects elements; keep the shape and mask the others

## Fix safety
Safe if the result provably has the same value and dtype. Unsafe if NaN or the dtype of the selected
argument could make a difference, if an array replaces a list, or if a parameter is made static
because the result must be static, as in `jnp.zeros(max(m, n))`. No fix for `filter`, for heaps, and
for a `key=` that no array of all keys stands for.

## How to silence
When a caller that jaxlint cannot see passes Python numbers.

## JAX's error
`TracerBoolConversionError`: Attempted boolean conversion of traced array.
https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerBoolConversionError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.static.static_demand import static_instead
from jaxlint.codemods.recipes.values.extremes import computed
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.values import TruthTest


_ONE_ARRAY = ("use `jnp.max`",)
_SEARCHED = ("use `jnp.searchsorted`",)
_COMPARED = ("compare with `==`",)
_BUILTINS = {  # each with its ways out
    "min": ("use `jnp.maximum`", "use `jnp.max`"), "max": ("use `jnp.maximum`", "use `jnp.max`"),
    "any": _ONE_ARRAY, "all": _ONE_ARRAY, "sorted": _ONE_ARRAY, "filter": ("use `jnp.where`",),
    "bisect": _SEARCHED, "bisect_left": _SEARCHED, "bisect_right": _SEARCHED,
    "heappush": _ONE_ARRAY, "heappop": _ONE_ARRAY,
    "index": _COMPARED, "count": _COMPARED, "remove": ("use `jnp.where`",),
}  # fmt: skip


def check(event: TruthTest) -> Hazard | None:
    if event.construct not in _BUILTINS:
        return None
    message = f"`{event.construct}()` needs concrete values, but {quoted(event, event.node)} is traced"
    return Hazard(message, ways=_BUILTINS[event.construct])


def fix(event: TruthTest, site: Site) -> Rewrite | None:
    if not isinstance(event.owner, ast.Call):
        return None
    return static_instead(site, event.owner) or computed(site, event.owner, event.construct)


RULE = Rule(
    code="JAX307", severity="error", events=("truth-test",), runtime="TracerBoolConversionError", check=check, fix=fix
)
