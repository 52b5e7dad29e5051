"""What the table of operations says, asked of JAX and of Python."""

import cmath
import inspect
import itertools
import math

import jax
import jax.numpy as jnp
import pytest

from jaxlint.knowledge.operations import FLOAT, LINEAR, OPERATIONS, PRODUCT, SINGULAR, SMOOTH, UPDATES, WHOLE, operation

HOMES = (jnp, jax.nn, jax.scipy.special, jax.lax, jnp.linalg)
POINTS = (-2.5, -1.0, -0.5, 0.0, 0.25, 0.5, 1.0, 1.5, 3.0)
# Derivatives that are finite wherever the operands are, but where arguments are not numbers.
NO_NUMBERS = {"astype", "take_along_axis", "squeeze", "stack", "column_stack", "where", "full_like", "ones_like"}
NO_NUMBERS |= {"zeros_like", "matmul", "dot", "norm", "conj", "conjugate", "real", "imag", "any", "all"}


def _function(name):
    found = [getattr(home, name) for home in HOMES if callable(getattr(home, name, None))]
    return found[0] if found else None


def _points(count):
    return itertools.product(POINTS, repeat=count)


def _count(name):
    """How many numbers it takes."""
    if name in ("maximum", "minimum", "arctan2", "hypot", "power", "xlogy", "logaddexp") or OPERATIONS[name].symbol:
        return 2
    return 3 if name == "clip" else 1


@pytest.mark.parametrize("name", OPERATIONS)
def test_jax_has_it(name):
    assert _function(name) is not None or name in ("amax", "amin", "fix", "asinh", "atan")


def _gradient(function, *point):
    return jax.grad(lambda *x: jnp.sum(function(*x)) * 1.0, argnums=tuple(range(len(point))))(*point)


def _is_finite(name, point):
    return all(bool(jnp.isfinite(one)) for one in _gradient(_function(name), *map(jnp.float32, point)))


DIFFERENTIABLE = [name for name, row in OPERATIONS.items() if row.gradient is not None and name not in NO_NUMBERS]
DIFFERENTIABLE = [name for name in DIFFERENTIABLE if not name.startswith("is")]


@pytest.mark.parametrize("name", [name for name, row in OPERATIONS.items() if row.poles])
def test_where_a_selection_of_another_arm_gives_nan(name):
    function = _function(name)
    for point in OPERATIONS[name].poles:
        where = jax.grad(lambda x: jnp.where(jnp.isinf(x), function(x), 0.0))
        assert jnp.isnan(where(point)), point
        assert jax.jvp(lambda x: jnp.where(jnp.isinf(x), function(x), 0.0), (point,), (1.0,))[1] == 0


@pytest.mark.parametrize("name", [name for name in DIFFERENTIABLE if OPERATIONS[name].gradient == SMOOTH])
def test_smooth_ones_have_finite_derivatives(name):
    for point in _points(_count(name)):
        assert _is_finite(name, point), point


@pytest.mark.parametrize("name", [name for name in DIFFERENTIABLE if OPERATIONS[name].gradient == LINEAR])
def test_linear_ones_have_derivatives_that_are_constant(name):
    function, count = _function(name), _count(name)
    found = {tuple(map(float, _gradient(function, *map(jnp.float32, point)))) for point in _points(count)}
    assert len(found) == 1


@pytest.mark.parametrize("name", [name for name, row in OPERATIONS.items() if row.smooth and name != "where"])
def test_where_singular_ones_are_said_to_be_smooth_they_are(name):
    asked = [point for point in _points(_count(name)) if OPERATIONS[name].smooth(*point)]
    assert asked
    for point in asked:
        assert _is_finite(name, point), point


@pytest.mark.parametrize(
    "name", [name for name, row in OPERATIONS.items() if row.gradient == SINGULAR and row.smooth and name != "hypot"]
)
def test_singular_ones_are_not_smooth_everywhere(name):  # `hypot` is, in this JAX
    ends = (-1.0, 0.0, 1.0)
    assert not all(_is_finite(name, point) for point in itertools.product(ends, repeat=_count(name)))


