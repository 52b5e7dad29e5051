"""Reads by mask or index in several statements."""

READS = """
t scalar
t = $v[$m]
t = jnp.sum(t * 2)

t scalar
u = $v[$m]
t = u.sum()

t scalar
u = $v[$mask]
t = jnp.mean(u ** 2 + $s)

t scalar
u = $v[$m]
z = $y[$m]
t = (u * z).sum()

t scalar
u = $v[$m]
u = jnp.abs(u)
t = jnp.sum(u) + len(u)

t scalar
n = len($v[$m])
t = n * $s

t scalar
n = jnp.where($mask)[0].shape[0]
t = $s / (n + 1)

t scalar
keep = $mask
u = $v[keep]
z = u - u.mean()
t = (z ** 2).sum() / u.shape[0]

t scalar
i = jnp.where($mask)[0]
t = ($v[i] * $y[i]).sum()

t scalar
i, q = jnp.nonzero($w > $number)
t = $w[i, q].sum()

t scalar
ij = jnp.argwhere($w > $number)
t = $w[ij[:, 0], ij[:, 1]].sum()

t scalar
d = jnp.abs($v[:, None] - $y[None, :])
i, q = jnp.where(d < 1)
t = jnp.sum($v[i] * $y[q])

t vec
i, q = jnp.where($w > $number)
t = jnp.zeros(4).at[i].add($v[q])

t vec
(i,) = jnp.nonzero($m)
t = $v.at[i].add($s)

t scalar
i = jnp.flatnonzero($mask)
u = $v[i]
r = jnp.sqrt(jnp.abs(u) + 1)
t = jnp.sum(1 / r)

t scalar
u, z = $v[$m], $y[$m]
t = jnp.dot(u, z)

t scalar
u = $w[$m]
t = (u * $v).sum(axis=1).sum()

t vec
u = $w[:, $m]
t = u.sum(axis=1)

t scalar
inside = ($v > -1) & ($v < 1)
t = $v[inside].sum() if inside.any() else 0.0

t scalar
u = $v[~jnp.isnan($v)]
t = jnp.max(u, initial=-9) - jnp.min(u, initial=9)

t scalar
u = $v[:$k]
t = jnp.sum(u * $y[:$k])

t scalar
n = $k + 1
t = $v[:n].sum() / n

t scalar
vals, counts = jnp.unique($j, return_counts=True)
t = jnp.sum(vals * counts)

t scalar
counts = jnp.bincount($j)
t = counts.max()

t scalar
vals, counts = jnp.unique($j, return_counts=True)
p = counts / counts.sum()
t = -jnp.sum(p * jnp.log(p))

t vec
u = jnp.repeat($v, $j)
t = u.sum() + $v

t vec
t = $v[jnp.argsort($v)][$m].sum() * $y

t scalar
u = $v[$m]
if len(u) > 0:
    t = u.sum()
else:
    t = 0.0

t cond
t = $hcond and $cond

t cond
t = not $hcond

t cond
t = 0 < $point <= $point < 3
"""
