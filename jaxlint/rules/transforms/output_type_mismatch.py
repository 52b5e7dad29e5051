"""Loop carry or branch outputs of different structure, shape or dtype

## Why
A loop compiles one body, so its carry must keep its pytree structure, shapes and dtypes; the
branches of `cond` and `switch` must agree in the same way. Python numbers are weakly typed: `0.0`
adapts to any float dtype, `0` does not become a float. A tangent has the shape of its output; the
backward rule of a `custom_vjp` returns a tuple of one cotangent, or None, for each such argument.

## Bad
    import jax.numpy as jnp
    from jax import lax


    def running_mean(xs):
        def body(total, x):
            total = total + x
            return total, total

        total, sums = lax.scan(body, jnp.zeros((), jnp.int32), xs)
        return sums / jnp.arange(1, len(xs) + 1)


    running_mean(jnp.array([0.5, 1.5, 4.0]))

## Good
    import jax.numpy as jnp
    from jax import lax


    def running_mean(xs):
        def body(total, x):
            total = total + x
            return total, total

        total, sums = lax.scan(body, jnp.zeros((), xs.dtype), xs)
        return sums / jnp.arange(1, len(xs) + 1)


    running_mean(jnp.array([0.5, 1.5, 4.0]))

## Ways out
- start with what the body returns, such as `jnp.float32(0)`: the body is right, and the initial carry is not
- cast what the body returns with `.astype`: the initial carry has the right dtype
- keep its size, with `.at[i].set` or as `y` of `lax.scan`: the carry grows in every iteration
- return what JAX expects, such as `(carry, y)` or one boolean: a body, condition or rule returns other parts
- return the same structure, shapes and dtypes everywhere: one branch returns others

## Fix safety
Unsafe: the initial carry, or the value of a branch, gets the wider dtype of the other. No fix if structures or shapes
differ.

## How to silence
When `jax_enable_x64` or a dtype promotion setting that jaxlint cannot find makes the dtypes agree.

## JAX's error
`TypeError`: "scan body function carry input and carry output must have equal types, but they differ", "cond branches
must have equal output types but they differ". A `custom_vjp` raises where it is differentiated.
https://docs.jax.dev/en/latest/control-flow.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.transforms.same_dtypes import begun_alike, given_alike
from jaxlint.rules.quoting import shortened
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.transforms import StructureMismatch


# By what is compared, and in what it differs.
_WAYS = {
    ("carried", "dtypes"): ("start", "cast"),
    ("carried", "shapes"): ("start", "keep"),
    ("carried", "structure"): ("return what", "keep"),
    ("branches", "dtypes"): ("return the same",),
    ("branches", "shapes"): ("return the same",),
    ("branches", "structure"): ("return the same",),
}


def check(event: StructureMismatch) -> Hazard:
    ways = _WAYS.get((event.compared, event.differs), ("return what",))
    return Hazard(shortened(event.says), ways=ways)


def fix(event: StructureMismatch, site: Site) -> Rewrite | None:
    if event.differs != "dtypes":
        return None
    return begun_alike(site, event.node) or given_alike(site, event.node)


RULE = Rule(
    code="JAX606",
    severity="error",
    events=("structure-mismatch",),
    runtime="TypeError",
    check=check,
    fix=fix,
    unfixed="no dtype that is known holds both values",
)
