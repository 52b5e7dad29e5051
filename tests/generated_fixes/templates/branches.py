"""Branches: names bound in one arm or in several, nested and chained."""

BRANCHES = """
t vec
if $hcond:
    t = $vec
else:
    t = $vec

t vec
t = $vec
if $hcond:
    t = $hvec

t vec
t = $vec
if $cond:
    t = t * 2
elif $hcond:
    t = t - 1

t vec
t = $v * 1
if $cond:
    t += 1

t vec
t = $v * 1
if $cond: t = t + 1

t vec
t = $v * 1
if $cond: t = t + 1; t = t * $s
else: t = -t  # otherwise

t scalar
t = 0.0
if $hcond:
    t = $hscalar

t scalar
if $cond:
    t, u = $scalar, $scalar
else:
    u, t = $scalar, $scalar
t = t + u

t vec
t, u = $v, $y
if $cond:
    t = u
    u = t
else:
    t = u + 1
t = t + u

t vec
t = $vec
if $cond:
    if $cond:
        t = $vec
    else:
        t = $vec

t vec
t = $vec
if $cond:
    u = $vec
    t = u * u

t scalar
t = $scalar
if not $cond:
    t = -t

t scalar
t = $scalar
if $cond and $cond:
    t = t * $s
else:
    t = t + 1

t vec
t = [$v]
if $cond:
    t = t[0] * 2
else:
    t = t[0]

t vec
a1 = $v
b1 = $s
if $cond:
    a1 = a1 + b1
    b1 = 2 * b1
elif $cond:
    a1, b1 = -a1, b1 + 1
else:
    b1 = b1 - 1
t = a1 * b1

t vec
lo, hi = $v, $y
if $cond:
    lo, hi = hi, lo
t = lo - hi

t vec
t = $v + $s
if $cond:
    t = t.at[1].add($s)
else:
    pass

t scalar
if $cond:
    t = 1
elif $cond:
    t = 2
elif $cond:
    t = 3
else:
    t = 4

t vec
if $cond:
    # the usual case
    scale = $s
    t = $v * scale
else:
    t = $v  # as it is

t vec
t = $v
if $cond:
    t = t + 1
if $cond:
    t = t * 2
if not $cond:
    t = t - $s

t scalar
t = jnp.linalg.norm($v)
if t > 1:
    t = t / 2
else:
    t = t * $s

t vec
t = $w
if $cond:
    t = t @ $w
else:
    t = t.T
t = t[0]

t vec
t = {"n": $v, "q": $s}
if $cond:
    t = {"n": -t["n"], "q": 2 * t["q"]}
t = t["n"] * t["q"]

t vec
t = ($v, $s)
if $cond:
    t = (t[0] * 2, t[1] + 1)
t = t[0] + t[1]

t scalar
t = $s
if t > 0: t = t * 2
elif t < -1: t = 0 * t

t scalar
match $k:
    case 0:
        t = $scalar
    case 1 | 2:
        t = $scalar
    case _:
        t = $scalar

t vec
t = $v * 1
if $cond:
    print("taken", t)
    t = t + 1

t vec
def pick(q):
    if $cond:
        return q * 2
    return -q
t = pick($v) + pick($s)

t vec
t = $v
try:
    if $cond:
        t = t * 2
finally:
    t = t + 1

t vec
t = $v
assert $point * 0 == 0
if $cond:
    t = -t

t vec
total = $s
t = $v
if $cond:
    total = total + $s
    if $cond:
        t = t + total
    else:
        t = t - total
        total = 0 * total
else:
    t = t * 2
t = t + total
"""
