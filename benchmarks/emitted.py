"""How fast the code is that fixes write, beside the form that an expert of JAX writes by hand.

    python -m benchmarks.emitted [--scale 1.0] [--rounds 15] [--only crop] [--show]

Each function is fixed as by `--fix --unsafe-fixes`, and what comes out is first shown to agree with the expert's form.
Times are medians, in milliseconds, of calls that are warm and waited for, of both forms in turn; first calls, which
compile, are in seconds.  A fix is complete where its text runs under jit; findings that it leaves are named.
"""

from __future__ import annotations

import argparse
import os
import statistics
import textwrap
import time
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request

HEAD = "import jax\nimport jax.numpy as jnp\nimport numpy as np\n\n\n@jax.jit\n"
CLOSE = 1.5  # times what the expert's form takes
Arrays = tuple[jax.Array, ...]
Form = Callable[..., Any]

# Each begins with its name and its parameters.
PROGRAMS = """
masked mean: x, m
return x[m].mean()
---
selection, sort: x, t
kept = np.sort(x[x > t])
return kept[:100].sum()
---
branch: x, a
if a > 0:
    return np.tanh(x) * a + np.sin(x)
return -x
---
loop, break: x, limit
total = 0.0
for i in range(len(x)):
    if total > limit:
        break
    total += x[i]
return total
---
prefix sums: x
out = np.zeros(len(x))
total = 0.0
for i in range(len(x)):
    total += x[i]
    out[i] = total
return out
---
largest: x
best, at = -np.inf, -1
for i in range(len(x)):
    if x[i] > best:
        best, at = x[i], i
return at
---
while, Newton: a
x = a
while np.max(np.abs(x * x - a)) > 1e-4:
    x = 0.5 * (x + a / x)
return x
---
histogram: labels
counts = np.zeros(10)
for i in range(len(labels)):
    counts[labels[i]] += 1
return counts / counts.sum()
---
crop: image, y, x
return image[y:y + 64, x:x + 64].std()
---
append: x
out = []
for i in range(1, len(x)):
    out.append((x[i] - x[i - 1]) / 2 if x[i] > x[i - 1] else 0.0)
return np.array(out)
---
nearest: points, p
best, nearest = np.inf, 0
for i in range(len(points)):
    d = np.sqrt(np.sum((points[i] - p) ** 2))
    if d < best:
        best, nearest = d, i
return points[nearest]
"""


