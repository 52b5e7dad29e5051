"""`jit(f, static_argnames="shpae")`, `vmap(f, in_axes=(0,))` of two arguments: what fits neither function nor call.

## Why
`static_argnums`, `donate_argnames`, `argnums`, `in_axes` and their like speak of the function's parameters by position
and name. jit looks at the signature where it is applied: a name that no parameter has, one that is positional-only, a
position behind the last, and an argument that is both static and donated are refused there. vmap and grad look at the
arguments of the call: `in_axes` has one entry for each positional argument, and maps at least one, and True is no
axis; arguments by name are mapped over axis 0 and have no entry. `out_axes` has the structure of what the function
returns.

## Bad
    @partial(jax.jit, static_argnames="deph")
    def f(x, depth):
        return x * depth

    jax.vmap(g, in_axes=(0,))(x, y)

## Good
    @partial(jax.jit, static_argnames="depth")
    def f(x, depth):
        return x * depth

    jax.vmap(g, in_axes=(0, None))(x, y)

## Fix
A suggestion, where one parameter alone has nearly the name that is given: its name.

## At run time
`ValueError: Jitted function has invalid argnames {'deph'} in static_argnames`, `ValueError: vmap in_axes must be an
int, None, or a tuple of entries corresponding to the positional arguments passed to the function`, `TypeError:
differentiating with respect to argnums=2 requires at least 3 positional arguments`, `IndexError` for `nondiff_argnums`.
Some older releases only warned of a name that no parameter has. https://docs.jax.dev/en/latest/_autosummary/jax.jit.html
"""

from __future__ import annotations

import _ast
import difflib

from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SUGGESTION
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import BadSpecification

_NEAR = 0.75


def check(event: BadSpecification) -> Hazard:
    return Hazard(event.says if event.related else f"`{event.keyword}` does not fit: {event.says}")


def fix(event: BadSpecification, site: Site) -> Rewrite | None:
    near = difflib.get_close_matches(event.given, event.taken, 2, _NEAR) if event.given else []
    node = event.node
    written = node.elts if isinstance(node, (_ast.Tuple, _ast.List)) else [node]
    strings = [one for one in written if isinstance(one, _ast.Constant) and one.value == event.given]
    others = [one.value for one in written if isinstance(one, _ast.Constant)]
    if len(near) != 1 or len(strings) != 1 or near[0] in others:
        return None
    return Rewrite(SUGGESTION, f"name the parameter `{near[0]}`", [Replace(strings[0], f'"{near[0]}"')])


RULE = Rule(
    code="JAX602",
    severity="error",
    events=("bad-specification",),
    runtime="ValueError",
    check=check,
    fix=fix,
    unfixed="what was meant is not known",
)
