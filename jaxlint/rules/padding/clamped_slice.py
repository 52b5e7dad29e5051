"""A window that reaches beyond its array, for certain: `dynamic_slice` and `dynamic_update_slice` move it.

## Why
The size of a window is static, its start is data. Where the window would reach beyond the end of the axis, JAX moves
its start back, and raises nothing: what is read, or overwritten, are other elements than those that were asked for.
A negative start counts from the end, as in NumPy, and is moved likewise.

The finding needs bounds that are known and met: a start that is written in the code, the counter of `fori_loop`, or
an element of `arange`, whose last number is beyond `size - window`. Where the function compares the counter with
something, that is left to it.

## Bad
    @jax.jit
    def moving_mean(x):
        window = lambda i: jax.lax.dynamic_slice(x, (i,), (3,)).mean()
        return jax.vmap(window)(jnp.arange(x.shape[0]))

## Good
    @jax.jit
    def moving_mean(x):
        window = lambda i: jax.lax.dynamic_slice(x, (i,), (3,)).mean()
        return jax.vmap(window)(jnp.arange(x.shape[0] - 2))

## Fix
A suggestion, where the counter is the start: a loop that ends with the last window that fits.

## At run time
Nothing is raised. https://docs.jax.dev/en/latest/_autosummary/jax.lax.dynamic_slice.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.slices.shorter_loops import shorter_loop
from jaxlint.rules.quoting import quoted, short_name
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import WindowMoved


def check(event: WindowMoved) -> Hazard:
    start, callee = quoted(event, event.start), short_name(event.callee)
    if event.begins is not None:
        return Hazard(f"the window from {start} begins at {event.begins} in axis {event.axis}: `{callee}` moves it")
    far = "" if event.beyond is None else f" by {event.beyond}"
    return Hazard(f"the window from {start} reaches beyond the end of axis {event.axis}{far}: `{callee}` moves it back")


def fix(event: WindowMoved, site: Site) -> Rewrite | None:
    return None if event.beyond is None else shorter_loop(site, event.start, event.beyond)


RULE = Rule(
    code="JAX112",
    severity="warning",
    events=("window-moved",),
    runtime="none: other elements are read, or written",
    check=check,
    fix=fix,
    unfixed="how many windows there should be, or where, is not known",
)
