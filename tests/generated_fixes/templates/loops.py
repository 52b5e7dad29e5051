"""Loops whose number of turns is traced, and loops that hold hazards."""

LOOPS = """
t vec
t = $v
for i in range($k):
    t = t * 0.5 + i

t scalar
t = 0.0
for i in range($k):
    t = t + $v[i]

t scalar
t = $s + 0
for i in range(1, $k + 1):
    t += i * $s

t vec
t, u = $v, $y
for i in range($k):
    t, u = u, t + u

t vec
t = $v
total = $s
for _ in range($k):
    t = jnp.sin(t)
    total = total + t[0]
t = t * total

t vec
t = $v
for i in range($k, 0, -1):
    t = t + $s * i

t vec
t = jnp.zeros(4)
for i in range($k):
    t = t.at[i].set($v[i])

t scalar
t = 0
for i in range($k):
    for q in range(2):
        t = t + i * q

t scalar
t = 1
while t < $k:
    t = t * 2

t vec
t, i = $v, 0
while i < $k:
    t = t * 0.5
    i += 1

t vec
t = $v
n = 0
while (jnp.max(jnp.abs(t)) > 1) & (n < 5):
    t = t / 2
    n = n + 1

t scalar
t = jnp.abs($s)
n = 0
while t > 0.5 and n < 4:
    t = t * 0.5
    n += 1

t scalar
lo, hi = $s, $s + 4.0
while hi - lo > 1:
    mid = (lo + hi) / 2
    if mid > 1:
        hi = mid
    else:
        lo = mid
t = lo

t scalar
i = $k
t = 0
while i > 0:
    t, i = t + i, i - 1

t vec
t = jax.lax.scan(lambda c, i: (c * 0.5 + i, None), $v, jnp.arange($k))[0]

t vec
t, _ = jax.lax.scan(lambda c, _: (c + 1, None), $v, None, length=$k)

t vec
def body(c, i):
    return c + i * $s, None
t, _ = jax.lax.scan(body, $v, jnp.arange($k))

t scalar
def body(c, q):
    c = c + q
    if c > 1:
        c = c - 1
    return c, c
t, _ = jax.lax.scan(body, $s, $v * 1)

t scalar
def body(i, c):
    if $v[i] > 0:
        return c + 1
    return c
t = jax.lax.fori_loop(0, 4, body, 0)

t scalar
t = 0.0
for q in $v:
    if q > 0:
        t = t + q

t vec
t = $v * 1
for i in range(4):
    if t[i] > 1:
        t = t.at[i].set(0)

t scalar
t = $s
for i, q in enumerate($v):
    t = t + (q if q > 0 else i)

t vec
t = $v * 1
for q in range(3):
    t[q + 1] = t[q] * 2

t vec
t = $v
for i in range($k):
    if $cond:
        t = t + 1
    else:
        t = t - i

t vec
t = $v
for i in range($k):  # so many
    # each turn
    t = t + $v[i]
t = t * 2

t scalar
t = 0
for i in range($k): t += i

t vec
out = []
for i in range($k):
    out.append($v[i])
t = $v + len(out)

t scalar
t = 0.0
for i in range($k):
    if i == 2:
        break
    t = t + 1

t scalar
t = 0.0
for i in range(len($v[$m])):
    t = t + 1

t vec
t = jnp.zeros((2, 4))
for i in range($k % 3):
    t = t.at[i].set($v * i)
t = t[0] + t[1]

t scalar
t = $s
for i in range(int($k)):
    t = t / 2

t scalar
t = jax.lax.while_loop(lambda c: c < $k, lambda c: c + 1, 0) if $cond else 0
"""
