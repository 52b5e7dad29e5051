"""The laws as data: programs in NumPy's style, and the arrays that tell a right fixed form from a wrong one."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tests.fix_pairs.claims import GUARDS, MORE_GUARDS, STEEP_NUMBERS, STEEP_VECTORS, blocks

NAN, INF = math.nan, math.inf
Arrays = tuple[np.ndarray, ...]
Inputs = dict[str, Arrays]


def _starts(given: Arrays) -> list[int]:
    """Numbers that say where something begins or ends."""
    return [int(one) for one in given[1:] if one.ndim == 0 and one.dtype.kind in "iu"]


def _has_nan(given: Arrays) -> bool:
    return any(one.dtype.kind == "f" and bool(np.isnan(one).any()) for one in given)


def _selects_few(given: Arrays) -> bool:
    return int((given[1] > 0).sum()) < 2


# What a note excludes, by how the fixed form is run and what it is given.
NOTES: dict[str, Callable[[str, Arrays], bool]] = {
    "is assumed to be signed": lambda way, given: any(one.dtype.kind == "u" for one in given[1:]),
    "is assumed not to be negative": lambda way, given: any(start < 1 for start in _starts(given)),  # of `i - 1`, too
    "near the ends the start is clamped": lambda way, given: any(
        not 1 <= start <= min(given[0].shape) - 3 for start in _starts(given)
    ),
    "is assumed to have one axis": lambda way, given: given[1].ndim != 1,
    "is assumed to have the axes of": lambda way, given: given[0].shape != given[1].shape,
    "becomes an array of floats if it holds integers": lambda way, given: given[0].dtype.kind != "f",
    "keep the old values": lambda way, given: True,  # that names are other names is what it says
    "NaNs in the selection are skipped": lambda way, given: _has_nan(given),
    "with NaNs last": lambda way, given: _has_nan(given),
    "elements past the selected ones are infinite": lambda way, given: _selects_few(given),
    "gradients can be NaN": lambda way, given: way == "gradient",
    "ties share the gradient": lambda way, given: way == "gradient",
    "and any NaN is the result": lambda way, given: _has_nan(given),
}


class Wrong(NamedTuple):
    """Wrong values that are known; ``of``: words of what the case is of, and ``input``: of its input."""

    law: str
    body: str
    reason: str
    of: str = ""
    input: str = ""


class Law(NamedTuple):
    """``bodies``: of ``f``; ``grid``: inputs of the same shapes and dtypes, by what is special in them; ``least``: how
    many cases have a fix; ``gradient``: it is compared, too, so that no body writes in place."""

    name: str
    parameters: str
    bodies: list[str]
    grid: list[Inputs]
    least: int
    gradient: bool = False


def returned(text: str) -> list[str]:
    """A body of each expression."""
    return [f"return {' '.join(one.split())}" for one in text.split(";")]


def written(text: str) -> list[str]:
    """A body of each statement that writes into ``x``."""
    return [f"{' '.join(one.split())}\nreturn x" for one in text.split(";")]


def bodies(text: str) -> list[str]:
    """Those of blocks, whose first lines are names."""
    return [body for _, body in blocks(text)]


def array(values: Any, dtype: str = "float32") -> np.ndarray:
    return np.array(values, dtype)


# Values of a dtype, and masks: of "least", "one" and "rest" select what nothing is less than, of "outside" the numbers.
FLOATS = {
    "plain": [1.0, -2.0, 3.0, 0.5, 2.0], "ties": [2.0, 2.0, -1.0, 2.0, 0.0], "zeros": [0.0] * 5,
    "nan": [2.0, 1.0, NAN, NAN, -1.0], "infinite": [INF, -INF, NAN, 2.0, -INF], "outside": [INF, 1.0, -INF, NAN, 0.5],
}  # fmt: skip
SIGNED = {"plain": [3, -2, 5, 0, 1], "ties": [2, 2, -1, 2, 0], "least": [1, -128, -128, 3, -128]}
UNSIGNED = {"plain": [3, 2, 5, 0, 1], "ties": [2, 2, 1, 2, 0], "least": [200, 0, 0, 3, 0]}
VALUES = {"float32": FLOATS, "int32": SIGNED, "int8": SIGNED, "uint8": UNSIGNED, "bool": {"plain": [1, 0, 0, 1, 0]}}
MASKS = {"some": [1, 0, 1, 0, 1], "none": [0] * 5, "all": [1] * 5, "one": [0, 1, 0, 0, 0], "rest": [0, 1, 0, 0, 1]}


def masked(*dtypes: str, values: tuple[str, ...] = ()) -> list[Inputs]:
    """Vectors, those of these names, and numbers above 0 where they are selected."""
    made: list[Inputs] = []
    for dtype in dtypes:
        pairs = itertools.product(VALUES[dtype].items(), MASKS.items())
        made.append(
            {
                f"{x}, {m}": (array(one, dtype), array(mask))
                for (x, one), (m, mask) in pairs
                if not values or x in values
            }
        )
        made.append({"empty": (array([], dtype), array([]))})
    return made


def ranked() -> list[Inputs]:
    """Arrays of rank 0 to 3 whose first axes are selected, and what is written there: one for each place behind."""
    rng, made = np.random.default_rng(0), []
    for shape, rank in [((), 0), ((3,), 1), ((3, 3), 1), ((3, 3), 2), ((3, 2, 3), 1), ((3, 3, 3), 2), ((0, 3), 1)]:
        shapes = shape, shape[:rank], shape[rank:]
        shares = {"some": -0.5, "others": -0.7, "none": -2.0, "all": 1.0}
        made.append(
            {
                name: (
                    array(rng.normal(0, 2, shapes[0])),
                    array(rng.random(shapes[1]) + share),
                    array(rng.normal(0, 2, shapes[2])),
                )
                for name, share in shares.items()
            }
        )
    return made


def matrices() -> list[Inputs]:
    """Matrices, and which rows and columns are selected."""
    x = np.arange(1.0, 13, dtype="f4").reshape(3, 4)
    some = {"some": ([1, 0, 1], [0, 1, 1, 0]), "none": ([0] * 3, [0] * 4), "all": ([1] * 3, [1] * 4)}
    wide = {
        f"{name}, {which}": (array(one), array(r), array(c))
        for name, one in {"plain": x, "negative": x - 6, "nan": np.where(x == 5, NAN, x)}.items()
        for which, (r, c) in some.items()
    }
    square = {which: (x[:, :3].copy(), array(r), array(c[:3])) for which, (r, c) in some.items()}
    return [wide, square, {name: (one.astype("i4"), r, c) for name, (one, r, c) in square.items()}]


def bounds() -> list[Inputs]:
    """Bounds of each dtype."""
    numbers = {
        "int32": (-300, -6, -5, -1, 0, 1, 4, 5, 9, 400), "int8": (-128, -6, -5, -1, 0, 1, 5, 100, 127),
        "int16": (-300, -2, 0, 3, 299), "uint8": (0, 1, 3, 5, 6, 200, 255), "uint32": (0, 1, 3, 5, 6, 400),
    }  # fmt: skip
    pairs = itertools.product((5, 300, 0), numbers.items())
    return [
        {str(n): (np.arange(1.0, size + 1, dtype="f4"), array(n, dtype)) for n in ns} for size, (dtype, ns) in pairs
    ]


def starts() -> list[Inputs]:
    """A matrix, and where a window begins."""
    x = np.arange(1.0, 31, dtype="f4").reshape(6, 5)
    wanted = {"int32": range(-7, 8), "int8": (-128, -7, -2, 0, 3, 5, 6, 127), "uint8": (0, 3, 5, 6, 255)}
    return [{f"{i}": (x, array(i, dtype), array((i * 2) % 7, dtype)) for i in some} for dtype, some in wanted.items()]


def places() -> list[Inputs]:
    """Arrays, places to write to, and values."""
    made: list[Inputs] = []
    indices = {"apart": [0, 2, 3], "twice": [2, 2, 0], "thrice": [1, 1, 1], "the same": [3, -1, 0]}
    for (dtype, index), shape in itertools.product(
        (("float32", "int32"), ("int32", "int8"), ("uint8", "uint8")), ((4,), (4, 2))
    ):
        x, value = (np.arange(1, 1 + math.prod(one)).reshape(one).astype(dtype) for one in (shape, (3, *shape[1:])))
        some = {name: one for name, one in indices.items() if index[0] == "i" or min(one) >= 0}
        made.append({name: (x, array(one, index), value) for name, one in some.items()})
    return [*made, {"empty": (x, array([], "int32"), value[:0])}]


def numbers(*pairs: tuple[str, str]) -> list[Inputs]:
    """Two numbers."""
    of = {"float32": [0.0, -0.0, 1.0, 2.5, -1.5, NAN, INF], "uint8": [0, 1, 2, 255], "bool": [0, 1]}
    made: list[Inputs] = []
    for one, other in pairs:
        lists = itertools.product(*(of.get(kind, [0, 1, 2, -1, -7]) for kind in (one, other)))
        made.append({f"{a}, {b}": (array(a, one), array(b, other)) for a, b in lists})
    return made


def casts() -> list[Inputs]:
    """Arrays that a number is written into; what C leaves open (NaN, or -2.7 as unsigned) is left out."""
    made: list[Inputs] = []
    for pair in "int32 float32, int8 float32, int8 int32, uint8 float32, bool float32, bool bool, float32 int32".split(
        ", "
    ):
        dtype, kind = pair.split()
        given = {"float32": [0.0, 2.7, 0.5, 100.0], "int32": [0, 1, 3, 100], "bool": [0, 1]}[kind]
        given = [*given, -2.7] if kind == "float32" and dtype[0] in "if" else given
        made.append({str(v): (array([1, 0, 5, 2], dtype), array(v, kind)) for v in given})
    return made


def counted() -> list[Inputs]:
    """Vectors, and how many iterations."""
    made: list[Inputs] = []
    for dtype in ("int32", "uint8", "int8"):
        counts = (0, 1, 3, 5) if dtype[0] == "u" else (-1, 0, 1, 3, 5)
        pairs = itertools.product(("plain", "ties", "nan"), counts)
        made.append({f"{name}, {k}": (array(FLOATS[name]), array(k, dtype)) for name, k in pairs})
    return [*made, {"empty, 2": (array([]), array(2, "int32"))}]


SELECTED = "m = w > 0\n"
RANK = written("""
x[m] = 0; x[m] = v; x[m] += v; x[m] *= 2; x[~m] = v; x[m] = x[m] * 2 + 1; x[m] = -x[m]; x[m] -= x[m].mean(axis=0)
""") + returned("""
x[m].sum(); x[m].mean(); x[m].max(); x[m].sum(axis=0); x[m].mean(axis=0); (x[m] > 0).any(); (x[m] - v).sum();
(x[m] * x[m]).sum(); len(x[m]); x[m].size; x[m].shape[0] / x.size
""")
MATRIX = (
    returned("""
