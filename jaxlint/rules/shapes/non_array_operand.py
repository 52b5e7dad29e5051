"""A list, a tuple, None or a string where JAX takes an array: `jnp.sum([x, y])`, `x[[0, 1]]`.

## Why
NumPy makes an array of whatever it is given. JAX does not: a list of a thousand numbers would be a thousand operands of
the traced program, and nobody would see why it is slow. So `jnp.array`, `jnp.stack` and their like take lists, other
functions do not; which do was measured on JAX. Nor is an array indexed by a list, or by floats: `x[[0, 1]]`
could mean `x[0, 1]`, as it did in NumPy once. As one of several indices, `x[[0, 1], :]`, a list is taken.

## Bad
    jnp.sum([x, y])
    jnp.max([1.0, 2.0])
    jnp.where(mask, x, None)
    jnp.array(["a", "b"])
    x[[0, 1]]
    x[1.0]

## Good
    jnp.sum(jnp.array([x, y]))
    max(1.0, 2.0)
    jnp.where(mask, x, jnp.nan)
    np.array(["a", "b"])
    x[jnp.array([0, 1])]
    x[1]

## Fix
`jnp.array(...)` around a list or tuple. Safe where its elements are known to have one shape, and those of an index to
be whole numbers. None for what no array stands for: None, strings, floats as an index.

## At run time
`TypeError: sum requires ndarray or scalar arguments, got <class 'list'> at position 0`, `TypeError: Using a non-tuple
sequence for multidimensional indexing is not allowed`. https://docs.jax.dev/en/latest/notebooks/Common_Gotchas_in_JAX.html#non-array-inputs-numpy-vs-jax
"""

from __future__ import annotations

from jaxlint.codemods.recipes.values.made_arrays import made_array
from jaxlint.rules.quoting import quoted, short_name
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import NoArray

_ARTICLES = {"list": "a list", "tuple": "a tuple", "string": "a string", "None": "None", "float": "a float"}


def check(event: NoArray) -> Hazard:
    what, given = quoted(event, event.node), _ARTICLES[event.given]
    if not event.callee:
        return Hazard(f"a JAX array is not indexed by {given}, as {what} is one")
    callee = f"`{short_name(event.callee)}`"
    if getattr(event.value, "type", None) and event.given in ("None", "string"):
        return Hazard(f"{callee} takes lists of arrays and numbers, but {what} holds {given}")
    but = "and not None" if what == "`None`" else f"but {what} is {given}"
    return Hazard(f"{callee} takes an array for `{event.parameter}`, {but}")


def fix(event: NoArray, site: Site) -> Rewrite | None:
    return made_array(site, event.node, event.callee) if event.given in ("list", "tuple") else None


RULE = Rule(
    code="JAX114",
    severity="error",
    events=("no-array",),
    runtime="TypeError",
    check=check,
    fix=fix,
)
