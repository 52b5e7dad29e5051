"""Programs of which a law says what their fixed form must give: one hazard each, at the inputs that tell.

A block of text is a program: its first line names it; ``f`` is written out, or is the body.
"""

from __future__ import annotations

import math
import textwrap
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from tests.fix_pairs.judge import Inputs
from tests.fix_pairs.programs import Program

HEAD = "import dataclasses\n\nimport jax\nimport jax.numpy as jnp\nimport numpy as np\n\n\n"
NAN, INF = math.nan, math.inf


class Claim(NamedTuple):
    """``host``: ``f`` itself is not jitted."""

    program: Program
    text: str
    inputs: Inputs
    host: bool = False


def blocks(text: str) -> list[tuple[str, str]]:
    """(name, program) of each."""
    found = [block.partition("\n") for block in text.strip("\n").split("\n---\n")]
    return [(head, rest.strip("\n")) for head, _, rest in found]


def family(
    name: str, text: str, signature: str, example: str, rows: list[tuple[Any, ...]], host: bool = False
) -> list[Claim]:
    """``example``: arguments of a call in view; of an ``n`` among them nothing is known, and of none where it is ""."""
    made = []
    inputs = {str(number): tuple(map(_array, row)) for number, row in enumerate(rows)}
    for head, body in blocks(text):
        if "def f(" not in body:
            body = f"{'' if host else '@jax.jit' + chr(10)}def f({signature}):\n{textwrap.indent(body, '    ')}"
        free = "n" if example.endswith(", n") else ""
        shown = f"\n\n\ndef example({free}):\n    return f({example})\n" if example else "\n"
        whole = HEAD + body + shown
        made.append(Claim(Program(f"{name}: {head}", body), whole, inputs, host))
    return made


def _array(value: Any) -> Any:
    return jnp.asarray(value) if hasattr(value, "dtype") else jnp.asarray(value, jnp.float32)


def claims() -> list[Claim]:
    return [
        *_guards(), *_steep(), *_masks(), *_ranks(), *_bounds(), *_extremes(), *_casts(), *_arguments(), *_static(),
    ]  # fmt: skip


_VECTORS = [[1, -2, 3, 0.5], [0.0] * 4, [2, 2, -1, 2], [NAN, 1, INF, -1]]


def _guards() -> list[Claim]:
    v = _VECTORS
    rows = [(v[0], v[2], 0.4), (v[1], v[1], 0.0), (v[2], v[0], 2.0), (v[3], v[0], 1.0), (v[0], v[3], -1.0)]
    made = []
    for sign in ("=", "+=", "*="):
        made += family(
            f"guard {sign}", GUARDS.replace("<=>", sign), "x, y, a", "jnp.ones(4), jnp.ones(4), jnp.float32(1)", rows
        )
    return made + family("guard", MORE_GUARDS, "x, y, a", "jnp.ones(4), jnp.ones(4), jnp.float32(1)", rows)