x[:, c].sum(); x[r].sum(axis=1).max(); x[:, c].max(axis=1); x[:, c].mean(axis=0).sum(); x[r][:, 0].sum();
x[r, 0].sum(); x[0, c].sum(); x[r].T.sum(); x[r].std(axis=0); x[r].max(axis=0); x[r].T @ x[r]; x[np.ix_(r, c)].sum();
x[x.sum(axis=1) > 10].sum(); np.linalg.norm(x[r], axis=1).sum(); x[r][0]; x[r][-1]; x.T[c].sum();
np.where(x > 5)[1].max(); x[np.where(x > 5)].sum(); x[r].prod(axis=0)
""")
    + written("""
x[:, c] = 0; x[r, 0] = 0; x[0, c] = 0; x[r] = x[0]; x[r] = x.mean(axis=0); x[r] = c; x[:, c] = x[:, c] + 1;
x[np.ix_(r, c)] = 0; x[x > 5] -= 1; x[~r] = -1; x.T[c] = 0; x[:, 0] = r; x[0][1] = 5; x[np.where(r)[0], 0] = 9;
x[np.argmax(r)] = 0; x /= x.sum(axis=1, keepdims=True); np.fill_diagonal(x, 0); x[[0, 0], [1, 1]] += 5
""")
    + bodies("""
