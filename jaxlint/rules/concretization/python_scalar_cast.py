"""`int()`, `float()`, `bool()`, `complex()`, `hex()`, `operator.index()` of a traced array.

## Why
They hand the number to Python, and while tracing there is no number yet. Under `grad` alone `int()` works (and cuts the
gradient), `float()` does not.

## Bad
    @jax.jit
    def scaled(x):
        return x * float(x.max())

## Good
    @jax.jit
    def scaled(x):
        return x * x.max()

## Fix
Unsafe: the value as it is where it has that kind of number already, else `.astype`; `x != 0` for `bool(x)`. Two
bools that are added or subtracted become integers before.

Where the result is asked for as a static number (`jnp.zeros(...)`), the parameters that it comes from are made static
instead where their function is jitted: unsafe.

## At run time
`ConcretizationTypeError`, `TracerIntegerConversionError`.
https://docs.jax.dev/en/latest/errors.html#jax.errors.ConcretizationTypeError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.branches.checks import check_around, checked
from jaxlint.codemods.recipes.static.static_demand import static_instead
from jaxlint.codemods.recipes.values.casts import as_array
from jaxlint.rules.quoting import operand, quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.event import TruthTest
from jaxlint.tracing.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import Concretized


_CASTS = frozenset(["int", "float", "complex", "hex", "oct", "bin", "chr", "index"])
_FRACTIONS = ("float", "complex")  # no size, bound or axis, so nothing for which a value has to be static


def check(event: Concretized | TruthTest) -> Hazard | None:
    if isinstance(event, TruthTest):
        called = event.construct == "bool"
        return Hazard(f"`bool()` needs a concrete value, but {quoted(event, event.node)} is traced") if called else None
    if event.how not in _CASTS or _is_size(event):
        return None
    name = "operator.index" if event.how == "index" else event.how
    return Hazard(f"`{name}()` needs a concrete value, but {quoted(event, operand(event.node))} is traced")


def _is_size(event: Concretized) -> bool:
    """Whole numbers made of static values: static-value-staged."""
    return isinstance(event.value, Traced) and event.value.staged and event.how not in _FRACTIONS


def fix(event: Concretized | TruthTest, site: Site) -> Rewrite | None:
    call = event.owner if isinstance(event, TruthTest) else event.node
    if not isinstance(call, ast.Call):
        return None
    how = "bool" if isinstance(event, TruthTest) else event.how
    check = check_around(site, call) if how == "bool" else None
    return static_instead(site, call) or (checked(site, check) if check is not None else as_array(site, call, how))


RULE = Rule(
    code="JAX202",
    severity="error",
    events=("concretized", "truth-test"),
    runtime="ConcretizationTypeError",
    check=check,
    fix=fix,
)
