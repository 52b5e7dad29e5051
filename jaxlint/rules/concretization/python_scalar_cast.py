"""`int()`, `float()`, `bool()` or `complex()` of a traced array

## Why
These functions return Python numbers, which need the value of the array; so do `hex()` and
`operator.index()`. At trace time a traced array has no value yet. Under `jax.grad` alone `int()`
works, but cuts the gradient (JAX209), and `float()` raises.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def normalize(x):
        return x / float(x.max())


    print(normalize(jnp.array([1.0, 4.0])))

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def normalize(x):
        return x / x.max()


    print(normalize(jnp.array([1.0, 4.0])))  # prints [0.25 1.  ]

## Ways out
- drop the conversion, or use `.astype`: the value is used in JAX operations
- make the argument static with `static_argnames`: it is a Python number, used as a size or an option
- convert outside `jit`: you want to log or store the number

## Fix safety
Unsafe: the value stays an array, or a parameter is made static because the result must be static,
as in `jnp.zeros(int(n))`. A suggestion, `checkify.check`, for `bool()` in an `assert` or an `if`
that only raises. No fix if a Python number is needed, as a length or in a method such as `__int__`.

## How to silence
When a caller that jaxlint cannot see runs the function without `jit`.

## JAX's error
`ConcretizationTypeError`; its subclass `TracerBoolConversionError` for `bool()`; or
`TracerIntegerConversionError` for `hex()` and `operator.index()`.
https://docs.jax.dev/en/latest/errors.html#jax.errors.ConcretizationTypeError
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.branches.checks import check_around, checked
from jaxlint.codemods.recipes.static.static_demand import static_instead
from jaxlint.codemods.recipes.values.casts import as_array
from jaxlint.rules.passed import may_be_static
from jaxlint.rules.quoting import operand, quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.events.values import TruthTest
from jaxlint.tracing.values.value import is_staged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.values import Concretized


_CASTS = frozenset(["int", "float", "complex", "hex", "oct", "bin", "chr", "index"])
_FRACTIONS = ("float", "complex")  # no size, bound or axis, so nothing for which a value has to be static


def check(event: Concretized | TruthTest) -> Hazard | None:
    if isinstance(event, TruthTest):
        called = event.construct == "bool"
        message = f"`bool()` needs a concrete value, but {quoted(event, event.node)} is traced"
        return Hazard(message, ways=_ways(event)) if called else None
    if event.how not in _CASTS or _is_size(event):
        return None
    name = "operator.index" if event.how == "index" else event.how
    message = f"`{name}()` needs a concrete value, but {quoted(event, operand(event.node))} is traced"
    return Hazard(message, ways=_ways(event))


def _ways(event: Concretized | TruthTest) -> tuple[str, ...]:
    return ("drop", *(["make"] if may_be_static(event, operand(event.node)) else []), "convert")


def _is_size(event: Concretized) -> bool:
    """Whole numbers made of static values: static-value-staged."""
    return is_staged(event.value) and event.how not in _FRACTIONS


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
