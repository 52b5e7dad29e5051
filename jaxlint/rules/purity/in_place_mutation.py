"""A JAX array is written in place: JAX arrays are immutable, under jit and outside.

## Why
`x[i] = v` asks for `__setitem__`, which JAX arrays don't have. `x.at[i].set(v)` gives a new array; under jit
the compiler writes in place where nobody needs the old one. `x.sort()` runs, but sorts a copy.
What is made to be written, `jax.Ref` and `flax.nnx.Variable`, is no array, and no finding: `ref[i] = v` writes.

## Bad
    x = jnp.zeros(3)
    x[0] = 10
    x[1] += 1

## Good
    x = jnp.zeros(3)
    x = x.at[0].set(10)
    x = x.at[1].add(1)

## Fix
Safe where the dtypes are known to fit and the new array reaches who reads it: `x = x.at[i].set(v)`, `.add`,
`.multiply`, `.divide`; a mask becomes `jnp.where`, `x[i], x[j] = x[j], x[i]` one chain of `.at`. Unsafe where NumPy
might have rounded in another way, or where another name may stand for the same array (`y = x`, `row = x[1]`,
an argument that the caller reads on), which NumPy would have written too; for `x[i : i + 3]` with a traced `i`,
and `x[i][j]`, of which NumPy may have written a copy; for `x.sort()`, `np.add.at(x, i, v)` and their like. None where
nobody would see the new array: of an argument that only the caller reads on, or of an outer scope's name.

## At run time
`TypeError: JAX arrays are immutable and do not support in-place item assignment`; for `x.sort()` nothing: the array
stays as it was. https://docs.jax.dev/en/latest/notebooks/Common_Gotchas_in_JAX.html#in-place-updates
"""

from __future__ import annotations

from jaxlint.codemods.recipes.purity.mutation import rewritten
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import Mutation


def check(event: Mutation) -> Hazard:
    text = " ".join(event.module.source.segment(event.node).split())
    if event.use == "method":
        sorts = getattr(event.node.func, "attr", "") == "sort"  # type: ignore[attr-defined]
        does = "sorts a copy and drops it" if sorts else "writes in place"
        return Hazard(f"`{text}` {does}: JAX arrays are immutable")
    return Hazard(f"`{text}` is written in place: JAX arrays are immutable")


def fix(event: Mutation, site: Site) -> Rewrite | None:
    return rewritten(site, event)


RULE = Rule(
    code="JAX504",
    severity="error",
    events=("mutation",),
    runtime="TypeError",
    check=check,
    fix=fix,
    unfixed="another name, or a caller, may hold the array that is written",
)
