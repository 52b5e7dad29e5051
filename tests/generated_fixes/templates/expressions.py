"""Expressions that fail under jit, or misbehave; and where they may stand."""

SCALARS = {
    "masks": """$v[$m].sum() || jnp.sum($v[$m]) || $v[$m].prod() || jnp.mean($v[$m]) || jnp.sum($v[$mask])
        || jnp.sum(($vec)[$mask]) || $w[$m].sum() || jnp.sum($v[$m] * $y[$m]) || ($v[$m] ** 2).sum() || $v[$m].mean()
        || ($v[$m] - 1).mean() || jnp.sum(jnp.sqrt(jnp.abs($v[$m]))) || jnp.sum($v[$m] * $s) || len($v[$m])
        || $v[$m].shape[0] || $v[~jnp.isnan($v)].sum() || $v[~jnp.isnan($v)].mean() || jnp.linalg.norm($v[$m])
        || $v[$m].std() || $v[$m].var() || jnp.max($v[$m], initial=0) || $v[$m].min(initial=9) || $v[$m].size
        || $w[$w > $number].sum() || $v[$m & ($v > $number)].sum() || jnp.sum($v[$m], axis=0) || $v[$m].any()
        || jnp.all($v[$m]) || jnp.nanmean($v[$m]) || jnp.median($v[$m]) || $v[$m][0] || jnp.sum($v[$m][1:])
        || $v[$m].sum(keepdims=True)[0] || jnp.sum($v[$m], dtype=jnp.float32) || $v[$m].sum() / len($v[$m])
        || jnp.count_nonzero($v[$m]) || jnp.dot($v[$m], $y[$m]) || $v[$m] @ $y[$m] || sum($v[$m]) || $w[:, $m].sum()
        || jax.scipy.special.logsumexp($v[$m]) || jax.nn.logsumexp($v[$m]) || jnp.logical_and($m, $v > 0)[$m].sum()
        || jnp.exp(-($v[$m] - $y[$m]) ** 2).sum() || jnp.sum(jnp.where($v[$m] > 0, $v[$m], 0))
        || $v[$m].astype(int).sum()
        || jnp.sum($w[$m] @ $v) || jnp.compress($m, $v).sum() || jnp.extract($m, $v).sum() || $w[$m][:, 0].sum()
        || jnp.max($v[$m]) || $v[$m].argmax() || jnp.histogram($v[$m], bins=3, range=(-2, 2))[0][1]
        || jnp.average($v[$m], weights=$y[$m]) || jnp.quantile($v[$m], 0.5) || jnp.sort($v[$m])[0]""",
    "indices": """jnp.where($mask)[0].size || jnp.argwhere($m).shape[0] || jnp.nonzero($mask)[0].shape[0]
        || len(jnp.nonzero($m)[0]) || $v[jnp.where($m)].sum() || $v[jnp.where($mask)[0]].sum()
        || jnp.sum($v[jnp.nonzero($m)[0]]) || $v[jnp.flatnonzero($m)].mean() || jnp.where($m)[0][0]
        || $w[jnp.where($w > $number)].sum() || jnp.take($v, jnp.flatnonzero($m)).sum() || jnp.argwhere($mask)[0, 0]
        || $v[jnp.argwhere($m)[:, 0]].prod() || jnp.sum(jnp.where($mask)[0]) || len(jnp.argwhere($w > $number))""",
    "choices": """$scalar if $hcond else $scalar || $scalar if $cond else ($scalar if $cond else $scalar)
        || jnp.where($cond and $cond, $scalar, $scalar) || jnp.where(not $hcond, $scalar, 0.0)
        || jnp.where(0 < $point < 2, $scalar, $scalar) || jnp.where($point in (1, 2), $scalar, 1.0)
        || jnp.where($cond or $cond or $cond, $scalar, 0.0) || jnp.where($k not in (0, 3), $scalar, $scalar)
        || $s if $s > 0 else 0 || $s / $point if $point > 0 else 0.0 || jnp.sqrt($s) if $s >= 0 else -1.0
        || jnp.where(not ($cond and not $cond), $scalar, $scalar) || jnp.where($point < $point <= $point, 1, 0)
        || (-$s if $s < 0 else $s) if $k > 1 else $scalar || $cond and $scalar || $scalar or $s""",
    "builtins": """min($s, $scalar) || max($v[0], $scalar) || max($s, 0) || min($s, $v[1], $v[2]) || max([$s, $v[0]])
        || sum($v) || max($v) || min($y) || sorted($v)[0] || sum([$s, $scalar]) || sum($v * 2, $s) || sum(sorted($v))
        || jnp.where(any($m), $scalar, $scalar) || jnp.where(all($m), $scalar, $scalar) || pow($s, 2) || round($s, 1)
        || max($s, min($v[0], $scalar)) || sum(t * t for t in $v) || max($s, $y[0], key=abs) || abs(max($s, -1))
        || divmod($k, 2)[0] || sum(a * b for a, b in zip($v, $y)) || jnp.where(any(t > 0 for t in $v), $scalar, 1)""",
    "casts": """float($s) || int($k) || float($scalar) * 2 || int($s) || $s.item() || $v.sum().item() || bool($cond)
        || float(jnp.sum($v)) || int($v[0] + 1) || $v.tolist()[0] || float($v.mean()) / 2 || $k.item() + 1
        || complex($s).real || sum($v.tolist()) || float(int($s)) || $v[int($k)] || $v[$k.item()] || $v[float($s) > 0]
        || [1.0, 2.0, 3.0, 4.0][$k] || (1, 2, 3, 4)[$k] * $s || {0: 1.0, 1: 2.0, 2: 0.5, 3: 4.0}[int($k)]""",
    "twins": """np.sum(np.abs($v)) || np.maximum($s, $scalar) || np.sqrt(np.abs($v))[0] || np.mean($v)
        || np.dot($v, $y)
        || np.linalg.norm($v) || math.sqrt(abs($s)) || math.exp(-abs($s)) || math.sin($s) || math.pi * math.cos($s)
        || math.floor($s) || math.fabs($s) || math.hypot($s, 1.0) || math.pow(abs($s), 0.5) || math.tanh($s) + 1
        || np.array($v).sum() || np.asarray($v)[0] || np.float32($s) || np.prod($v) || np.any($m)
        || np.count_nonzero($m)
        || math.log(abs($s) + 1) || math.isnan($s) || np.where($m, $v, 0).sum() || np.max($v) || np.argmax($v)""",
    "static": """jnp.zeros(jnp.prod(jnp.array($w.shape))).sum() || jnp.ones(jnp.add($v.shape[0], 1)).sum()
        || jnp.zeros($k).sum() + $s || jnp.arange($k).sum() || jnp.ones(($k, 4)).sum() || jnp.arange(1, $k + 1).sum()
        || jnp.full($k, $s).sum() || jnp.arange(jnp.array($v.shape)[0]).sum() || jnp.eye($k).sum()
        || len(range(jnp.minimum($v.shape[0], 3))) || jnp.tile($v, $k).sum() || jnp.linspace(0, 1, $k).sum()""",
    "windows": """$v[:$k].sum() || jnp.sum($v[$k:]) || $v[: $k + 1].mean() || $v[-$k:].sum() || $v[1 : $k + 1].prod()
        || $v[$k : $k + 2].sum() || $w[:$k].sum() || jnp.sum($w[:, :$k]) || $w[:$k, :$k].sum() || $v[$k:3].sum()
        || jnp.max($v[: $k + 1]) || $v[$k % 3 : $k % 3 + 2][1] || $v[: $k + 1][0] || jnp.sum($v[:$k] * $y[:$k])
        || jnp.sum($v[$k:] ** 2) || jnp.dot($v[:$k], $y[:$k]) || len($v[:$k]) || $v[:$k].any() || $v[:-$k].sum()
        || jnp.split($v, [$k])[0].sum() || $v[$k : $k + 1].sum() || jnp.sum($v[::-1][:$k])""",
    "groups": """jnp.unique($j).shape[0] || jnp.unique($j).size || jnp.unique($j, return_counts=True)[1].max()
        || jnp.bincount($j).sum() || jnp.bincount($j)[0] || jnp.repeat($v, $j).sum()
        || jnp.bincount($j, weights=$v)[0]
        || jnp.unique($v).sum() || jnp.bincount($j, minlength=4)[1] || jax.ops.segment_sum($v, $j).sum()
        || len(jnp.unique($j)) || jnp.repeat($v, $k).sum() || jnp.unique($j).max() || jnp.bincount($j).max()
        || jnp.intersect1d($j, $j).size || jnp.setdiff1d($j, jnp.arange(2)).size || jnp.union1d($j, $j).sum()
        || jax.ops.segment_sum($v, $j, num_segments=$k + 1).sum()""",
}

