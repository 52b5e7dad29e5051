"""Prints, formats, casts, and functions of the module that are called."""

VALUES = """
t vec
t = $v * 1
print('now', t, $s)

t vec
t = $v * 1
print(f'{t} and {t.sum()=}')

t vec
t = $v * 1
print(f'{t.sum():.3f} of {$s:>8.2e} {{literal}}')

t vec
t = $v * 1
print('%.2f' % $s)

t vec
t = $v * 1
print('a {} b {:.2f}'.format(t, $s), end='')

t vec
t = $v * 1
print(f"{t!r} {t.shape} {$s}", flush=True)

t vec
t = $v * 1
print(t.sum(), $v[$m].sum(), sep=', ')

t vec
t = $v * 1
if $cond: print(t)

t scalar
t = float($s) + int($k)

t scalar
t = $s.item() * 2
u = t + 1
t = u * t

t scalar
n = int($k)
t = n * $s

t scalar
scale = math.sqrt(abs($s)) + math.pi
t = scale * $s

t vec
t = np.abs($v)
t = np.where(t > 1, 1, t)

t vec
label = f"{$s}"
t = $v + 1

t vec
t = $v + len(str($s)) * 0

t vec
seen = {$k: 1}
t = $v + len(seen)

t vec
t = $v
logging.info("norm %s", t.sum())

t vec
first, *rest = [$s, $hscalar, 2]
t = $v * first + rest[0]

t vec
t = [q * $s for q in ($v, $y) if $cond]
t = $v + len(t)

t vec
t = jax.random.normal(key, (4,)) * 0 + jax.random.uniform(key, (4,)) * 0 + $v

t vec
assert $v.shape == $y.shape
t = $v if $cond else $y

t scalar
t = jax.random.choice(key, $k + 1, ()) * 0

t scalar
t = $hscalar
t = t + $hscalar

t vec
t = $hvec
t += $hvec

t scalar
t = ($hscalar) * ($hscalar) + ($hscalar)
"""

# Functions of the module: what they give, a use of them after the name, then their text.
HELPERS = """
relu scalar relu($s) || relu($v[0]) + relu($s)
def relu(t):
    if t > 0:
        return t
    return 0 * t

clamp scalar clamp($s) || clamp($s, high=2.0) || clamp($scalar) * 2
def clamp(t, low=-1.0, high=1.0):
    '''Into the bounds.'''
    return max(low, min(t, high))

pick scalar pick($v, $m).sum() || jnp.mean(pick($v, $mask))
def pick(values, keep):
    return values[keep]

masked_mean scalar masked_mean($v, $m) || masked_mean($v, $mask) + masked_mean($y, $m)
def masked_mean(values, keep):
    # of those that count
    chosen = values[keep]
    return chosen.sum() / len(chosen)

sign scalar sign($s) || sign($v[1]) * $s
def sign(t):
    if t > 0:
        return 1
    elif t < 0:
        return -1
    else:
        return 0

soft scalar soft($s) || soft($v[0])
soft = lambda t: t if t > 0 else 0.1 * t

first vec first($v * 1)
def first(values):
    values[0] = 0
    return values

power vec power($v, 2) || power($v, $k)
def power(t, n):
    out = t
    for _ in range(n):
        out = out * t
    return out

grow vec grow($v, $cond) || grow($v, True)
def grow(t, on):
    if on:
        t = t + 1
    return t

norm scalar norm($v) || norm($v) + 1
def norm(t):
    return math.sqrt(float(jnp.sum(t * t)))
"""