GUARDS = """
if
out = x * 1
if a > 0.5:
    out[1] <=> y[0]
return out
---
else
out = x * 1
for i in range(4):
    if y[i] > a:
        out[i] <=> a
    else:
        out[0] <=> 2.0
return out
---
continue
out = x * 1
for i in range(4):
    if y[i] > a:
        continue
    out[i] <=> 2.0
return out
---
break
out = x * 1
for i in range(4):
    if y[i] > a:
        break
    out[i] <=> a
return out
---
written, then left
out = x * 1
for i in range(3):
    if y[i] > a:
        out[i] <=> 9.0
        continue
    out[3] = a
return out
---
continue, index array
out = x * 1
for i in range(2):
    if y[i] > a:
        continue
    out[jnp.array([0, 2])] <=> y[i]
return out
---
if, index array with a place twice
out = x * 1
i = jnp.array([0, 2, 2])
if a > 0.5:
    out[i] <=> y[:3]
return out
---
continue, mask
out = x * 1
for i in range(3):
    if y[i] > a:
        continue
    out[x > y[i]] <=> 2.0
return out
---
continue, two axes
out = jnp.ones((4, 4)) * x
for i in range(3):
    if y[i] > a:
        continue
    out[i, 1:3] <=> y[:2]
return out
---
while, continue
out = x * 1
i = -1
while i < a and i < 3:
    i += 1
    if y[i] > 0:
        continue
    out[i] <=> 7.0
return out
---
a field
d = {"out": x * 1}
for i in range(3):
    if y[i] > a:
        continue
    d["out"][i] <=> a
return d["out"]
---
integers
out = jnp.zeros(4, int)
for i in range(4):
    if y[i] > a:
        continue
    out[i] <=> 1
return out
"""
MORE_GUARDS = """
a mask's values
out = x * 1
if a > 0.5:
    out[y > 0] = y[y > 0]
return out
---
early return
out = x * 1
if a > 0.5:
    return out
out[0] = y[1]
return out
---
early return in a loop
out = x * 1
for i in range(3):
    if y[i] > a:
        return out
    out[i] = y[i]
return out * 2
---
swap
out = x * 1
if a > 0.5:
    out[0], out[2] = out[2], out[0]
return out
---
continue, swap
out = x * 1
for i in range(3):
    if y[i] > a:
        continue
    out[i], out[i + 1] = out[i + 1], out[i]
return out
---
bubble sort
out = x * 1
for i in range(3):
    for j in range(3 - i):
        if out[j] > out[j + 1]:
            out[j], out[j + 1] = out[j + 1], out[j]
return out
---
dynamic time warping
d = jnp.full((5, 5), 99.0)
d[0, 0] = 0.0
for i in range(1, 5):
    for j in range(1, 5):
        if jnp.abs(i - j) > a + 1:
            continue
        c = jnp.abs(x[i - 1] - y[j - 1])
        d[i, j] = c + jnp.minimum(d[i - 1, j], jnp.minimum(d[i, j - 1], d[i - 1, j - 1]))
return d[4, 4]
---
band
d = jnp.full((5, 5), 99.0)
d[0, 0] = 0.0
for i in range(1, 5):
    for j in range(1, 5):
        if x[i - 1] > a:
            continue
        d[i, j] = x[i - 1] + d[i - 1, j - 1]
return d.sum()
---
tuple
out = x * 1
t = a
if a > 0.5:
    out[0], t = y[0], y[1]
return out, t
---
numbers in a dict
d = {"t": 0.0}
for i in range(4):
    if x[i] > a:
        continue
    d["t"] = d["t"] + x[i]
return d["t"]
---
a number in a list
d = [0.0, 1.0]
for i in range(4):
    if x[i] > a:
        continue
    d[0] += x[i]
return d[0]
---
a list grown by a list
d = [x[0]]
for i in range(4):
    if x[i] > a:
        continue
    d += [x[i]]
return jnp.stack(d)
---
an array of NumPy's
d = np.zeros(4)
for i in range(4):
    if x[i] > a:
        continue
    d[i] = 1.0
return jnp.asarray(d)
---
break, if
t = a * 1
for i in range(3):
    if t > 4:
        break
    if y[i] > a:
        t = t + y[i]
return t
---
break, if of Python's
t = a * 1
for i in range(3):
    if t > 4:
        break
    if x.ndim > 1:
        t = t + y[i]
return t
---
while, break, if
t = a * 1
i = 0
while i < 3:
    if t > 4:
        break
    if y[i] > a:
        t = t + y[i]
    i += 1
return t
---
return, if, if
t = a * 1
for i in range(3):
    if t > 4:
        return t
    if y[i] > a:
        if x[i] > 0:
            t = t + y[i]
    if y[i] < 1:
        t = t - 1
return t
---
written by another name, in branches
d = x * 1
v = d
for i in range(4):
    if x[i] > a:
        v[i] = 9.0
return d
---
selected first
n = 0
out = x * 0
for i in range(4):
    if x[i] <= a:
        continue
    out[n] = x[i]
    n += 1
return out
---
loops that are left, and go on
t = 0.0
for i in range(4):
    if x[i] > 2:
        continue
    t = t + x[i]
    if t > a:
        continue
    for j in range(2):
        if y[j] > t:
            break
        t = t + 1
else:
    t = t * 2
return t
---
another name
out = x * 1
z = out
if a > 0.5:
    z[0] = 5.0
return out, z
---
rows of a list
rows = [x * 1, y * 1]
for r in rows:
    r[0] = 5.0
return rows[0], rows[1]
"""