VECTORS = {
    "writes": """$v.at[$m].set($number) || $v.at[$m].set($scalar) || $v.at[$mask].add($number)
        || $v.at[$m].multiply($s)
        || $v.at[$mask].set(0) || $v.at[$m].min($number) || $v.at[$m].max($s) || $v.at[$m].divide(2)
        || $v.at[$m].mul(2)
        || $w.at[$m].set($number)[1] || $w.at[$w > $number].set($s)[2] || $w.at[:, $m].set($number)[0]
        || ($v * 2).at[$m].set(0.0) || $v.at[$m].set($y[$m]) || $v.at[$m].add($y[$m]) || $v.at[$m].subtract($s)
        || $v.at[$m].power(2) || $v.at[$m].apply(jnp.abs) || $v.at[$m].apply(lambda t: t * 2)
        || $v.at[$m].get()[:0].sum() + $v
        || $v.at[jnp.where($m)].set($number) || $v.at[jnp.where($mask)[0]].add($s)
        || $v.at[jnp.nonzero($m)].add($y[jnp.nonzero($m)])
        || $v.at[:$k].set($number) || $v.at[$k:].add($s) || $v.at[$k : $k + 2].set($y[:2])
        || $v.at[$k % 3 : $k % 3 + 2].add(1)
        || $v.at[$m].set(-$y[$m]).at[~$m].add($s) || $w.at[$m, 1].set($s)[:, 1] || $w.at[1, $m].add($number)[1]
        || $w.at[jnp.where($w > $number)].set($s)[0] || $v.at[$m].set(jnp.zeros(4)[$m])
        || $v.at[jnp.argwhere($m)[:, 0]].add(1)
        || $w.at[$m].set($v)[0] || $w.at[$m].add($v[None])[2]""",
    "choices": """$vec if $hcond else $vec || $v if $cond else -$v || jnp.where($cond and $cond, $vec, $vec)
        || (lambda t: t if $cond else 2 * t)($v) || $v / $s if $s != 0 else $v || jnp.where($m and $m, $v, 0)
        || jnp.stack([t if t > 0 else 0 * t for t in $v]) || jnp.array([max(t, $s) for t in $v])
        || jnp.asarray([$v[i] if $v[i] > 0 else -$v[i] for i in range(4)]) || $vec if not $cond else $v * $scalar""",
    "masks": """$w[$m].sum(axis=0) || $w[$m].mean(0) || $w[:, $m].sum(axis=1) || jnp.sum($w[$m], axis=0)
        || $w[$m].T @ $v[$m]
        || jax.vmap(lambda r: r[r > $number].sum())($w) || jax.vmap(lambda r: r[$m].mean())($w) || $v[$m].sum() * $v
        || jnp.cumsum($v[$m])[-1:] + $v || $w[$m].max(axis=0, initial=-9) || jnp.mean($w[:, $m], axis=-1)
        || $w[$m][:1].sum(0)
        || jnp.concatenate([$v[$m], $v[~$m]]) || jnp.concatenate([$v[$m].sum()[None], $v[1:]])
        || ($w[$m] * $v).sum(0)""",
    "twins": """np.sin($v) || np.maximum($v, $scalar) || np.where($mask, $vec, $scalar) || np.asarray($v) + $vec
        || np.clip($v, -1, 1) || np.cumsum($v) || np.stack([$v, $y])[0] || np.array($v) || np.exp(-np.abs($v))
        || np.concatenate([$v[:2], $v[2:]]) || np.square($v) + np.ones(4) || np.zeros_like($v) + $v || np.sort($v)
        || np.diff($v, prepend=0) || np.outer($v, $y)[1] || np.linspace(0, 1, 4) * np.asarray($v) || np.flip($v)""",
    "static": """$w.reshape(jnp.prod(jnp.array($w.shape)))[:4] || $v[: jnp.minimum($v.shape[0], 4)]
        || $v.reshape(jnp.size($v))
        || jnp.zeros(jnp.array($v.shape)) + $v || $v.reshape(jnp.array([2, 2])).ravel() || jnp.tile($s, jnp.array(4))
        || $w[: jnp.floor_divide($w.shape[0], 4)][0] || jnp.arange(jnp.max(jnp.array($w.shape))) * $s
        || jnp.broadcast_to($s, jnp.array($v.shape)) || jnp.zeros(int(jnp.ceil(jnp.sqrt($w.size)))) + $v""",
    "maps": """jax.vmap(lambda r: r[0] if r[1] > $number else r[2])($w) || jax.vmap(lambda r: max(r[0], $s))($w)
        || jax.vmap(lambda r: r.at[$m].set($number).sum())($w) || jax.vmap(lambda r: float(r[0]))($w)
        || jax.vmap(lambda r: np.sum(r))($w) || jax.lax.map(lambda t: t if t > 0 else -t, $v)
        || jax.grad(lambda t: jnp.sum(t[$m] ** 2))($v * 1.0)
        || jax.grad(lambda t: (t if t > 0 else -t) * 2.0)($v[0] * 1.0) * $v
        || jax.vmap(lambda t, q: t if t > q else q)($v, $y) || jax.vmap(lambda t: 0 < t < 2)($v)
        || jax.lax.scan(lambda c, t: (c + t if t > 0 else c, c), $s, $v * 1)[1]
        || jax.vmap(lambda t: not t > 0)($v)""",
    "values": """jnp.array([float($s)] * 4) || jnp.array($v.tolist()) || jnp.array([$s.item(), 1, 2, 3])
        || jnp.array(sorted($v))
        || jnp.array([min(t, $s) for t in $v]) || jnp.array(list(map(float, $v))) || $v * float($s)
        || $v * int($k)""",
    "windows": """$w[:$k].sum(0) || jnp.sum($w[:, :$k], axis=1) || jnp.roll($v, int($k)) || $w[$k : $k + 1][0]
        || $w[:$k].T @ $v[:$k]
        || jnp.concatenate([$v[$k:], $v[:$k]]) || jnp.pad($v[:$k], (0, 4 - $k)) || $w[int($k)] || $w[$k.item()]
        || $w[:, int($k)]""",
    "groups": """jnp.bincount($j, length=4) * $s || jax.ops.segment_sum($v, $j)[:1].sum() + $v
        || jnp.unique($j)[:1] + $v
        || jnp.bincount($j)[$j] * $v || jnp.unique($j, return_inverse=True)[1] * $v
        || jnp.repeat($v, jnp.array([1, 1, 1, 1]))
        || jnp.bincount($j, minlength=4)[:4] * $v || jax.ops.segment_max($v, $j)[$j]
        || jnp.repeat($v, $j)[:0].sum() + $v""",
}

