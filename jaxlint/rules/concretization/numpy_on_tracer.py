"""NumPy function called with a traced array

## Why
NumPy converts its arguments to NumPy arrays, which needs their values; a traced array has none at
trace time. A few functions do work and are not reported: `np.sum` or `np.reshape` call the method
of the array, and `np.shape` or `np.ndim` read its shape.

## Bad
    import jax
    import jax.numpy as jnp
    import numpy as np


    @jax.jit
    def wave(t):
        return np.sin(t)


    print(wave(jnp.zeros(2)))

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def wave(t):
        return jnp.sin(t)


    print(wave(jnp.zeros(2)))  # prints [0. 0.]

## Ways out
- use `jnp` in place of `np`: `jnp` has the function, as it does for most
- call NumPy outside the traced function: the values are available before or after it runs
- use `jax.pure_callback`: only NumPy or SciPy has the function, and it needs no gradient

## Fix safety
Safe if the result provably keeps its dtype: NumPy uses 64 bits for integers, JAX 32. Otherwise
unsafe, also if an array that stores traced values is created with `jnp`, or a statement with `out=`
becomes an assignment. No fix for `where=` and for functions that `jnp` or `jax.scipy` lack.

## How to silence
When a caller that jaxlint cannot see passes NumPy arrays, without `jit`.

## JAX's error
`TracerArrayConversionError`: The numpy.ndarray conversion method __array__() was called on traced
array. https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerArrayConversionError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.values.stores import made_by_jax
from jaxlint.codemods.recipes.values.tables import array_table
from jaxlint.codemods.recipes.values.twins import numpy_twin
from jaxlint.knowledge.api import has_twin
from jaxlint.rules.quoting import quoted, short_name, traced_argument
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.values import NumpyCall


def check(event: NumpyCall) -> Hazard:
    if event.callee == "numpy.ndarray.__getitem__":
        return Hazard(f"a NumPy array needs a concrete index, but {quoted(event, event.node)} is traced")
    if event.callee == "numpy.ndarray.__setitem__":
        return Hazard(f"{quoted(event, event.node)} stores a traced value in a NumPy array")
    argument = traced_argument(event) if event.argument is None else quoted(event, event.argument)
    message = f"`{short_name(event.callee)}` needs concrete arrays, but {argument} is traced"
    return Hazard(message, ways=("use `jnp`",) if has_twin(event.callee) else ("use `jax.pure", "call"))


def fix(event: NumpyCall, site: Site) -> Rewrite | None:
    owner = event.module.parents.get(event.node)
    if event.callee == "numpy.ndarray.__getitem__" and isinstance(owner, ast.Subscript):
        is_written = not isinstance(owner.ctx, ast.Load)
        return made_by_jax(site, owner) if is_written else array_table(site, owner)
    if event.callee == "numpy.ndarray.__setitem__" and isinstance(event.node, ast.Subscript):
        return made_by_jax(site, event.node)
    return numpy_twin(site, event.node, event.callee) if isinstance(event.node, ast.Call) else None


RULE = Rule(
    code="JAX204", severity="error", events=("numpy-call",), runtime="TracerArrayConversionError", check=check, fix=fix
)
