"""Twice the code costs twice the work, which is counted: bodies run, nodes walked, texts parsed, values looked into."""

import cProfile
import pstats

import pytest

from jaxlint.cli.main import run

pytestmark = pytest.mark.slow
HEAD = "import jax\nimport jax.numpy as jnp\n\n\n"
JIT = f"{HEAD}@jax.jit\ndef f(x):\n"
MOST = 2.2  # times the work, at each doubling
WORK = {
    "run_body", "evaluate", "children", "_visit", "parse_module", "<built-in method builtins.compile>",
    "_look_through", "_is_current", "names_in", "of", "of_all", "_copy", "join", "_says_the_same", "abspath",
}  # fmt: skip


def early_returns(n):
    """Jitted functions that return early on a local name: each fix takes the name away."""
    one = (
        "@jax.jit\ndef f{0}(x, y):\n    z = jnp.sin(x) + y * {0}\n    if z > {0}:\n        return z\n    return y\n\n\n"
    )
    return {"a.py": HEAD + "".join(one.format(i) for i in range(n))}


def chain_of_elifs(n):
    arms = "".join(f"    elif x > {i}:\n        y = {i}\n" for i in range(n))
    return {"a.py": f"{JIT}    if x > 0:\n        y = 0\n{arms}    return x\n"}


def joined_partials(n):
    joined = "".join(f"    g = partial(g, x) if n{i} else partial(partial, g)\n" for i in range(n))
    return {"a.py": f"from functools import partial\n{JIT}    g = jnp.add\n{joined}    return g(x)\n"}


def calls_in_calls(n):
    """The tuples that they give would be three times as long at each level."""
    ways = "return h{1}(y, k + 1) + h{1}(y, k * 2) + h{1}((y,), (k,))"
    made = "".join(f"def h{i}(y, k):\n    {ways.format(i, i + 1)}\n" for i in range(n))
    return {"a.py": f"{HEAD}{made}def h{n}(y, k):\n    return y\n@jax.jit\ndef f(x):\n    return h0(x, 1)\n"}


def methods_in_one_object(n):
    """An object that holds methods of its own, each of which leads to all of them again."""
    held = "".join(f"        self.m{i} = self.step\n" for i in range(n))
    used = "    y = m.m0(m.m0(m.m0(y)))\n"
    cls = f"class M:\n    def __init__(self):\n{held}\n    def step(self, x):\n        return x + 1\n\n\n"
    return {"a.py": f"{HEAD}{cls}@jax.jit\ndef f(x):\n    m, y = M(), x\n{used}    return y\n"}


def files_with_a_finding(n):
    one = "import jax\n\n\n@jax.jit\ndef f{}(x, y):\n    float(x)\n    return y\n"
    return {f"p/s{i % 7}/m{i}.py": one.format(i) for i in range(n)}


def files_that_import_each_other(n):
    body = "    y = x * {0}\n    if y > 0:\n        return y\n    return f{1}(x)\n"
    one = "import jax\nfrom p.m{1} import f{1}\n\n\n@jax.jit\ndef f{0}(x):\n" + body
    last = f"def f{n}(x):\n    return x\n"
    return {"p/__init__.py": "", f"p/m{n}.py": last, **{f"p/m{i}.py": one.format(i, i + 1) for i in range(n)}}


def nested_folders(n):
    return {"a/" * n + "m.py": "import jax\n"}


def work(root, files, capfd):
    """How often a run does what takes its time."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (root / ".git").mkdir()
    profile = cProfile.Profile()
    status = profile.runcall(run, ["--no-cache", "--jobs", "1", "--output-format", "json", str(root)])
    assert status in (0, 1)
    capfd.readouterr()
    calls = pstats.Stats(profile).stats.items()  # type: ignore[attr-defined]
    return sum(counts[1] for (_, _, name), counts in calls if name in WORK)


@pytest.mark.parametrize(
    ("made", "least"),
    [
        (early_returns, 25),
        (chain_of_elifs, 50),
        (joined_partials, 25),
        (calls_in_calls, 15),
        (methods_in_one_object, 10),
        (files_with_a_finding, 25),
        (files_that_import_each_other, 10),
        (nested_folders, 20),
    ],
)
def test_twice_the_code_is_twice_the_work(made, least, tmp_path, capfd):
    work(tmp_path / "warm", made(2), capfd)  # what is imported and looked up once
    start = work(tmp_path / "start", made(1), capfd)
    counts = [work(tmp_path / str(n), made(n), capfd) - start for n in (least, 2 * least, 4 * least)]
    assert counts[1] <= MOST * max(counts[0], 200), counts
    assert counts[2] <= MOST * max(counts[1], 200), counts