def _steep() -> list[Claim]:
    scalars = [(v,) for v in (0.0, 4.0, 0.25, -1.0, 1.0)]
    vectors = [([0.0] * 4,), ([3, 4, 0, 0],), ([1, 1, 1, 1.0],), ([-1, 2, 0.5, 0],), ([0.25] * 4,)]
    made = family("steep", STEEP_NUMBERS, "s", "jnp.float32(1)", scalars)
    made += family("steep, grad in view", STEEP_NUMBERS, "s", "jnp.float32(1)) + jax.grad(f)(jnp.float32(2)", scalars)
    return made + family("steep", STEEP_VECTORS, "x", "jnp.ones(4)", vectors)


STEEP_NUMBERS = """
root
if s == 0:
    return 0.0
return jnp.sqrt(s)
---
root, other way
if s > 0:
    r = jnp.sqrt(s)
else:
    r = s
return r
---
root, over what is there
r = 0.0
if s > 0:
    r = jnp.sqrt(s)
return r
---
root, ternary
return jnp.sqrt(s) if s > 0 else 0.0
---
logarithm
return s * jnp.log(s) if s > 0 else 0.0
---
division
return 1.0 / s if s != 0 else 0.0
---
arccos
if s >= 1:
    return 0.0
elif s <= -1:
    return jnp.pi
else:
    return jnp.arccos(s)
---
power
if s <= 0:
    return 0.0
return s**0.5
---
nested ternaries
return 0.0 if s == 0 else (jnp.sqrt(s) if s > 0 else -jnp.sqrt(-s))
---
signed logarithm
if s > 0:
    return jnp.log(s)
if s < 0:
    return -jnp.log(-s)
return 0.0
---
elif
if s == 0:
    r = 0.0
elif s > 2:
    r = jnp.log(s)
else:
    r = jnp.sqrt(jnp.abs(s))
return r
---
sinc
if jnp.abs(s) < 1e-6:
    return 1 - s**2 / 6
return jnp.sin(s) / s
---
or
return 1.0 / (s or 1e-3)
---
and
return s and 1.0 / s
"""
STEEP_VECTORS = """
norm of a sum
s = (x**2).sum()
if s == 0:
    return 0.0
return jnp.sqrt(s)
---
norm before
n = jnp.linalg.norm(x)
if n == 0:
    return x
return x / n
---
norm inside
if jnp.any(x != 0):
    return x / jnp.linalg.norm(x)
return x
---
std before
s = x.std()
if s == 0:
    return x - x.mean()
return (x - x.mean()) / s
---
std or
s = x.std() or 1.0
return (x - x.mean()) / s
---
norm or
return x / (jnp.linalg.norm(x) or 1.0)
---
root of squares or
return x / (jnp.sqrt((x**2).sum()) or 1.0)
---
entropy in a loop
h = 0.0
for i in range(4):
    if x[i] > 0:
        h -= x[i] * jnp.log(x[i])
return h
---
entropy of a list
return sum(-p * jnp.log(p) if p > 0 else 0.0 for p in x)
---
entropy under a mask
p = x[x > 0]
return -(p * jnp.log(p)).sum()
---
entropy of shares
p = x / (x.sum() or 1.0)
p = p[p > 0]
return -(p * jnp.log(p)).sum()
---
root, continue
t = 0.0
for i in range(4):
    if x[i] <= 0:
        continue
    t = t + jnp.sqrt(x[i])
return t
---
root written, continue
out = x * 0
for i in range(4):
    if x[i] <= 0:
        continue
    out[i] = jnp.sqrt(x[i])
return out
---
norm, continue
t = 0.0
for i in range(3):
    if x[i] > 1:
        continue
    n = jnp.linalg.norm(x)
    if n > 0:
        t = t + (x / n)[0]
return t
---
root written under a mask
out = x * 0
m = x > 0
out[m] = jnp.sqrt(x[m])
return out
---
one over, under a mask
out = x * 1
out[x != 0] = 1 / x[x != 0]
return out
---
distances
d = 0.0
for i in range(3):
    for j in range(3):
        q = (x[i] - x[j]) ** 2
        if q > 0:
            d = d + jnp.sqrt(q)
return d
---
an item of a list
return [0.0, jnp.sqrt(x[0])][int(x[0] > 0)]
---
appended
v = [x[0]]
for i in range(4):
    if x[i] > 0:
        v.append(jnp.sqrt(x[i]))
    else:
        v.append(0.0)
return jnp.stack(v)
---
logsumexp
m = x.max()
if m == -jnp.inf:
    return m
return m + jnp.log(jnp.exp(x - m).sum())
"""


