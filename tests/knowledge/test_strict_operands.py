"""Which dtypes functions of jax.lax take side by side, asked of JAX."""

import inspect
import itertools

import jax
import jax.numpy as jnp
import pytest

from jaxlint.knowledge.api import lookup
from jaxlint.knowledge.strict_operands import ALIKE, OF_SOME, TWINS

KINDS = {"b": jnp.bool_, "i": jnp.int32, "f": jnp.float32, "c": jnp.complex64}
OTHERS = [*KINDS.values(), jnp.uint8, jnp.bfloat16]
MORE = {"pad": [[(1, 1, 0)]], "dynamic_update_slice": [(0,)], "dynamic_update_slice_in_dim": [0, 0]}


def _call(name, dtypes):
    function = getattr(jax.lax, name)
    values = [jnp.ones((), dtype) for dtype in dtypes]
    if name.startswith("dynamic_update_slice"):
        values = [value[None] for value in values]
    if name == "pad":
        values[0] = values[0][None]
    if name == "select":
        values = [jnp.bool_(True), *values]
    return function(*values, *MORE.get(name, []))


def _count(name):
    return len(ALIKE[name]) or 2 if name in ALIKE else 1


@pytest.mark.parametrize("name", ALIKE)
def test_two_dtypes_raise(name):
    count = _count(name)
    for one, other in itertools.permutations(OTHERS, 2):
        for place in range(count):
            with pytest.raises(TypeError):
                _call(name, [other if at == place else one for at in range(count)])


@pytest.mark.parametrize("name", ALIKE)
def test_one_dtype_is_taken(name):
    assert any(_takes(name, dtype) for dtype in OTHERS)


@pytest.mark.parametrize("name", sorted(OF_SOME))
def test_kinds_that_the_table_leaves_out_raise(name):
    record = lookup(f"jax.lax.{name}")
    for kind, dtype in KINDS.items():
        if record.result_kind is not None:
            continue
        if record.kind_for(kind) is None:
            with pytest.raises(TypeError):
                _call(name, [dtype] * _count(name))
        else:
            _call(name, [dtype] * _count(name))


@pytest.mark.parametrize("name", ALIKE)
def test_the_parameters_are_there(name):
    parameters = list(inspect.signature(getattr(jax.lax, name)).parameters)
    assert set(ALIKE[name]) <= set(parameters)


@pytest.mark.parametrize("name", TWINS)
def test_the_twin_promotes_to_the_same_numbers(name):
    twin = getattr(jnp, TWINS[name])
    dtype = next(one for kind, one in KINDS.items() if _takes(name, one) and kind != "b")
    count = _count(name)
    values = [jnp.asarray(3 - at, dtype) for at in range(count)]
    if name == "select":
        values = [jnp.bool_(True), *values]
    if name in ("acos", "asin", "atanh"):
        values = [value / 5 for value in values]
    mine = getattr(jax.lax, name)(*values)
    if name == "div":
        values = [value * 1.0 for value in values]
        mine = jax.lax.div(*values)
    assert jnp.allclose(mine, twin(*values), equal_nan=True)
    if name in ALIKE and name not in ("bitwise_and", "bitwise_or", "bitwise_xor", "shift_left", "nextafter", "complex"):
        twin(*values[:-1], jnp.asarray(2, jnp.float16))


def _takes(name, dtype):
    try:
        _call(name, [dtype] * _count(name))
    except (TypeError, jax.errors.JaxRuntimeError):  # XLA itself has no clamp of bools
        return False
    return True