rows
for row in x:
    row[0] = 0
return x
---
places
for i in range(3):
    for j in range(3):
        if x[i, j] > 5:
            x[i, j] = 0
        elif j > i:
            x[i, j] += 1
return x
---
a view of a row
row = x[0]
row[1] = 5
return x
""")
)
MASKED = returned("""
x[m].sum(); x[m].prod(); x[m].max(); x[m].min(); x[m].mean(); x[m].std(); x[m].var(); x[m].std(ddof=1); x[m].any();
x[m].all(); len(x[m]); x[m].argmax(); x[m].argmin(); x[m].max() - x[m].min(); x[m].max(initial=1);
x[m].sum() / len(x[m]); x[m][0]; x[m][-1]; (x[m] * 2).max(); (x[m] == x[m].max()).sum(); (x[m] > 1).sum();
(x[m] - x[m].mean()).sum(); x[x > 1].sum(); x[x != x.max()].min(); np.sort(x[m])[0]; np.sort(x[m])[:2].sum();
np.median(x[m]); np.ptp(x[m]); np.count_nonzero(x[m]); np.linalg.norm(x[m]); min(x[m]); max(x[m]);
np.where(m)[0][0]; np.where(m)[0][-1]; np.where(m)[0].sum(); np.nonzero(m)[0].max(); x[np.where(m)[0]].sum();
x[np.flatnonzero(m)].max(); np.extract(m, x).sum(); x[1:][np.diff(x) > 0].sum(); x[m].sum() if m.any() else 0;
x[m].max() if len(x[m]) else -1; x[m].mean() if m.any() else 0.0; sum(1 for v in x if v > 0)
""")
NEUTRAL = returned("""
x[m].std(); x[m].var(); x[m].mean(); x[m].prod(); x[m].max(); (x[m] ** 2).sum(); jnp.log(x[m] + 3).sum();
jnp.sqrt(jnp.abs(x[m])).sum(); jnp.linalg.norm(x[m]); (1 / x[m]).sum(); jnp.exp(x[m]).mean(); x[m].cumsum()[-1];
((x[m] - x[m].mean()) ** 2).mean(); jax.nn.logsumexp(x[m]); (x[m] / x[m].sum()).max()
""")
BOUND = returned("""
x[-n:].sum(); x[n:].sum(); x[:n].sum(); x[:-n].sum(); x[n:n + 3].sum(); x[n - 1:].sum(); x[n:-n].sum();
x[:n].mean(); x[:n + 1].max()
""") + written("x[:n] = 0; x[n:] = 9; x[-n:] += 1; x[:-n] *= 2; x[n:n + 3] = 0; x[n:n + 3] += 1; x[:n] = x[:n] * 2")
WINDOW = returned("""
x[i:i + 3].sum(); x[i:i + 2, j:j + 2].sum(); x[i:i + 2, j:j + 2].mean(); x[i - 1:i + 2, 0].sum(); x[:, j:j + 2].sum();
x[i:i + 3].max(); x[i:i + 2, 1].prod(); x[max(i - 1, 0):i + 2].sum(); x[i:i + 3]; x[i:i + 2].sum(axis=0)
""") + written("""
x[i:i + 3] = 0; x[i:i + 2, j:j + 2] = 7; x[i:i + 2, j:j + 2] += 1; x[i - 1:i + 2, 0] *= 2; x[:, j:j + 2] = -1;
x[i, j] = 5; x[i] += 1; x[i:i + 2] = x[i:i + 2] * 3
""")
SCATTER = written("""
x[i] += v; x[i] -= v; x[i] *= v; x[i] = v; x[i] += 1; x[i] *= 2; x[i] = 7; x[i] = x[i] + v; x[i[:2]] += v[:2];
x[i[0]] += v[0]; x[[0, 0, 2]] += 1; x[[1, 1, 2]] = v; np.add.at(x, i, v); x[i] //= 2; x[i] **= 2
""") + bodies("""
loop
for k in range(len(i)):
    x[i[k]] += v[k]