def _masks() -> list[Claim]:
    xs = [[1, 2, 3, 4, 5.0], [-1, 0, 2, 0.5, 3], [1, NAN, 3, INF, -INF], [2.0] * 5]
    ms = [[1, 1, 1, 0, 1], [1, 0, 1, 0, 0], [0, 0, 0, 0, 0], [1, 1, 1, 1, 1]]
    rows = [
        (x, np.array(m, bool))
        for x, m in [(xs[0], ms[0]), (xs[1], ms[1]), (xs[2], ms[1]), (xs[3], ms[3]), (xs[0], ms[2])]
    ]
    return family("mask", MASKS, "x, m", "jnp.ones(5), jnp.ones(5, bool)", rows)


MASKS = "\n---\n".join(
    f"{one}\nreturn {one}"
    for one in (
        "x[m].sum()", "x[m].mean()", "x[m].std()", "x[m].var()", "x[m].prod()", "x[m].min(initial=9)", "x[m].max()",
        "jax.nn.softmax(x[m]).max()", "jax.nn.logsumexp(x[m])", "(x[m] ** 2).mean()", "jnp.sqrt(x[m]).mean()",
        "jnp.linalg.norm(x[m])", "((x[m] - x[m].mean()) ** 2).sum()", "x[jnp.isfinite(x)].std()", "jnp.ptp(x[m])",
        "jnp.log(x[x > 0]).mean()", "x[m].std() if m.sum() > 1 else 0.0", "x[~jnp.isnan(x)].mean()",
        "jnp.sort(x[m])[0]",
    )
)  # fmt: skip


def _ranks() -> list[Claim]:
    """Helpers of which nobody knows the ranks, on arrays of each."""
    made = []
    rng = np.random.default_rng(0)
    for h, m in ((1, 1), (2, 1), (2, 2), (3, 1), (3, 2)):
        rows = []
        for share in (0.3, 0.6, 0.0, 1.0):
            rows.append((rng.normal(0, 2, (3, 3, 3)[:h]), (rng.random((3, 3, 3)[:m]) < share).astype(np.int32)))
        text = "\n---\n".join(f"{one}\n{_helper(one)}" for one in RANKS)
        made += family(f"rank {h}, mask {m}", text, "h, mask", "", rows)
    return made


def _helper(one: str) -> str:
    body = (
        f"    h = h * 1\n    g = h + 5\n    {one}\n    return h" if "] " in one and "= " in one else f"    return {one}"
    )
    return f"def fn(h, mask):\n{body}\n\n\n@jax.jit\ndef f(h, mask):\n    return fn(h, mask)"


RANKS = (
    "h[mask > 0].sum()", "h[mask > 0].mean()", "jnp.abs(h[mask > 0] - (h * 2)[mask > 0]).sum()", "h[mask > 0].size",
    "h[jnp.where(mask > 0)].sum()", "h[mask == 0] = 0", "h[mask > 0] += 1.0", "h[mask > 0] = g[mask > 0]",
    "h[jnp.arange(h.shape[0]) > 1] = 0",
)  # fmt: skip


