"""A NumPy function that a tracer can't be given to.

## Why
NumPy asks for the numbers, and while tracing there are none. Some functions do work, as they call the array's own
method (`np.sum`, `np.mean`, `np.reshape`) or read its shape only (`np.shape`, `np.ndim`): these are left alone. Which
is which was measured on JAX.

## Bad
    @jax.jit
    def wave(x):
        return np.sin(x)

## Good
    @jax.jit
    def wave(x):
        return jnp.sin(x)

## Fix
`jnp` in the place of `np`, `jax.scipy` in the place of `scipy`, where both have the function; `jnp.asarray(table)[i]`
for a NumPy array that is indexed. Safe where the result is known to keep its dtype: NumPy computes with 64 bits on
integers, JAX with 32. Unsafe: an array that tracers are stored in is made by `jnp`; `np.exp(x, out=y)`, a statement of
its own, becomes `y = jnp.exp(x)`. None for `where=`.

## At run time
`TracerArrayConversionError`. https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerArrayConversionError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.values.stores import made_by_jax
from jaxlint.codemods.recipes.values.tables import array_table
from jaxlint.codemods.recipes.values.twins import numpy_twin
from jaxlint.rules.quoting import quoted, short_name, traced_argument
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import NumpyCall


def check(event: NumpyCall) -> Hazard:
    if event.callee == "numpy.ndarray.__getitem__":
        return Hazard(f"a NumPy array cannot be indexed by {quoted(event, event.node)}, which is traced")
    if event.callee == "numpy.ndarray.__setitem__":
        return Hazard(f"{quoted(event, event.node)} stores a traced value in a NumPy array")
    argument = traced_argument(event) if event.argument is None else quoted(event, event.argument)
    return Hazard(f"`{short_name(event.callee)}` needs concrete arrays, but {argument} is traced")


def fix(event: NumpyCall, site: Site) -> Rewrite | None:
    owner = event.module.parents.get(event.node)
    if event.callee == "numpy.ndarray.__getitem__" and isinstance(owner, ast.Subscript):
        is_written = not isinstance(owner.ctx, ast.Load)
        return made_by_jax(site, owner) if is_written else array_table(site, owner)
    if event.callee == "numpy.ndarray.__setitem__" and isinstance(event.node, ast.Subscript):
        return made_by_jax(site, event.node)
    return numpy_twin(site, event.node, event.callee) if isinstance(event.node, ast.Call) else None


RULE = Rule(
    code="JAX204",
    severity="error",
    events=("numpy-call",),
    runtime="TracerArrayConversionError",
    check=check,
    fix=fix,
)