return x
---
loop over both
for k, w in zip(i, v):
    x[k] = w
return x
---
histogram
c = np.zeros(len(x), int)
for k in i:
    c[k] += 1
return c
---
swap
x[i[0]], x[i[1]] = x[i[1]] * 1, x[i[0]] * 1
return x
---
branch
if v.sum() > 5:
    x[i] += v
return x
""")
# What writes in place, in which order, and under which other names.
WRITE = written("""
x[m] = x[~m].sum(); x[m] //= 2; x[m] **= 2; x[m] -= x[m].mean(); x[m] = np.cumsum(x[m]); x[np.where(m)[0]] += 1;
x[np.where(m)[0][0]] = 9; x[m & (x > 0)] = 0; x[x > x.mean()] = 0; x[x > 1], x[x <= 1] = 1, 0; np.putmask(x, m, 0);
x[1:] = x[:-1]; x[1:] += x[:-1]; x[::2] = 0; x[0], x[-1] = x[-1], x[0]; x[[0, 1]] = x[[1, 0]]; x.sort(); x.fill(3);
x[0] += x[m].sum(); x[1:][m[1:]] = 0
""") + [f"y = {one}\ny[0] = 5\nreturn x" for one in ("x", "x.copy()", "x[1:]", "x[::-1]", "x[m]", "x[[0, 1]]")]
CAST = (
    written("""
