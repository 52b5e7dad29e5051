"""A branch on one array that is fixed runs, and returns the same numbers, whatever dtype the array has, with x64 and
without: `jnp.where` promotes, so that dtypes are not compared."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tests.codemods.recipes.mending import fixed, namespace

BODIES = [
    """if {test}:
        return jnp.sum(x)
    else:
        return 0.0""",
    """if {test}:
        return jnp.mean(x)
    return np.nan""",
    """if {test}:
        y = jnp.exp(x)
    else:
        y = np.ones(3)
    return y""",
    """if {test}:
        y = x * 2
    else:
        y = jnp.ones(3)
    return y""",
    """if {test}:
        a, b = x * 2, x.sum()
    else:
        a, b = jnp.zeros(3), 0.0
    return a + b""",
    """if {test}:
        return 1.0
    elif x.sum() > 1:
        return x.max()
    return -1""",
    """if {test}:
        y = jnp.linalg.norm(x.astype(float))
        y = y * 2 + 1
    else:
        y = 0
    return y""",
    """if {test}:
        y = jnp.sort(x)
        for _ in range(3):
            y = jnp.cumsum(y)
    else:
        y = jnp.zeros(3)
    return y""",
    """if {test}:
        return jnp.cumsum(jnp.sort(x))
    return jnp.full(3, 7)""",
    """if {test}:
        return jnp.inf
    y = jnp.sort(x)
    z = jnp.cumsum(y)
    return z[0]""",
    """if {test}:
        return jnp.sort(x)[::-1] / 2
    return jnp.sort(x)""",
    """if {test}:
        y = jnp.sort(x)
        y = y[::-1]
    else:
        y = jnp.sort(x) / 2
    return y""",
    """if {test}:
        return jnp.argsort(x)
    return jnp.zeros_like(x)""",
    """if {test}:
        return jnp.sort(x) @ x
    return x.max()""",
    """y = jnp.sort(x) if {test} else 0.5
    return y""",
    """y = jnp.cumsum(x) if {test} else x
    return y""",
    """y = {test} and jnp.sort(x)[0] or 0.25
    return y""",
    """if {test}:
        x = jnp.sort(x)
        x = x.at[0].set(0.5)
    return x""",
    """match jnp.sign(x.sum()):
        case 1:
            y = jnp.sort(x)
        case _:
            y = 0.0 * x
    return y""",
]
HEAD = "import jax\nimport jax.numpy as jnp\nimport numpy as np\n\n\n@jax.jit\ndef f(x):\n    "
DTYPES = ["float16", "bfloat16", "float32", "float64", "int8"]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("x64", [True, pytest.param(False, marks=pytest.mark.slow)])
@pytest.mark.parametrize("body", [*BODIES[::2], *(pytest.param(one, marks=pytest.mark.slow) for one in BODIES[1::2])])
def test_no_branch_raises_for_any_dtype(body, x64):
    text = HEAD + body.format(test="x.sum() > 1") + "\n"
    after = fixed(text)
    if after == text:
        return  # how often that is, the last test says
    with jax.enable_x64(x64):
        was, now = namespace(text)["f"].__wrapped__, namespace(after)["f"]
        for dtype in DTYPES:
            for array in ([1, 2, 3], [0, -3, 1]):
                x = jnp.asarray(array).astype(dtype)
                np.testing.assert_allclose(*(np.asarray(one(x), dtype=float) for one in (was, now)), rtol=2e-2)


def test_most_are_fixed():
    texts = [HEAD + body.format(test="x.sum() > 1") + "\n" for body in BODIES]
    assert sum(fixed(text) != text for text in texts) == 15