def _bounds() -> list[Claim]:
    made = []
    x = [1, 2, 3, 4, 5.0]
    for dtype in ("int32", "int8", "uint8", "uint32"):
        numbers = (0, 1, 2, 3, 4, 5, 6, 100) + ((-1, -2, -3, -4, -5, -6, -9) if dtype[0] == "i" else ())
        rows = [(x, jnp.asarray(number, dtype)) for number in numbers]
        made += family(f"bound {dtype}", BOUNDS, "x, n", f"jnp.ones(5), jnp.ones((), jnp.{dtype})", rows)
        made += family(f"bound {dtype}, not known", BOUNDS, "x, n", "jnp.ones(5), n", rows)
    made += family("bound int8, nothing known", READS, "x, n", "", [(x, jnp.int8(n)) for n in (0, 2, 5, 100, -1, -6)])
    long = [(np.arange(300.0), jnp.int8(number)) for number in (0, 1, 100, 127, -1, -100, -128)]
    return made + family("bound int8 of 300", READS, "x, n", "jnp.ones(300), jnp.ones((), jnp.int8)", long)


READS = "\n---\n".join(
    f"{one}\nreturn {one}" for one in ("x[-n:].sum()", "x[n:].sum()", "x[:n].sum()", "x[:-n].sum()", "x[n:n + 3].sum()")
)
BOUNDS = READS + "".join(
    f"\n---\n{one}\nout = x * 1\n{one}\nreturn out"
    for one in (
        "out = out.at[n:n + 3].set(0.0)", "out[:n] = 0.0", "out[-n:] += 1.0", "out[n:] = 9.0", "out[n:n + 3] = 0.0",
        "out[n:n + 3] += 1.0",
    )
)  # fmt: skip


def _extremes() -> list[Claim]:
    pairs = [(1, 2), (2, 1), (1, 1), (0, -0.0), (NAN, 1), (1, NAN), (INF, INF), (-1, -2)]
    rows = [(float(a), float(b)) for a, b in pairs]
    vectors = [([1, 2, 3, 0.0],), ([2, 2, 1, 2.0],), ([0.0] * 4,), ([NAN, 1, 2, 3],), ([3, 2, NAN, 1],), ([-1.0] * 4,)]
    return [
        *family("extreme", EXTREMES, "a, b", "jnp.float32(1), jnp.float32(2)", rows),
        *family("extreme", EXTREMES_OF_ARRAYS, "x", "jnp.ones(4)", vectors),
    ]


EXTREMES = "\n---\n".join(
    f"{one}\nreturn {one}"
    for one in (
        "max(a, b)", "min(a, b)", "max(a, 0.0)", "max(0.0, a)", "max(a, b, 1.0)", "min(max(a, 0.0), 1.0) * b",
        "max(0.3 * (b - a), -0.7 * (b - a))", "max(a * 2, b) - min(a, b)", "max([a, b])", "max(a, b, key=abs)",
        "sorted([a, b])[0]",
    )
)  # fmt: skip
EXTREMES_OF_ARRAYS = "\n---\n".join(
    f"{one}\nreturn {one}"
    for one in (
        "max(x)", "min(x)", "sorted(x)[0]", "any(x > 1)", "all(t > 0 for t in x)", "max(t * 2 for t in x)",
        "sum(max(t, 0.0) for t in x)", "x.sum() if any(x > 1) else 0.0",
    )
)  # fmt: skip


def _casts() -> list[Claim]:
    rows = [(x, jnp.int32(k), jnp.uint8(u)) for x, k, u in (([0, 1, 2.5, 3], 0, 3), ([3, -4, 0, 0], -3, 200))]
    return family("cast", CASTS, "x, k, u", "jnp.ones(4), jnp.int32(1), jnp.uint8(1)", rows)


