"""A safe twin of a NumPy function gives the dtype that NumPy gives for each width of floats, and takes empty arrays."""

import jax.numpy as jnp
import numpy as np
import pytest

from jaxlint.diagnostic import SAFE
from tests.codemods.recipes.mending import levels

CALLS = {
    "interp": "x, x, x",
    "append": "x, 1.0",
    "cov": "x",
    "corrcoef": "x",
    "matmul": "x, x",
    "trapezoid": "x",
    "gradient": "x",
    "degrees": "x",
    "radians": "x",
    "sinc": "x",
    "unwrap": "x",
    "i0": "x",
    "percentile": "x, 50.0",
    "median": "x",
    "nanmedian": "x",
    "outer": "x, 2.0",
    "dot": "x, x",
    "sin": "x",
    "add": "x, x",
    "maximum": "x, 0.5",
    "concatenate": "[x, x]",
    "sort": "x",
    "sum": "x",
    "polyval": "x, 2.0",
    "float_power": "x, x",
    "vander": "x",
}
PROGRAM = """
import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def f(x):
    return np.{name}({arguments})


f(jnp.ones({shape}, jnp.{dtype}))
"""


def is_safe(name, dtype, shape):
    text = PROGRAM.format(name=name, arguments=CALLS[name], dtype=dtype, shape=shape)
    return levels(text, "JAX204") == [SAFE]


def results(name, dtype, shape):
    x = jnp.linspace(0.1, 0.9, 4).astype(dtype)[: shape or 0]
    jaxs = eval(f"jnp.{name}({CALLS[name]})", {"jnp": jnp, "x": x})
    return jaxs, eval(f"np.{name}({CALLS[name]})", {"np": np, "x": np.asarray(x)})


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
@pytest.mark.parametrize("name", CALLS)
def test_a_safe_twin_keeps_the_dtype(name, dtype):
    if is_safe(name, dtype, 4):
        jaxs, numpys = map(np.asarray, results(name, dtype, 4))
        assert jaxs.dtype == numpys.dtype


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CALLS)
def test_a_safe_twin_takes_empty_arrays_where_numpy_does(name):
    if is_safe(name, "float32", 0):
        try:
            np.asarray(eval(f"np.{name}({CALLS[name]})", {"np": np, "x": np.zeros(0, np.float32)}))
        except Exception:
            return
        results(name, "float32", 0)


def test_most_are_safe_for_float32():
    never = ["interp", "append", "cov", "corrcoef", "outer", "sum", "polyval", "float_power", "vander"]
    assert [name for name in CALLS if not is_safe(name, "float32", 4)] == never
