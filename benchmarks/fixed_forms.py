"""What the fixed forms cost on JAX, beside the original and other ways to write it: the table of docs' FIXES.

    python -m benchmarks.fixed_forms [--scale 1.0] [--rounds 15] [--only masks]

Each row is one program in several forms, which are first shown to agree.  Times are medians, in milliseconds, of calls
that are warm and waited for; the original runs un-jitted, all others under jit.  ``--scale`` shrinks the sizes.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

Forms = dict[str, Callable[..., Any]]
Case = tuple[str, Forms, tuple[Any, ...]]


def pairs(scale: float) -> Case:
    """Distances below a bound, gathered and summed."""
    n = max(int(8000 * scale), 8)
    x = jax.random.uniform(jax.random.key(0), (n,)) * 10

    def original(x: jax.Array) -> jax.Array:
        d = jnp.abs(x[:, None] - x[None, :])
        i, j = jnp.where((d > 0) & (d < 0.1))
        return jnp.sum(1 / d[i, j])

    bound = n * n // 16

    @jax.jit
    def sized(x: jax.Array) -> jax.Array:
        d = jnp.abs(x[:, None] - x[None, :])
        near = (d > 0) & (d < 0.1)
        i, j = jnp.nonzero(near, size=bound, fill_value=0)
        return jnp.sum(1 / jnp.where(near[i, j], d[i, j], 1), where=near[i, j])

    @jax.jit
    def masked(x: jax.Array) -> jax.Array:
        d = jnp.abs(x[:, None] - x[None, :])
        near = (d > 0) & (d < 0.1)
        return jnp.sum(1 / jnp.where(near, d, 1), where=near)

    forms: Forms = {"original": original, "sized nonzero + gather": sized, "masked where": masked}
    return f"pairwise where + gather + sum, n={n}", forms, (x,)


def mean(scale: float) -> Case:
    n = max(int(10_000_000 * scale), 8)
    x = jax.random.normal(jax.random.key(0), (n,))
    m = x > 0

    @jax.jit
    def sized(x: jax.Array, m: jax.Array) -> jax.Array:
        (i,) = jnp.nonzero(m, size=m.size, fill_value=m.size)
        return jnp.sum(x.at[i].get(mode="fill", fill_value=0)) / jnp.count_nonzero(m)

    @jax.jit
    def masked(x: jax.Array, m: jax.Array) -> jax.Array:
        return x.mean(where=m)

    forms: Forms = {"original": lambda x, m: x[m].mean(), "sized nonzero + gather": sized, "masked where": masked}
    return f"x[m].mean(), {n} numbers", forms, (x, m)


def heavy_branch(scale: float) -> Case:
    n = max(int(1000 * scale), 8)
    x = jax.random.normal(jax.random.key(0), (n, n)) / n**0.5

    def heavy(x: jax.Array) -> jax.Array:
        return jnp.tanh(x @ x @ x)

    return f"if / else, heavy branch not taken, {n} x {n}", _branch(heavy), (x, jnp.float32(-1))


def light_branch(scale: float) -> Case:
    n = max(int(1_000_000 * scale), 8)
    x = jax.random.normal(jax.random.key(0), (n,))
    return f"if / else, light branches, {n} numbers", _branch(lambda x: x * 2 + 1), (x, jnp.float32(1))


def _branch(work: Callable[[jax.Array], jax.Array]) -> Forms:
    def original(x: jax.Array, a: jax.Array) -> jax.Array:
        return work(x) if a > 0 else -x

    @jax.jit
    def both(x: jax.Array, a: jax.Array) -> jax.Array:
        return jnp.where(a > 0, work(x), -x)

    @jax.jit
    def cond(x: jax.Array, a: jax.Array) -> jax.Array:
        return jax.lax.cond(a > 0, lambda: work(x), lambda: -x)

    return {"original": original, "where": both, "lax.cond": cond}


def loop(scale: float) -> Case:
    """5 turns where 64 are the most."""
    n = max(int(500_000 * scale), 8)
    x = jax.random.normal(jax.random.key(0), (n,))
    most = 64

    def step(x: jax.Array) -> jax.Array:
        return jnp.sin(x) * 0.9 + 0.1

    def original(x: jax.Array, k: jax.Array) -> jax.Array:
        for _ in range(k):
            x = step(x)
        return x

    @jax.jit
    def fori(x: jax.Array, k: jax.Array) -> jax.Array:
        return jax.lax.fori_loop(0, k, lambda _, x: step(x), x)

    @jax.jit
    def masked_scan(x: jax.Array, k: jax.Array) -> jax.Array:
        return jax.lax.scan(lambda x, i: (jnp.where(i < k, step(x), x), None), x, jnp.arange(most))[0]

    @jax.jit
    def scan_cond(x: jax.Array, k: jax.Array) -> jax.Array:
        def body(x: jax.Array, i: jax.Array) -> tuple[jax.Array, None]:
            return jax.lax.cond(i < k, step, lambda x: x, x), None

        return jax.lax.scan(body, x, jnp.arange(most))[0]

    forms: Forms = {"original": original, "fori_loop": fori, "masked scan": masked_scan, "scan + cond": scan_cond}
    return f"loop of traced length 5 of {most}, {n} numbers", forms, (x, jnp.int32(5))


CASES = {"pairs": pairs, "masks": mean, "heavy": heavy_branch, "light": light_branch, "loop": loop}


def median(form: Callable[..., Any], arguments: tuple[Any, ...], rounds: int) -> tuple[float, float, float]:
    """Median, least and most, in milliseconds."""
    jax.block_until_ready(form(*arguments))
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        jax.block_until_ready(form(*arguments))
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times), min(times), max(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scale", type=float, default=1.0, help="of all sizes")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", choices=CASES, action="append", help="some of the programs")
    options = parser.parse_args()
    device = jax.devices()[0]
    print(
        f"{device.device_kind}, {os.cpu_count()} cores, JAX {jax.__version__}, medians of {options.rounds} rounds in ms"
    )
    for name in options.only or CASES:
        title, forms, arguments = CASES[name](options.scale)
        print(f"\n{title}")
        wanted = np.asarray(forms["original"](*arguments))
        for form, function in forms.items():
            np.testing.assert_allclose(np.asarray(function(*arguments)), wanted, rtol=1e-2, atol=1e-5)
            middle, least, most = median(function, arguments, options.rounds)
            print(f"    {form:24}{middle:10.3f}   ({least:.3f} to {most:.3f})", flush=True)


if __name__ == "__main__":
    main()
