"""List, tuple, None, string or `Ref` where JAX requires an array

## Why
NumPy converts a list to an array; JAX does not, as each element would become one operand of the
traced program. Only `jnp.array`, `jnp.stack` and similar functions accept lists. Arrays cannot be
indexed by a list or a float either: `x[[0, 1]]` could mean `x[0, 1]`, as it once did in NumPy.

## Bad
    import jax.numpy as jnp

    train_loss = jnp.array(0.5)
    valid_loss = jnp.array(1.5)
    print(jnp.mean([train_loss, valid_loss]))

## Good
    import jax.numpy as jnp

    train_loss = jnp.array(0.5)
    valid_loss = jnp.array(1.5)
    print(jnp.mean(jnp.array([train_loss, valid_loss])))  # prints 1.0

## Ways out
- wrap it in `jnp.array`: it is a list or tuple of numbers, or of arrays of one shape
- use `jnp.stack` or `jnp.concatenate`: its elements are arrays
- pass an array, or a number such as `jnp.nan`: it is None, or a string, where a value is missing
- read the value of a `Ref`, as in `ref[...]`: it is a `Ref`
- convert the index with `//` or `.astype(int)`: it is a float

## Fix safety
Safe for a `Ref`, and if the elements of a list or tuple provably have one shape, and those of an index are integers.
Otherwise unsafe. No fix for None, a string, or a float as an index.

## How to silence
When the function accepts lists in the JAX version that you use.

## JAX's error
`TypeError`: mean requires ndarray or scalar arguments, got <class 'list'> at position 0; Using a
non-tuple sequence for multidimensional indexing is not allowed.
https://docs.jax.dev/en/latest/notebooks/Common_Gotchas_in_JAX.html#non-array-inputs-numpy-vs-jax
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.values.made_arrays import made_array
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SAFE
from jaxlint.rules.quoting import quoted, short_name
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.values import NoArray

_ARTICLES = {
    "list": "a list",
    "tuple": "a tuple",
    "string": "a string",
    "None": "None",
    "float": "a float",
    "Ref": "a `Ref`",
}


def check(event: NoArray) -> Hazard:
    what, given = quoted(event, event.node), _ARTICLES[event.given]
    if event.given == "Ref":
        return Hazard(f"{what} is a `Ref`, which is not an array: its value must be read first", ways=("read",))
    if not event.callee:
        way = {"float": "convert", "list": "wrap", "tuple": "wrap"}.get(event.given, "pass")
        return Hazard(f"a JAX array cannot be indexed with {given}: {what}", ways=(way,))
    callee = f"`{short_name(event.callee)}`"
    if getattr(event.value, "type", None) and event.given in ("None", "string"):
        return Hazard(f"{callee} requires arrays or numbers, but {what} contains {given}", ways=("pass",))
    got = given if what == f"`{given}`" else f"{given}: {what}"
    ways = ("wrap", "use `jnp.stack`") if event.given in ("list", "tuple") else ("pass",)
    return Hazard(f"{callee} requires an array for `{event.parameter}`, got {got}", ways=ways)


def fix(event: NoArray, site: Site) -> Rewrite | None:
    if event.given == "Ref" and isinstance(event.node, ast.Name):
        return Rewrite(SAFE, "read its value", [Replace(event.node, quote(site, "{}[...]", event.node))])
    return made_array(site, event.node, event.callee) if event.given in ("list", "tuple") else None


RULE = Rule(
    code="JAX114",
    severity="error",
    events=("no-array",),
    runtime="TypeError, AttributeError",
    check=check,
    fix=fix,
    unfixed="only you know which array or integer to pass instead",
)
