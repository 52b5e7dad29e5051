"""`return x, "done"` from a jitted function: a string is no JAX type.

## Why
What a traced function returns becomes the outputs of the compiled program, and the program only has arrays: numbers,
None, and pytrees of arrays. A string, a function, a class, a dtype, a set, a generator, or an object of a class that
nobody registered as a pytree is refused, in containers as well. So it is for functions under `jit`, `vmap` and
`checkpoint`, for each branch of `cond` and `switch`, and for the bodies of loops. What does not depend on the arrays is
known before the call: build it outside.

## Bad
    @jax.jit
    def step(params, batch):
        return update(params, batch), {"phase": "train"}

## Good
    @jax.jit
    def step(params, batch):
        return update(params, batch)

    params, metrics = step(params, batch), {"phase": "train"}

## Fix
None. An object becomes a pytree with `jax.tree_util.register_dataclass`; the auxiliary output of `jax.grad`, and what
`equinox.filter_jit` gives, may be anything.

## At run time
`TypeError: function step traced for jit returned a value of type <class 'str'> at output component [1]['phase'], which
is not a valid JAX type`. https://docs.jax.dev/en/latest/_autosummary/jax.jit.html
"""

from __future__ import annotations

from jaxlint.rules.rule import Hazard, Rule
from jaxlint.text.quoted import named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import InvalidResult


def check(event: InvalidResult) -> Hazard:
    return Hazard(f"`{event.by}` gives arrays and pytrees of them, but {named(event.callee)} returns {event.part}")


RULE = Rule(
    code="JAX617",
    severity="error",
    events=("invalid-result",),
    runtime="TypeError",
    check=check,
)
