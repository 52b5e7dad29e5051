"""What a run of jaxlint costs beside the floor: parsing the same files with CPython's own parser.

    python -m benchmarks.cost PATH ... [--rounds 9] [--peer "flake8 {paths}"] [--args=--fix]

Prints, for one file or a tree, the median cpu seconds (user + system, whole process) of

    floor    python -c "compile(text, path, 'exec', ONLY_AST)" over the same files
    jaxlint  python -m jaxlint over them

and their ratio.  Both run in turn in each round, so that a noisy machine disturbs them alike.
Run it twice and trust the ratio more than the seconds.
"""

from __future__ import annotations

import argparse
import os
import resource
import shlex
import statistics
import subprocess
import sys
from pathlib import Path

FLOOR = """
import gc, sys, _ast
gc.disable()
for path in sys.stdin.read().split("\\n"):
    with open(path, encoding="utf-8", errors="replace") as stream:
        text = stream.read()
    try:
        compile(text, path, "exec", _ast.PyCF_ONLY_AST, dont_inherit=True)
    except (SyntaxError, ValueError):
        pass
"""


# An installed tool has its bytecode compiled.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def cpu_of(command: list[str], stdin: str = "") -> float:
    """Cpu seconds of one command and its children; its exit status may be 0 or 1 (findings)."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, check=False, env=ENVIRONMENT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1, 2):
        raise SystemExit(f"{shlex.join(command)} ended with {done.returncode}:\n{done.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def python_files(paths: list[str]) -> list[str]:
    found: list[str] = []
    for path in map(Path, paths):
        found += sorted(map(str, path.rglob("*.py"))) if path.is_dir() else [str(path)]
    return found


def lines_of(files: list[str]) -> int:
    return sum(Path(file).read_bytes().count(b"\n") for file in files)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--peer", action="append", default=[], help="a command; {paths} is replaced")
    parser.add_argument("--args", default="", help="further arguments of jaxlint")
    options = parser.parse_args()
    files = python_files(options.paths)
    commands = {
        "floor": ([sys.executable, "-c", FLOOR], "\n".join(files)),
        "jaxlint": ([sys.executable, "-m", "jaxlint", *shlex.split(options.args), *options.paths], ""),
    }
    for peer in options.peer:
        words = shlex.split(peer.replace("{paths}", shlex.join(options.paths)))
        commands[os.path.basename(words[0])] = (words, "")
    for command, stdin in commands.values():
        cpu_of(command, stdin)  # warm: bytecode and page cache
    costs: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(options.rounds):
        for name, (command, stdin) in commands.items():
            costs[name].append(cpu_of(command, stdin))
    floor = statistics.median(costs["floor"])
    print(f"{len(files)} files, {lines_of(files)} lines, medians of {options.rounds} rounds")
    for name, found in costs.items():
        median = statistics.median(found)
        spread = f"(min {min(found):.3f}, max {max(found):.3f})"
        print(f"{name:10} {median:8.3f} s cpu   {median / floor:6.2f} x floor   {spread}")


if __name__ == "__main__":
    main()
