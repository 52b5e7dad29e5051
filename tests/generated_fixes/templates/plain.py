"""Expressions that need no fix."""

PLAIN = {
    "vec": """$vec + $vec || $vec * $scalar || -$vec || jnp.abs($vec) || jnp.maximum($vec, $scalar) || $vec[::-1]
        || jnp.where($mask, $vec, $vec) || $vec * 2 || $mat[1] || $mat[:, 0] || jnp.clip($vec, -1, 3) || $vec - 1
        || jnp.flip($vec) || $vec.at[0].set(1) || jnp.sqrt(jnp.abs($vec)) || jnp.sin($vec) || jnp.stack([$scalar] * 4)
        || jnp.roll($vec, 1) || jnp.square($vec) || $vec ** 2 || $vec / 2 || jnp.concatenate([$vec[:2], $vec[2:]])
        || jnp.zeros_like($vec) || $vec[$j] || jnp.sort($vec)""",
    "scalar": """$vec[0] || $vec[-1] || $vec.sum() || $scalar + $scalar || $scalar * 2 || -$scalar || jnp.max($vec)
        || jnp.where($cond, $scalar, $scalar) || $mat[0, 1] || abs($scalar) || $vec.mean() || jnp.sum($mask)
        || 1.5 || 0.5 || 2""",
    "mask": """$level > $number || $level <= $number || ~($mask) || ($mask) & ($mask) || jnp.isnan($v) || $j > 1
        || $level != $number || ($mask) | ($mask)""",
    "cond": """$point > $number || $point < $number || jnp.any($mask) || $point >= $point || $k == 2 || ($mask).all()
        || $m[1]""",
    "level": "$v || $v * 2 || -$v || jnp.abs($v) || $y",
    "point": "$v[0] || $s || $v.max() || $y[2] || $s * 2 || jnp.min($v) || $k",
    "number": "0 || 1 || 0.5 || -1 || 2.0",
    "mat": "$w || $w.T || $w * 2 || jnp.outer($vec, $vec) || $w + $vec || jnp.stack([$vec] * 4)",
    "int": "$k || $k + 1 || $k % 3",
}