x[0] = v; x[x > 1] = v; x[x > 1] = 2.7; x[x > 1] += 1; x[1] += v; x[2] -= 1.5; x[1] *= v; x[:2] = v; x[:] = v;
x[0] = 2.7; x[0] = x[2] / 2; x[:2] = x[2:] / 2; x[x > 1] = x[x > 1] / 2; x[[0, 2]] = v; x[0] = v * 2 + 0.5
""")
    + returned("""
int(v); float(v); bool(v); int(v) + 1; int(v) // 2; float(x[2]) / 2; int(x[2] > 1); round(float(v))
""")
    + bodies("""
branch
if v > 1:
    x[0] = v
else:
    x[0] = 0.9
return x
---
loop
for i in range(4):
    if x[i] > 1:
        continue
    x[i] = v
return x
---
zeros of integers
out = np.zeros(4, int)
out[1] = v
return out
---
like another
out = np.zeros_like(x)
out[x > 1] = x[x > 1] * 1.5
return out
---
a list
out = [x[0]]
out.append(v)
return np.array(out)
""")
)
TIES = returned("""
max(a, b); min(a, b); max(a, 0.0); max(0.0, a); min(a, 1.0); max(a, b, 1.0); min(max(a, 0.0), 1.0); max([a, b]);
a if a > b else b; b if b > a else a; a if a >= b else b; sorted([a, b])[0]; max(a, b) - min(a, b)
""")
LOGIC = returned("""
a and b; a or b; not a; a > 0 and b > 0; not (a > 0 and b > 0); 0 <= a < b; 0 < a <= 1 < b + 1; a or 1; a or 1.0;
a and 2; a or b or 3; a and b or 1; 1 if a or b else 0; a if a and b else b; a in (0, 1); a == b or a != a;
bool(a) and bool(b); bool(a) + bool(b); any([a > 0, b > 0]); all([a, b]); not a or b > 1; a > 0 and 1 / a > b;
[1, 2, 3][int(a > 0)]; {True: 1, False: 2}[bool(a > 0)]; (a, b) if a > b else (b, a); int(a or b); a.item() + 1;
len([v for v in (a, b) if v > 0])
""") + bodies("""
counted to b
s = 0
for i in range(int(b)):
    if i == a:
        continue
    s += 1
return s
---
elif
if a > 1 or b > 1:
    r = 1
elif not a:
    r = 2
else:
    r = 3
return r
---
a number
if a:
    return b
return a
---
swap
if a > b:
    a, b = b, a
return a, b
---
while
n = 0
while n < 3 and a > n:
    n += 1
return n
""")
LOOP = returned("sum(v for v in x if v > 0); any(v > 1 for v in x)") + bodies("""
count
s = 0.0
for i in range(k):
    s = s * 2 + i
return s
---
from k
s = 0.0
for i in range(k, 5):
    s = s * 2 + i
return s
---
down
s = 0.0
for i in range(k - 1, -1, -1):
    s = s * 2 + i
return s
---
return
for v in x:
    if v > 1:
        return v
return -1.0
---
return a place
for i in range(len(x)):
    if x[i] > 1:
        return i
return -1
---
break, else
s = 0.0
for v in x:
    if v < 0:
        break
    s += v
else:
    s = -1.0
return s
---
continue and break
s = 0.0
for i in range(len(x)):
    if x[i] == 2:
        continue
    if i == k:
        break
    s = s * 2 + x[i]
return s
---
flag
found = False
i = 0
while not found and i < len(x):
    found = x[i] > 1
    i += 1
