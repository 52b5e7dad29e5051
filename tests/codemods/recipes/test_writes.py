"""Writes that NumPy does in place, by lists of numbers: JAX's arrays, under jit, hold the same afterwards."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import pytest

from tests.codemods.recipes.mending import fixed, namespace

HEAD = "import jax\nimport jax.numpy as jnp\n\n@jax.jit\ndef f(x: jax.Array):\n    y = x * 1\n"


@pytest.mark.parametrize(
    "write",
    ["y[[0, 2]] = y[[2, 0]]", "y[[0, 2], 1] = y[[2, 0], 1]", "y[[0, 2]] += y[[2, 0]]", "y[0] = y[1]", "y[:2] = y[2:]"],
)
def test_what_is_read_from_the_array_itself(write):
    start = np.arange(8, dtype=np.float32).reshape(4, 2)
    wanted = {"y": start * 1}
    exec(write, wanted)
    mended = namespace(fixed(f"{HEAD}    {write}\n    return y\n"))
    np.testing.assert_array_equal(mended["f"](jnp.asarray(start)), wanted["y"])