@pytest.mark.parametrize("name", [name for name, row in OPERATIONS.items() if row.value and name not in NO_NUMBERS])
def test_python_computes_the_same(name):
    function, compute = _function(name), OPERATIONS[name].value
    for point in _points(_count(name)):
        try:
            ours = float(compute(*point))
        except (ValueError, ArithmeticError, TypeError):
            continue
        theirs = float(function(*map(jnp.float32, point)))
        if OPERATIONS[name].smooth is None or OPERATIONS[name].smooth(*point):
            assert theirs == pytest.approx(ours, rel=1e-4, abs=1e-5), point


@pytest.mark.parametrize("name", [name for name, row in OPERATIONS.items() if row.symbol])
def test_the_operator_does_the_same(name):
    for x, y in ((7, 2), (-7, 2), (1.5, 0.5)):
        ours = eval(f"x {OPERATIONS[name].symbol} y")
        assert float(_function(name)(jnp.float32(x), jnp.float32(y))) == pytest.approx(ours, rel=1e-5)


@pytest.mark.parametrize("name", [name for name, row in OPERATIONS.items() if row.python])
def test_its_form_in_python_does_the_same(name):
    function = eval(OPERATIONS[name].python, {"math": math})
    given = [4.0, 9.0]
    own = _function(name) or getattr(jnp, {"amax": "max", "amin": "min", "fix": "trunc"}[name])
    if name in ("prod", "sum", "max", "min", "amax", "amin"):
        ours, theirs = function(given), own(jnp.array(given))
    elif name in ("maximum", "minimum"):
        ours, theirs = function(*given), own(*given)
    else:
        ours, theirs = function(2.25), own(2.25)
    assert float(theirs) == pytest.approx(ours)
    assert type(ours) is {WHOLE: int, FLOAT: float, "": float}[OPERATIONS[name].gives]


@pytest.mark.parametrize("name", [name for name, row in OPERATIONS.items() if row.math])
def test_its_name_in_math_means_the_same(name):
    theirs = OPERATIONS[name].math
    function = getattr(math, theirs, None) or getattr(cmath, theirs, None)
    if function is None:
        assert theirs in ("sumprod", "cbrt", "exp2")  # of newer Pythons
    elif len(inspect.signature(_function(name)).parameters) == 1 and name not in ("modf", "frexp"):
        ours, found = function(0.5 if name != "arccosh" else 1.5), _function(name)(0.5 if name != "arccosh" else 1.5)
        assert float(found) == pytest.approx(float(ours), rel=1e-4)


@pytest.mark.parametrize("name", [name for name, row in OPERATIONS.items() if row.where])
def test_reductions_take_where(name):
    assert "where" in inspect.signature(_function(name)).parameters


@pytest.mark.parametrize("name", [name for name, row in OPERATIONS.items() if row.nan])
def test_the_form_without_nans(name):
    given = jnp.array([1.0, jnp.nan, 3.0])
    assert OPERATIONS[name].where
    assert _function(OPERATIONS[name].nan)(given) == _function(name)(jnp.array([1.0, 3.0]))


@pytest.mark.parametrize("method", UPDATES)
def test_updates_do_what_their_operations_do(method):
    given, value = jnp.array([3.0, 4.0]), 2.0
    wanted = value if method == "set" else _function(UPDATES[method])(given[0], value)
    assert getattr(given.at[0], method)(value)[0] == wanted


def test_of_what_is_not_known_nothing_is_said():
    known = operation("no_such_operation")
    assert not any(getattr(known, column) for column in type(known).__annotations__)


def test_products_are_made_of_their_operands():
    row = [name for name in DIFFERENTIABLE if OPERATIONS[name].gradient == PRODUCT]
    assert {"multiply", "prod", "cumprod"} <= set(row)
