"""Does the cost stay linear in what one function, or one file, holds?  Each doubling should double the cpu.

    python -m benchmarks.crowded [SHAPE ...] [--sizes 50,100,200] [--args=--fix] [--rounds 1] [--write FOLDER]

Generates programs of one shape in growing sizes, and prints cpu seconds (user + system, whole process) of each and what
a doubling multiplied them by, the cost of an empty file taken off: with ``--diff`` (all fixes made) and without.
"""

from __future__ import annotations

import argparse
import shlex
import statistics
import sys
import tempfile
from pathlib import Path

from benchmarks.cost import cpu_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Make = Callable[[int], str]

_HEAD = "import jax\nimport jax.numpy as jnp\n\n\n"
_JITTED = _HEAD + "@jax.jit\ndef f(x):\n    y = x * 2\n"


def _ifs(count: int) -> str:
    lines = [f"    if x > {i}:\n        y = y + {i}\n" for i in range(count)]
    return _JITTED + "".join(lines) + "    return y\n"


def _elifs(count: int) -> str:
    lines = [f"    {'el' if i else ''}if x > {i}:\n        y = x + {i}\n" for i in range(count)]
    return _JITTED + "".join(lines) + "    return y\n"


def _ternaries(count: int) -> str:
    """The innermost is depth ``count``."""
    text = "x"
    for i in range(count):
        text = f"({i} if x > {i} else {text})"
    return _JITTED + f"    return {text}\n"


def _methods(count: int) -> str:
    return _JITTED + "    y = x" + ".sum(keepdims=True)" * count + "\n    return float(y)\n"


def _ands(count: int) -> str:
    return _JITTED + "    return " + " and ".join(f"x > {i}" for i in range(count)) + "\n"


def _floats(count: int) -> str:
    lines = [f"    y{i} = float(x) + {i}\n" for i in range(count)]
    return _JITTED + "".join(lines) + f"    return y{count - 1}\n"


def _listed(count: int) -> str:
    """All findings in one statement."""
    return _JITTED + "    return [" + ", ".join(f"float(x + {i})" for i in range(count)) + "]\n"


def _slices(count: int) -> str:
    return _HEAD + "@jax.jit\ndef f(n, y):\n" + "".join(f"    y{i} = y[:n]\n" for i in range(count)) + "    return y0\n"


def _whiles(count: int) -> str:
    lines = [f"    while y > {i}:\n        y = y - 1\n" for i in range(count)]
    return _JITTED + "".join(lines) + "    return y\n"


def _decorators(count: int) -> str:
    return _HEAD + "@jax.jit\n" * count + "def f(x):\n    return float(x)\n\n\nf(jnp.ones(()))\n"


def _prints(count: int) -> str:
    return _JITTED + "    print(x)\n" * count + "    return y\n"


def _keys(count: int) -> str:
    lines = [f"    y{i} = jax.random.normal(key, (3,))\n" for i in range(count)]
    return _HEAD + "def f(key):\n" + "".join(lines) + f"    return y{count - 1}\n"


def _patterns(count: int) -> str:
    return _JITTED + f"    match x:\n        case {'[' * count}a{']' * count}:\n            y = a\n    return y\n"


def _comparisons(count: int) -> str:
    return _JITTED + "    return " + " < ".join(["x"] * count) + "\n"


def _functions(count: int) -> str:
    one = "@jax.jit\ndef f{0}(x):\n    y = x + {0}\n    return y * 2\n\n\n"
    return _HEAD + "".join(one.format(i) for i in range(count))


def _found(count: int) -> str:
    """One finding a function."""
    one = "@jax.jit\ndef f{0}(x):\n    if x > {0}:\n        return x\n    return y * 2\n\n\n"
    return _HEAD + "".join(one.format(i) for i in range(count))


SHAPES = {
    "ifs": (_ifs, (50, 100, 200)),
    "elifs": (_elifs, (50, 100, 200)),
    "ternaries": (_ternaries, (20, 40, 80)),
    "methods": (_methods, (25, 50, 100)),
    "ands": (_ands, (25, 50, 100)),
    "comparisons": (_comparisons, (50, 100, 200)),
    "floats": (_floats, (50, 100, 200)),
    "listed": (_listed, (100, 200, 400)),
    "slices": (_slices, (10, 20, 40)),
    "whiles": (_whiles, (25, 50, 100)),
    "decorators": (_decorators, (200, 400, 800)),
    "prints": (_prints, (100, 200, 400)),
    "keys": (_keys, (40, 80, 160)),
    "patterns": (_patterns, (10, 20, 40)),
    "functions": (_functions, (2500, 5000, 10000)),
    "found": (_found, (250, 500, 1000)),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shapes", nargs="*", metavar="SHAPE", help=f"of {', '.join(SHAPES)}; all if none is named")
    parser.add_argument("--sizes", help="instead of the shape's own")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--args", action="append", help="of jaxlint; by default none, and --diff --unsafe-fixes")
    parser.add_argument("--write", type=Path, help="keep the programs in this folder")
    options = parser.parse_args()
    folder = options.write or Path(tempfile.mkdtemp())
    folder.mkdir(exist_ok=True)
    empty = folder / "empty.py"
    empty.write_text("")
    print(f"{'shape':12} {'arguments':24} cpu seconds by size, and what each doubling multiplies them by")
    for name in options.shapes or SHAPES:
        make, sizes = SHAPES[name]
        if options.sizes:
            sizes = tuple(map(int, options.sizes.split(",")))
        for arguments in options.args or ["", "--diff --unsafe-fixes"]:
            print(f"{name:12} {arguments:24} {_row(name, make, sizes, arguments, folder, options.rounds)}", flush=True)


def _row(name: str, make: Make, sizes: tuple[int, ...], arguments: str, folder: Path, rounds: int) -> str:
    told: list[str] = []
    before = None
    floor = _cost(folder / "empty.py", arguments, rounds)
    for size in sizes:
        path = folder / f"{name}_{size}.py"
        path.write_text(make(size))
        cost = _cost(path, arguments, rounds) - floor
        growth = "" if before is None else f" (x{cost / before:.2f})"
        told.append(f"{size}: {cost:.2f}{growth}")
        before = cost
    return "  ".join(told)


def _cost(path: Path, arguments: str, rounds: int) -> float:
    command = [sys.executable, "-P", "-m", "jaxlint", "--no-cache", "--isolated", *shlex.split(arguments), str(path)]
    return statistics.median(cpu_of(command) for _ in range(rounds))


if __name__ == "__main__":
    main()