def sum_to_limit(x: jax.Array, limit: jax.Array) -> Any:  # noqa: ANN401  as of while_loop
    def body(carry: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        return carry[0] + 1, carry[1] + x[carry[0]]

    start = jnp.int32(0), jnp.float32(0)
    return jax.lax.while_loop(lambda carry: (carry[0] < x.size) & (carry[1] <= limit), body, start)[1]


def newton(a: jax.Array) -> Any:  # noqa: ANN401
    return jax.lax.while_loop(lambda x: jnp.max(jnp.abs(x * x - a)) > 1e-4, lambda x: 0.5 * (x + a / x), a)


EXPERTS: dict[str, Form] = {
    "masked mean": lambda x, m: x.mean(where=m),
    "selection, sort": lambda x, t: -jax.lax.top_k(jnp.where(x > t, -x, -jnp.inf), 100)[0].sum(),
    "branch": lambda x, a: jax.lax.cond(a > 0, lambda: jnp.tanh(x) * a + jnp.sin(x), lambda: -x),
    "loop, break": sum_to_limit,
    "prefix sums": jnp.cumsum,
    "largest": jnp.argmax,
    "while, Newton": newton,
    "histogram": lambda labels: jnp.bincount(labels, length=10) / labels.size,
    "crop": lambda image, y, x: jax.lax.dynamic_slice(image, (y, x), (64, 64)).std(),
    "append": lambda x: jnp.maximum(jnp.diff(x) / 2, 0),
    "nearest": lambda points, p: points[jnp.argmin(jnp.sum((points - p) ** 2, axis=1))],
}
# Small where a loop stays Python's: it is unrolled, and long to compile.
SIZES = dict.fromkeys(EXPERTS, 300)
SIZES |= {"masked mean": 2_000_000, "branch": 1_000_000, "crop": 1_000, "while, Newton": 200_000}
SIZES |= {"selection, sort": 100_000, "loop, break": 100_000}


def inputs(name: str, n: int) -> Arrays:
    x = jax.random.normal(jax.random.key(0), (n,))
    others: dict[str, Callable[[], Arrays]] = {
        "masked mean": lambda: (x, x > 0),
        "selection, sort": lambda: (x, jnp.float32(0)),
        "branch": lambda: (x, jnp.float32(-1)),
        "loop, break": lambda: (jnp.abs(x), jnp.float32(n / 2)),
        "while, Newton": lambda: (jnp.abs(x) + 1,),
        "histogram": lambda: (jnp.arange(n) * 7 % 10,),
        "crop": lambda: (x[:, None] * x, jnp.int32(n // 3), jnp.int32(n // 4)),
        "nearest": lambda: (jnp.stack([x, x * x, -x], axis=1), jnp.ones(3)),
    }
    return others[name]() if name in others else (x,)


def originals() -> Iterator[tuple[str, str]]:
    """The functions and their names."""
    for block in PROGRAMS.strip().split("\n---\n"):
        head, _, body = block.partition("\n")
        name, _, parameters = head.partition(": ")
        yield name, f"def f({parameters}):\n{textwrap.indent(body, '    ')}\n"


def fixed(text: str, arguments: Arrays) -> tuple[str, list[str]]:
    """What the fixes write, and the rules that still find something.  A call in view says of what shapes it is."""
    shown = ", ".join(f"jnp.ones({one.shape}, {one.dtype.name.replace('float32', 'float')})" for one in arguments)
    whole = f"{HEAD}{text}\n\ndef example():\n    return f({shown.replace('int32', 'int')})\n"
    done = run(Request(["/nowhere/emitted.py"], fix=True, unsafe=True, stdin=whole.encode()))
    (source,) = done.sources.values()
    return source.text, sorted({item.code for item in done.diagnostics})


def timed(form: Form, arguments: Arrays) -> tuple[Any, float]:
    """What it gives, and the seconds until it is there."""
    start = time.perf_counter()
    result = form(*arguments).block_until_ready()
    return result, time.perf_counter() - start


def compared(form: Form, expert: Form, arguments: Arrays, rounds: int) -> tuple[float, str]:
    """The ratio of the times, and the cells of the table."""
    (got, first), (wanted, expert_first) = timed(form, arguments), timed(expert, arguments)
    np.testing.assert_allclose(np.asarray(got), np.asarray(wanted), rtol=1e-2, atol=1e-3)
    rows = [[timed(one, arguments)[1] * 1000 for one in (form, expert)] for _ in range(rounds)]
    ours, theirs = map(statistics.median, zip(*rows, strict=True))
    return ours / theirs, f"{ours:12.3f}{theirs:12.3f}{ours / theirs:8.1f}{first:14.2f}{expert_first:10.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scale", type=float, default=1.0, help="of all sizes")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", choices=EXPERTS, action="append", help="some of the functions")
    parser.add_argument("--show", action="store_true", help="print the fixed texts")
    options = parser.parse_args()
    print(f"{jax.devices()[0].device_kind}, {os.cpu_count()} cores, JAX {jax.__version__}, {options.rounds} rounds")
    print(f"{'':18}{'size':>9}{'emitted ms':>12}{'expert ms':>12}{'ratio':>8}{'first call s':>14}{'expert s':>10}")
    texts, ratios = dict(originals()), []
    for name in options.only or texts:
        size = max(int(SIZES[name] * options.scale), 128)
        arguments = inputs(name, size)
        text, left = fixed(texts[name], arguments)
        module = ModuleType("emitted")
        exec(compile(text, "emitted.py", "exec"), vars(module))
        try:
            ratio, cells = compared(module.f, jax.jit(EXPERTS[name]), arguments, options.rounds)
        except (TypeError, IndexError) as error:  # what a tracer is refused for
            ratio, cells = np.inf, f"   no complete fix: {type(error).__name__}"
        ratios.append(ratio)
        print(f"{name:18}{size:9}{cells}{f'   left: {left}' if left else ''}", flush=True)
        if options.show:
            print(text.removeprefix(HEAD).partition("\n\n\ndef example")[0])
    print(f"{sum(ratio <= CLOSE for ratio in ratios)} of {len(ratios)} at most {CLOSE}")


if __name__ == "__main__":
    main()
