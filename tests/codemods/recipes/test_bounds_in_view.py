"""Lengths that other arrays tell, and widths that parameters do: the text that comes out, and what it computes."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tests.codemods.recipes.mending import fixed, levels, namespace

pytestmark = pytest.mark.slow

HEAD = """\
import jax
import jax.numpy as jnp
from functools import partial
from jax import lax

USED = jnp, partial, lax


"""
NODES, VALUES = jnp.arange(8.0).reshape(4, 2), jnp.array([3.0, -1.0, 4.0, 1.0, -5.0, 9.0, 2.0, 6.0])
FROM, TO = jnp.array([0, 1, 2, 3, 3]), jnp.array([1, 0, 3, 3, 2])
IMAGE = jnp.arange(30.0).reshape(5, 6)
CASES = [
    (
        "return jnp.tanh(h + jax.ops.segment_sum(h[s], r))",
        "h, s, r",
        "return jnp.tanh(h + jax.ops.segment_sum(h[s], r, num_segments=h.shape[0]))",
        (NODES, FROM, TO),
    ),
    (
        "sums = jax.ops.segment_sum(h[s], r)\n    return jax.nn.relu(sums)",
        "h, s, r",
        "sums = jax.ops.segment_sum(h[s], r, num_segments=h.shape[0])\n    return jax.nn.relu(sums)",
        (NODES, FROM, TO),
    ),
    (
        "count = jnp.bincount(s)\n    return h / jnp.maximum(count, 1)[:, None]",
        "h, s",
        "count = jnp.bincount(s, length=h.shape[0])\n    return h / jnp.maximum(count, 1)[:, None]",
        (NODES, FROM),
    ),
    (
        "return (y[1:] - jnp.repeat(x, counts)).sum()",
        "x, counts, y",
        "return (y[1:] - jnp.repeat(x, counts, total_repeat_length=y[1:].shape[0])).sum()",
        (VALUES[:3], jnp.array([2, 4, 1]), VALUES),
    ),
    (
        "peak = (x[1:-1] > x[:-2]) & (x[1:-1] > x[2:])\n    at = jnp.flatnonzero(peak) + 1\n    return x[at].sum()",
        "x",
        "peak = (x[1:-1] > x[:-2]) & (x[1:-1] > x[2:])\n    return x[1:-1].sum(where=peak)",
        (VALUES,),
    ),
    (
        "bright = image > 3\n    ys, xs = jnp.where(bright)\n    return ys.mean(), xs.mean()",
        "image",
        "bright = image > 3\n    ys, xs = jnp.indices(bright.shape)\n"
        "    return ys.mean(where=bright), xs.mean(where=bright)",
        (IMAGE,),
    ),
]
WINDOWS = [
    ("return x[i : i + n].sum()", "return lax.dynamic_slice_in_dim(x, i, n).sum()"),
    ("return x.at[i : i + n].set(0.0)", "return x.at[i + jnp.arange(n)].set(0.0)"),
    ("return x[i - n : i + n + 1] * 2", "return lax.dynamic_slice_in_dim(x, i - n, 2 * n + 1) * 2"),
]


@pytest.mark.parametrize(("body", "parameters", "wanted", "given"), CASES)
def test_bounds_that_arrays_tell(body: str, parameters: str, wanted: str, given: tuple) -> None:
    text = f"{HEAD}@jax.jit\ndef f({parameters}):\n    {body}\n"
    mended = fixed(text)
    assert mended == text.replace(body, wanted)
    with jax.disable_jit():
        before = namespace(text)["f"](*given)
    jax.tree.map(np.testing.assert_allclose, namespace(mended)["f"](*given), before)


@pytest.mark.parametrize(("body", "wanted"), WINDOWS)
def test_only_the_width_of_a_window_is_made_static(body: str, wanted: str) -> None:
    text = f"{HEAD}@jax.jit\ndef f(x, i, n):\n    {body}\n"
    mended = fixed(text)
    assert mended == text.replace(body, wanted).replace("@jax.jit", '@partial(jax.jit, static_argnames="n")')
    with jax.disable_jit():
        before = namespace(text)["f"](VALUES, 2, 2)
    np.testing.assert_allclose(namespace(mended)["f"](VALUES, jnp.array(2), n=2), before)


def test_a_scale_tells_no_length() -> None:
    text = f"{HEAD}@jax.jit\ndef f(x, ids, scale):\n    return scale * jax.ops.segment_sum(x, ids)\n"
    assert levels(text, "JAX102") == [None]


def test_indices_beyond_their_mask_stay() -> None:
    text = f"{HEAD}@jax.jit\ndef f(x):\n    i = jnp.where(x > 0)[0]\n    return x[i + 1].sum()\n"
    assert levels(text, "JAX101") == [None]


def test_a_window_with_a_default_width_needs_nothing_static() -> None:
    text = f"{HEAD}@jax.jit\ndef f(x, i, n=3):\n    return x[i * n : (i + 1) * n]\n"
    assert "return lax.dynamic_slice_in_dim(x, i * n, n)" in fixed(text)
    assert "static_argnames" not in fixed(text)


def test_slices_that_meet_an_array_of_unknown_rank() -> None:
    body = "w = 0.5 ** jnp.arange(x.size)\n    return (x[n:] * w[n:]).sum() / w[n:].sum()"
    text = f"{HEAD}@jax.jit\ndef f(x, n):\n    {body}\n"
    mended = fixed(text)
    assert "static_argnames" not in mended
    with jax.disable_jit():
        before = namespace(text)["f"](VALUES, 3)
    np.testing.assert_allclose(namespace(mended)["f"](VALUES, jnp.array(3)), before)