return i
---
place of the largest
best, at = -np.inf, -1
for i, v in enumerate(x):
    if v > best:
        best, at = v, i
return at
---
while
s, n = 16.0, 0
while s > k:
    s = s / 2
    n += 1
    if n > 9:
        break
return s, n
---
loops
n = 0
for i in range(len(x)):
    for j in range(i):
        if x[j] > x[i]:
            break
        n += 1
return n
---
collected
out = []
for v in x:
    out.append(v * 2 if v > 0 else 0.0)
return sum(out)
---
written
out = np.zeros(len(x))
for i in range(len(x)):
    if i < k:
        out[i] = x[i]
return out
---
some added to a list
out = []
for v in x:
    if v > 0.7:
        out.append(v * 2)
return len(out), max(out)
---
added until it ends
out = []
for i in range(len(x)):
    if i == k:
        break
    if x[i] > 0:
        out.append(i)
return len(out), out[-1]
---
added in each branch
out = []
for v in x:
    if v > 1:
        out.append(0.0)
        continue
    half = v / 2
    out.append(half)
return sum(out)
---
a return, and more behind the loop
s = 0.0
for i in range(5):
    if x[i] > 1.5:
        return -s
    s += x[i]
half = s / 2
return half * half
---
a first value
for i in range(len(x)):
    if x[i] > 1:
        last = i
return last
---
in order of a key
order = sorted(range(len(x)), key=lambda i: -x[i])
return order[0], min(range(len(x)), key=lambda i: x[i])
---
number that goes on
i = 0
for i in range(len(x)):
    if x[i] > 1:
        break
return i
""")
DEMAND = returned("""
{0: x, 1: x * 2}[int(k)]; [x, x * 2, x * 3][int(k)]; (1.0, 2.0, 3.0)[k]; sum(x.tolist());
1.0 if float(x[0]) > int(k) else 0.0
""") + bodies("""
range
s = 0
for i in range(int(k)):
    s += i
return s
---
if
n = k.item()
if n > 2:
    return x * n
