"""In-place write to a JAX array

## Why
JAX arrays are immutable, under `jit` and outside: `x[i] = v` needs `__setitem__`, which they do
not have. `x.at[i].set(v)` returns an updated copy instead; under `jit`, XLA writes in place if the
old array is not used again. `x.sort()` runs, but it returns a sorted copy and leaves `x` unchanged.
A `jax.Ref` or `nnx.Variable` can be written, and is not reported.

## Bad
    import jax.numpy as jnp


    def without_border(image):
        image = image / image.max()
        image[0] = 0
        return image


    without_border(jnp.ones((4, 4)))

## Good
    import jax.numpy as jnp


    def without_border(image):
        image = image / image.max()
        image = image.at[0].set(0)
        return image


    without_border(jnp.ones((4, 4)))

## Ways out
- use `.at[...]`: a few elements or slices change
- return the updated array: the function writes to an array that its caller uses afterwards
- write to a NumPy array: the code runs outside of transforms and writes many single elements

## Fix safety
Safe if the dtypes fit and all later reads provably use the new array. Unsafe if NumPy could round
differently, or another name may hold the same array or a view of it, for `x[i : i + 3]` with a traced `i`,
`x[i][j]`, `x.sort()` and `np.add.at`. No fix if only the caller or an outer scope reads the array.

## How to silence
When the value is a NumPy array, or another object that supports item assignment, in every call.

## JAX's error
`TypeError`: "JAX arrays are immutable and do not support in-place item assignment". `x.sort()` raises nothing.
https://docs.jax.dev/en/latest/notebooks/Common_Gotchas_in_JAX.html#in-place-updates
"""

from __future__ import annotations

import _ast

from jaxlint.codemods.recipes.purity.mutation import rewritten
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.syntax.binders import parameters_of
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.shapes import Mutation


def check(event: Mutation) -> Hazard:
    text = " ".join(event.module.source.segment(event.node).split())
    if event.use == "method":
        sorts = getattr(event.node.func, "attr", "") == "sort"  # type: ignore[attr-defined]
        does = "sorts a copy, which is discarded" if sorts else "writes in place"
        return Hazard(f"`{text}` {does}: JAX arrays are immutable")
    further = (["return"] if _is_left_to_caller(event) else []) + ([] if isinstance(event.value, Traced) else ["write"])
    return Hazard(f"`{text}` is written in place: JAX arrays are immutable", ways=("use", *further))


def _is_left_to_caller(event: Mutation) -> bool:
    """A parameter is written to, and not returned."""
    names = [one.id for one in walk(event.node) if isinstance(one, _ast.Name)]
    function = event.function
    if not isinstance(function, (_ast.FunctionDef, _ast.AsyncFunctionDef)) or not names:
        return False
    mentions = [one for one in walk(function) if isinstance(one, _ast.Name) and one.id == names[0]]
    is_parameter = names[0] in {one.arg for one in parameters_of(function.args)}
    is_bound = any(isinstance(one.ctx, _ast.Store) for one in mentions)
    is_returned = any(isinstance(event.module.statement_of(one), _ast.Return) for one in mentions)
    return is_parameter and not is_bound and not is_returned


def fix(event: Mutation, site: Site) -> Rewrite | None:
    return rewritten(site, event)


RULE = Rule(
    code="JAX504",
    severity="error",
    events=("mutation",),
    runtime="TypeError",
    check=check,
    fix=fix,
    unfixed="another name or a caller may refer to the same array",
)