CASTS = "\n---\n".join(
    f"{one}\nreturn {one}"
    for one in (
        "x[0] if bool(x[0] > 0) is True else x[1]", "x * (int(u) - 5)", "int(u) * 100", "x * -int(u)", "int(x[2]) / 2",
        "int(x[0] > 0) - 1", "bool(k) * x[0]", "x[-int(u) % 4]", "max(int(u) - 5, 0)", "float(x[0]) or 1.5",
        "x[0] if isinstance(float(x[0]), float) else x[1]", "x[0] if type(int(k)) is int else x[1]",
        "x[0] if str(int(k)) == '1' else x[1]", "x * (u.item() - 5)", "x[0] * (int(u) > -1)", "~bool(k) * x[0]",
        "x[0] if int(k) is not None else x[1]",
    )
)  # fmt: skip


def _arguments() -> list[Claim]:
    return family("argument", ARGUMENTS, "x", "jnp.ones(4)", [([1, 2, 3, 4.0],), ([-1, 0, 2, 0.5],)])


_FILL = "def fill(b, v):\n    b[0] = v\n"
_JIT = "\n\n@jax.jit\ndef f(x):\n    b = x * 1\n"
ARGUMENTS = f"""
written
{_FILL}{_JIT}    fill(b, 5.0)
    return b
---
written and returned, dropped
{_FILL}    return b
{_JIT}    fill(b, 5.0)
    return b
---
written and returned, taken
{_FILL}    return b
{_JIT}    b = fill(b, 5.0)
    return b
---
written and returned, taken by another name
{_FILL}    return b
{_JIT}    c = fill(b, 5.0)
    return b, c
---
something else returned
{_FILL}    return v * 2
{_JIT}    c = fill(b, 5.0)
    return b, c
---
another name in the function
def fill(b, v):
    c = b
    c[0] = v
{_JIT}    fill(b, 5.0)
    return b
---
another name of the caller
{_FILL}{_JIT}    c = b
    fill(c, 5.0)
    return b
---
in a loop
{_FILL}{_JIT}    for i in range(3):
        fill(b, i * 1.0)
    return b
---
two levels
{_FILL}

def outer(c):
    fill(c, 5.0)
    c[1] = 2.0
{_JIT}    outer(b)
    return b
---
recursion
def fill(b, n):
    if n < 0:
        return
    b[n] = 0.0
    fill(b, n - 1)
{_JIT}    fill(b, 2)
    return b
---
swap
def swap(v, i, j):
    v[i], v[j] = v[j], v[i]
{_JIT}    swap(b, 0, 2)
    swap(b, 1, 3)
    return b
---
under a test
{_FILL}{_JIT}    if x[0] > 0:
        fill(b, 5.0)
    return b
---
method
class A:
    def fill(self, b, v):
        b[0] = v
        return b
{_JIT}    A().fill(b, 5.0)
    return b
"""


def _static() -> list[Claim]:
    return family("static", STATIC, "x", "jnp.ones(4)", [([1, 2, 3, 4.0],), ([4, 2, 3, 1.0],)], host=True)


_ZEROS = "@jax.jit\ndef g(x, n):\n    return jnp.zeros(n) + x.sum()\n\n\ndef f(x):\n"
STATIC = f"""
a number
{_ZEROS}    return g(x, 3)
---
a shape
{_ZEROS}    return g(x, x.shape[0])
---
a list
@jax.jit
def g(x, shape):
    return jnp.reshape(x, shape)


def f(x):
    return g(x, [2, 2])
---
axes
@jax.jit
def g(x, axis):
    return jnp.sum(x, axis=axis)


def f(x):
    return g(x, [0])
---
an object that changes
class Setting:
    def __init__(self, n):
        self.n = n


@jax.jit
def g(x, setting):
    return x * setting.n


def f(x):
    setting = Setting(3)
    first = g(x, setting)
    setting.n = 5
    return first + g(x, setting)
---
a flag
@jax.jit
def g(x, train):
    if train:
        return x * 2
    return x


def f(x):
    return g(x, True) + g(x, False)
---
frozen
@dataclasses.dataclass(frozen=True)
class Setting:
    n: int


@jax.jit
def g(x, setting):
    return jnp.zeros(setting.n) + x.sum()


def f(x):
    return g(x, Setting(3))
---
an array
{_ZEROS}    return g(x, x.argmax())
"""
