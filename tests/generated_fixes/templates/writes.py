"""Writes in place, and their `.at` forms."""

WRITES = """
t vec
t = $v + 0
t[0] = $hscalar

t vec
t = jnp.zeros(4)
t[1] += $scalar
t[-1] = 2

t vec
t = $v * 1
t[1:3] *= $number

t vec
t = $v * 1
t[$m] = $number

t vec
t = $v * 1
t[$m] += $scalar

t vec
t = $v * 1
t[$m] = $y[$m]

t vec
t = $v * 1
t[$k % 4] -= $s

t vec
t = $w * 1
t[1, $m] = $number
t = t[1]

t vec
t = $v * 1
t[$m] *= $s
t[~$m] -= 1

t vec
t = $v * 1
t[$m] /= 2

t vec
t = $v * 1
t[0] /= 2
t[1] **= 2
t[2] //= 2
t[3] %= 2

t vec
t = $j * 1
t[0] &= 1
t[1] |= 4
t[2] ^= 3
t[3] <<= 1

t vec
t = $v * 1
t[0], t[1] = t[1], t[0]

t vec
t = $v * 1
t[[0, 2]] = t[[2, 0]]

t vec
t = $v * 1
tmp = t[0]
t[0] = t[3]
t[3] = tmp

t vec
t = $v * 1
t[$k], t[0] = t[0], t[$k]

t vec
t = $v * 1
t[:] = 0
t[...] += $s

t vec
t = $v * 1
t[:$k] = 0

t vec
t = $v * 1
t[$k:] += $s

t vec
t = $v * 1
i = $k % 3
t[i : i + 2] = $y[:2]

t vec
t = $w * 1
t[0] = $v
t[:, 1] = $y
t[2, 3] = $s
t = t[0] + t[2]

t vec
t = $v * 1
u = t
t[0] = 5
t = t + u

t vec
t = $v * 1
t[$j] = 0

t vec
t = jnp.empty(4) * 0
for i in range(4):
    t[i] = $v[i] * i

t vec
t = $v * 1
if $cond:
    t[0] = 1

t vec
t = $v * 1
t[t > $number] = $number

t vec
t = np.zeros(4)
t[0] = $s

t vec
t = $v * 1
t = t.at[$m].set($s)
t = t.at[~$m].add(1)

t vec
def fill(q):
    q[1] = 0
    return q
t = fill($v * 1)

t vec
t = $v * 1
t[0] = t[1] = $s

t vec
t = {"a": $v * 1}
t["a"][0] = $s
t = t["a"]

t vec
t = $v * 1
t[jnp.isnan(t)] = 0

t vec
t = $v * 1
jnp.abs(t)[0] > 1
t[1] = -t[1]  # flip it
"""
