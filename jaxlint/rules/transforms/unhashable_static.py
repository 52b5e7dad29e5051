"""`f(x, [1, 2])` where jit makes that argument static: a list has no hash.

## Why
jit compiles once for each value of a static argument, and finds what it has compiled by the value's hash. Lists, dicts,
sets, arrays, and objects of a dataclass that is neither `frozen` nor has `unsafe_hash` have none; nor has a tuple
that holds one of these. A class that defines `__eq__` loses the hash of `object` as well.

## Bad
    @partial(jax.jit, static_argnames="shape")
    def zeros(x, shape):
        return x.reshape(shape)

    zeros(x, [2, 3])

## Good
    zeros(x, (2, 3))

    @dataclass(frozen=True)
    class Config:
        width: int = 3

## Fix
A suggestion, where the argument is written as a list: a tuple. What the function does with it may ask for a list. An
array is better not static at all; a dataclass becomes `@dataclass(frozen=True)`.

## At run time
`ValueError: Non-hashable static arguments are not supported. An error occurred while trying to hash an object of type
<class 'list'>`. https://docs.jax.dev/en/latest/_autosummary/jax.jit.html
"""

from __future__ import annotations

import _ast

from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SUGGESTION
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import Unhashable


def check(event: Unhashable) -> Hazard:
    argument = quoted(event, event.node) if event.written else f"`{event.parameter}`"
    return Hazard(
        f"{argument} is {event.part}, but `{event.declared}` of `{event.callee}` makes `{event.parameter}` static: "
        f"non-hashable static arguments are not supported"
    )


def fix(event: Unhashable, site: Site) -> Rewrite | None:
    node = event.node
    if event.part != "a list" or not isinstance(node, _ast.List):
        return None
    items = [event.module.source.segment(item) for item in node.elts]
    text = f"({', '.join(items)}{',' if len(items) == 1 else ''})"
    return Rewrite(SUGGESTION, "pass a tuple, which can be hashed", [Replace(node, text)])


RULE = Rule(
    code="JAX601",
    severity="error",
    events=("unhashable",),
    runtime="ValueError",
    check=check,
    fix=fix,
    unfixed="what to pass in its place depends on what the function does with it",
)
