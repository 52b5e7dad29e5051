"""Numbers for which Python, in 64 bits, and JAX, in 32, come to the same."""

from __future__ import annotations

import math
import struct


def is_float32(number: object) -> bool:
    """32 bits hold it."""
    return isinstance(number, (int, float)) and math.isfinite(number) and _rounded(number) == number


def is_whole_alike(number: object) -> bool:
    """It rounds to the same integers, up, down and to the nearest."""
    if not isinstance(number, (int, float)) or not math.isfinite(number):
        return False
    near = _rounded(number)
    return math.isfinite(near) and all(
        rounding(near) == rounding(number) for rounding in (math.ceil, math.floor, math.trunc, round)
    )


def is_square(number: object) -> bool:
    """Its root is an integer that both find."""
    return isinstance(number, int) and 0 <= number < 2**24 and math.isqrt(number) ** 2 == number


def _rounded(number: float) -> float:
    try:
        return float(struct.unpack("f", struct.pack("f", number))[0])
    except OverflowError:
        return math.inf