CONDS = {
    "masks": """len($v[$m]) > 2 || jnp.max($v[$m], initial=0) > $number || $v[$m].any()
        || len(jnp.where($mask)[0]) == 0""",
    "choices": """$cond and $cond || not $cond || 0 < $point < 2 || $k in (1, 2) || $cond or not $cond
        || $point not in (0, 1)
        || ($cond if $k > 0 else $cond) || not ($cond or $cond) || -1 <= $point and $point <= $point < 3
        || $cond and $m[0]""",
    "casts": """float($s) > $number || $s.item() > 0 || bool($cond) || int($k) == 1 || $v.max().item() < 1
        || bool($m[0]) is True""",
    "builtins": """any($m) || all($m) || max($point, $point) > $number || min($v) < 0 || abs(min($s, $v[0])) > 1""",
    "twins": """np.any($m) || np.max($v) > 0 || math.isnan($s) || np.isnan($v).any() || np.all(np.abs($v) < 3)""",
}

# Where the hazard stands; $h is the expression.
POSITIONS = {
    "scalar": """$h || ($h) || 2 * ($h) || -($h) || ($h) ** 2 || ($h) + $scalar || $scalar - ($h) || jnp.add($h, $s)
        || jnp.asarray($h).reshape(()) || [$h, $s][0] || ($h, $s)[0] || (lambda: $h)() || [($h) for _ in range(2)][1]
        || {"a": $h}["a"] || (lambda q: q * ($h))($s) || jnp.where($cond, $h, $s) || (u0 := $h) + 1 || abs($h)
        || (\n        $h\n    ) || jnp.add(\n        $h,  # first\n        $s,\n    ) || ($h) if $v.ndim == 1 else 0.0
        || sum([$h, 1]) || ($h) * ($h) || $s ** -($h * 0) || (*[$h], 1)[0] || jnp.stack([$h, $s]).sum()
        || ($h) if $cond else $s || $s * ($h) if $cond else $scalar || max($h, $s) || ($h) + ($h2) || ($h) * ($h2)
        || jnp.where($cond and $cond, $h, $h2) || float($h) || dict(a=$h)["a"] || ( $h )  +  $s || $s+($h)*2
        || jnp.add($h, y=$h2) || (not ($h)) + 0""",
    "vec": """$h || ($h) || 2 * ($h) || -($h) || ($h)[0] + $vec || ($h).sum() + $vec || ($h) ** 2
        || jnp.flip($h) || ($h).T
        || jnp.add($h, $vec) || [$h][0] || (lambda: $h)() || [($h) for _ in range(2)][1]
        || ($h) if $v.ndim == 1 else $v
        || jnp.add(\n        $h,  # first\n        $v,\n    ) || (u0 := $h) + 1 || jnp.where($m, $h, $v)
        || ($h) if $cond else $v
        || ($h) + ($h2) || jnp.where($cond or $cond, $h, $vec) || ($h)[$m].sum() + $v || ($h).at[$m].set(0)
        || ( $h )*$s
        || jnp.stack([$h, $h2])[1] || ($h)[::-1] || (lambda q: q + ($h))($v) || jnp.maximum($h, 0)""",
    "cond": """$h || not ($h) || ($h) and $cond || $cond or ($h) || jnp.logical_not($h) || ($h) == ($cond)
        || (\n        $h\n    )
        || ($h) and ($h2) || jnp.where($m, $h, $cond).all() || ($h) if $k > 0 else $cond""",
}
