"""`static_argnames`, `in_axes` and others that fit neither function nor call

## Why
Options such as `static_argnums`, `donate_argnames`, `argnums` and `in_axes` name parameters or
positions. `jit` checks them against the signature; no argument may be both static and donated.
`vmap`, `grad` and `checkpoint` check them against the positional arguments of each call: `in_axes`
needs an entry for each, not all None. No tracer may stand at a position of `nondiff_argnums`.

## Bad
    from functools import partial

    import jax
    import jax.numpy as jnp


    @partial(jax.jit, static_argnames="exponnet")
    def power_mean(x, exponent):
        return jnp.mean(x**exponent) ** (1 / exponent)


    power_mean(jnp.ones(3), exponent=4)

## Good
    from functools import partial

    import jax
    import jax.numpy as jnp


    @partial(jax.jit, static_argnames="exponent")
    def power_mean(x, exponent):
        return jnp.mean(x**exponent) ** (1 / exponent)


    power_mean(jnp.ones(3), exponent=4)

## Ways out
- rename it to an existing parameter: the name is misspelled or outdated
- write one entry for each argument, `None` for shared ones: `in_axes` does not fit the call
- write one entry for each output: `out_axes` does not fit what is returned
- call what the transform returns, as in `jax.vmap(f)(x)`: an argument of the function is given as an option
- change or remove the entry: no parameter, or no argument of the call, is at that position

## Fix safety
A suggestion to use the parameter's name, if exactly one parameter has a similar one. No fix otherwise.

## How to silence
When a decorator that jaxlint cannot follow changes the signature of the function.

## JAX's error
`ValueError`: "Jitted function has invalid argnames {'exponnet'} in static_argnames", "vmap in_axes must be an int,
None, or a tuple of entries corresponding to the positional arguments"; `TypeError`: "differentiating with respect to
argnums=2 requires at least 3 positional arguments"; `IndexError` or `UnexpectedTracerError` for `nondiff_argnums`. Some
older releases of JAX only warn of an unknown name. https://docs.jax.dev/en/latest/_autosummary/jax.jit.html
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
    from jaxlint.tracing.events.transforms import BadSpecification

_NEAR = 0.75


def check(event: BadSpecification) -> Hazard:
    message = event.says if event.related else f"invalid `{event.keyword}`: {event.says}"
    if "call the result" in event.says:
        return Hazard(message, ways=("call",))
    axes = {"in_axes": ("write one entry for each argument",), "out_axes": ("write one entry for each output",)}
    return Hazard(message, ways=axes.get(event.keyword) or (("rename", "change") if event.given else ("change",)))


def fix(event: BadSpecification, site: Site) -> Rewrite | None:
    near = difflib.get_close_matches(event.given, event.taken, 2, _NEAR) if event.given else []
    node = event.node
    written = node.elts if isinstance(node, (_ast.Tuple, _ast.List)) else [node]
    strings = [one for one in written if isinstance(one, _ast.Constant) and one.value == event.given]
    others = [one.value for one in written if isinstance(one, _ast.Constant)]
    if len(near) != 1 or len(strings) != 1 or near[0] in others:
        return None
    return Rewrite(SUGGESTION, f"rename it to `{near[0]}`", [Replace(strings[0], f'"{near[0]}"')])


RULE = Rule(
    code="JAX602",
    severity="error",
    events=("bad-specification",),
    runtime="ValueError",
    check=check,
    fix=fix,
    unfixed="more than one correction is possible",
)