return x
---
chain
n = int(k) + 1
m = n * 2
return x[0] * m if m > 4 else x[0]
---
shape
return np.zeros(int(k)).sum() + x.sum()
""")

GUARDED = [one for sign in ("=", "+=", "*=") for one in bodies(GUARDS.replace("<=>", sign))]
OF_FLOATS = {name: (array(one[:4]), array(FLOATS["ties"][1:]), array(0.5)) for name, one in FLOATS.items()}
OF_INTEGERS = {
    name: (array(one[:4], "int32"), array([2.0, -0.7, 1.5, 0.3]), array(0.5)) for name, one in SIGNED.items()
}
SCALARS = {str(value): (array(value),) for value in (0.0, 4.0, 0.25, -1.0, 1.0, 1e-30, NAN, INF)}
ROWS = {str(number): (array(row),) for number, row in enumerate(([0.0] * 4, [3, 4, 0, 0], [1] * 4, [-1, 2, 0.5, 0]))}
ALIKE = [(one, one) for one in ("float32", "int32", "uint8", "bool")]

FINITE_SOMEWHERE = masked("float32", values=("plain", "nan", "outside"))
MIXED = numbers(("int32", "int32"), ("uint8", "uint8"), ("int32", "float32"))
LAWS = [
    Law("rank", "x, w, v", [SELECTED + one for one in RANK], ranked(), 770),
    Law("matrix", "x, w, u", [f"r, c = w > 0, u > 0\n{one}" for one in MATRIX], matrices(), 850),
    Law("masked", "x, w", [SELECTED + one for one in MASKED], masked("float32", "int8", "uint8", "bool"), 4500),
    Law("neutral", "x, w", [SELECTED + one for one in NEUTRAL], FINITE_SOMEWHERE, 420, gradient=True),
    Law("guard", "x, y, a", [*GUARDED, *bodies(MORE_GUARDS)], [OF_FLOATS, OF_INTEGERS], 500),
    Law("steep", "s", bodies(STEEP_NUMBERS), [SCALARS], 200, gradient=True),
    Law("steep vector", "x", bodies(STEEP_VECTORS), [ROWS], 120, gradient=True),
    Law("bound", "x, n", BOUND, bounds(), 2100),
    Law("window", "x, i, j", WINDOW, starts(), 830),
    Law("scatter", "x, i, v", SCATTER, places(), 770),
    Law("write", "x, w", [SELECTED + one for one in WRITE], masked("float32", "uint8"), 1250),
    Law("cast", "x, v", CAST, casts(), 1100),
    Law("ties", "a, b", TIES, numbers(("float32", "float32")), 1100, gradient=True),
    Law("ties of dtypes", "a, b", [one.replace(".0", "") for one in TIES], MIXED, 1700),
    Law("logic", "a, b", LOGIC, numbers(*ALIKE, ("int8", "uint8")), 5400),
    Law("loop", "x, k", LOOP, counted(), 1350),
    Law("demand", "x, k", DEMAND, counted(), 490),
]

_UNKNOWN_LEAST = "where the dtype is unknown an extreme begins at -inf, which int8 and bool do not have"
_FILL_WINS = "where all that is selected is the least, argmax finds a place that is not selected"
_NAN_OUTSIDE = "where the rank is unknown nothing harmless is put in place of what is not selected, and no note says so"
_NO_GUARD = "where the shape is unknown the step is evaluated at its pole, and no note says so"
_WRAPS = "the bound is computed in 8 bits and wraps, the positions do not"
_SIGN = "JAX compares uint32 with int32 as int32: -1 for 4294967295"
WRONG = [
    Wrong(
        "rank",
        "return x[m].sum(axis=0)",
        "x of rank 1 is taken for one of rank 2",
        "float32[3], float32[3], float32[], u",
    ),
    *(
        Wrong("matrix", one, "jnp.ix_ takes no booleans")
        for one in ("return x[np.ix_(r, c)].sum()", "x[np.ix_(r, c)] = 0")
    ),
    Wrong("masked", "return x[m].argmax()", _FILL_WINS),
    *(
        Wrong("masked", f"return {one}", _UNKNOWN_LEAST, "unknown")
        for one in (
            "x[m].max()",
            "x[m].max() - x[m].min()",
            "(x[m] * 2).max()",
            "(x[m] == x[m].max()).sum()",
            "max(x[m])",
            "x[np.flatnonzero(m)].max()",
            "x[m].max() if len(x[m]) else -1",
            "np.sort(x[m])[0]",
            "np.sort(x[m])[:2].sum()",
            "np.ptp(x[m])",
        )
    ),
    Wrong("masked", "return x[m].max() if len(x[m]) else -1", "-1 becomes 255 beside uint8", "uint8", "none"),
    Wrong("masked", "return x[m].max() if len(x[m]) else -1", "-1 becomes 255 beside uint8", "uint8", "empty"),
    Wrong("masked", "return np.median(x[m])", "jnp.nanmedian takes no array without elements", "[0]"),
    *(
        Wrong("neutral", f"return {one}", _NAN_OUTSIDE, "unknown")
        for one in (
            "(x[m] ** 2).sum()",
            "jnp.exp(x[m]).mean()",
            "((x[m] - x[m].mean()) ** 2).mean()",
            "(x[m] / x[m].sum()).max()",
        )
    ),
    Wrong("steep", "return s and 1.0 / s", _NO_GUARD, "unknown"),
    *(
        Wrong("steep vector", f"{one} or 1.0", _NO_GUARD, "unknown")
        for one in ("s = x.std()", "return x / (jnp.linalg.norm(x)", "return x / (jnp.sqrt((x**2).sum())")
    ),
    *(
        Wrong("bound", f"return x[{one}].sum()", "-n is n for the least of int8", "int8", "-128")
        for one in ("-n:", ":-n")
    ),
    *(
        Wrong("bound", one, _WRAPS, f"float32[300], {dtype}", number)
        for one in ("return x[n:n + 3].sum()", "x[n:n + 3] = 0", "x[n:n + 3] += 1")
        for dtype, number in (("int8", "127"), ("uint8", "255"))
    ),
    Wrong("bound", "return x[n - 1:].sum()", _SIGN, "uint32"),
    Wrong("window", "x[i:i + 2] = x[i:i + 2] * 3", "the read is clamped, and no note says so", "unknown", "5"),
    Wrong("logic", "return a.item() + 1", "a number of Python's does not wrap", "uint8[], uint8[], unknown"),
    Wrong("logic", "if i == a:", "i is compared as int8", "int8"),
]
