"""Are two results the same: structure, dtypes, shapes, and numbers up to rounding."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

# Sums in another order differ by some units of the last place of the largest term.
TOLERANCE = {"float16": 5e-3, "bfloat16": 4e-2, "float32": 2e-5, "complex64": 2e-5}


def difference(original: object, fixed: object, signed_zeros: bool = True) -> str | None:
    """None where they agree.  Python numbers count as the arrays that jit makes of them.

    ``signed_zeros`` off for what was compiled: XLA takes 0 + x for x, and so makes -0 of 0.
    """
    left, left_structure = jax.tree.flatten(original)
    right, right_structure = jax.tree.flatten(fixed)
    # By their names: the fixed module has classes of its own.
    if str(left_structure) != str(right_structure):
        return f"structure {left_structure} became {right_structure}"
    for one, other in zip(left, right, strict=True):
        found = _leaf_difference(one, other, signed_zeros)
        if found is not None:
            return found
    return None


def _leaf_difference(left: object, right: object, signed_zeros: bool) -> str | None:
    if isinstance(left, (str, bytes)) or callable(left):
        return None if type(left) is type(right) else f"{left!r} became {right!r}"
    left, right = jnp.asarray(left), jnp.asarray(right)
    if left.dtype != right.dtype or left.shape != right.shape:
        return f"{left.dtype}{list(left.shape)} became {right.dtype}{list(right.shape)}"
    if jnp.issubdtype(left.dtype, jax.dtypes.prng_key):
        left, right = jax.random.key_data(left), jax.random.key_data(right)
    numbers = np.asarray(left), np.asarray(right)
    if _same_numbers(*numbers, str(left.dtype)) and (not signed_zeros or _same_zeros(*numbers)):
        return None
    return f"{numbers[0]} became {numbers[1]}"


def _same_numbers(left: np.ndarray, right: np.ndarray, dtype: str) -> bool:
    tolerance = TOLERANCE.get(dtype)
    if tolerance is None:
        return bool(np.array_equal(left, right))
    wide = np.complex128 if left.dtype.kind == "c" else np.float64
    left, right = left.astype(wide), right.astype(wide)
    largest = np.abs(left[np.isfinite(left)]).max(initial=1.0)
    return bool(np.allclose(left, right, rtol=tolerance, atol=tolerance * largest, equal_nan=True))


def _same_zeros(left: np.ndarray, right: np.ndarray) -> bool:
    if left.dtype.kind not in "fV":  # V: bfloat16
        return True
    zeros = (left == 0) & (right == 0)
    return bool(np.array_equal(np.signbit(left[zeros]), np.signbit(right[zeros])))
