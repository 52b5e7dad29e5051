"""What jaxlint costs beside other linters on pinned packages: cold, warm, one file changed, a hook on one file, fixes.

    python -m benchmarks.speed [--rounds 5] [--folder FOLDER] [--peer flake8 ...]

Downloads the packages (pip, no dependencies), and prints, as a table in Markdown, the median cpu seconds (user and
system, whole process and its children) of each run.  Rules of peers are their own default; what they look for differs,
so the table says what a user waits for, not which tool is better.  `python -m benchmarks.crowded` has the rest: what
findings cost by how many one function holds.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from benchmarks.cost import FLOOR, cpu_of, lines_of, python_files

PACKAGES = ("flax==0.12.8", "optax==0.2.8", "equinox==0.13.8")
_HOOKED = "optax/losses/_classification.py"
_JAXLINT = [sys.executable, "-P", "-m", "jaxlint"]
_PEERS = {
    "ruff": (["ruff", "check", "--isolated", "--no-cache"], ["ruff", "check", "--isolated"], ["--diff"]),
    "flake8": (["flake8", "--isolated", "-j", "1"], None, None),
    "pyflakes": (["pyflakes"], None, None),
}


def corpus(folder: Path) -> Path:
    """The packages as one repository."""
    tree = folder / "packages"
    if not tree.exists():
        wheels = folder / "wheels"
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "-d", str(wheels), *PACKAGES]
        subprocess.run(command, check=True)
        tree.mkdir()
        (tree / "pyproject.toml").write_text("")
        for wheel in sorted(wheels.glob("*.whl")):
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(tree)
    return tree


def measured(command: list[str], rounds: int, before: tuple[Path, str] | None = None) -> float:
    """``before``: a file that is changed ahead of each round, and what it says otherwise."""
    found = []
    for number in range(rounds):
        if before is not None:
            before[0].write_text(f"{before[1]}\n# round {number}\n")
        found.append(cpu_of(command))
    if before is not None:
        before[0].write_text(before[1])
    return statistics.median(found)


def rows(tree: Path, rounds: int, peers: list[str]) -> dict[str, dict[str, float]]:
    hooked, whole = tree / _HOOKED, [str(tree)]
    changed = hooked, hooked.read_text()
    files = "\n".join(python_files(whole))
    floor = statistics.median(cpu_of([sys.executable, "-c", FLOOR], files) for _ in range(rounds))
    table: dict[str, dict[str, float]] = {"parsing alone": {"cold": floor}}
    quick = [*_JAXLINT, "--jobs", "1"]
    table["jaxlint"] = {
        "cold": measured([*quick, "--no-cache", *whole], rounds),
        "warm": _warm([*quick, *whole], rounds),
        "one file changed": measured([*quick, *whole], rounds, changed),
        "hook on one file": _warm([*quick, str(hooked)], rounds),
        "with fixes": measured([*quick, "--no-cache", "--diff", *whole], rounds),
    }
    for name in peers:
        cold, warm, fixes = _PEERS[name]
        table[name] = {
            "cold": measured([*cold, *whole], rounds),
            "hook on one file": measured([*cold, str(hooked)], rounds),
        }
        if warm is not None:
            table[name]["warm"] = _warm([*warm, "--cache-dir", str(tree.parent / name), *whole], rounds)
            table[name]["one file changed"] = measured(
                [*warm, "--cache-dir", str(tree.parent / name), *whole], rounds, changed
            )
        if fixes is not None:
            table[name]["with fixes"] = measured([*cold, *fixes, *whole], rounds)
    return table


def _warm(command: list[str], rounds: int) -> float:
    cpu_of(command)
    return measured(command, rounds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", type=Path, help="where the packages are kept")
    parser.add_argument("--peer", action="append", choices=[*_PEERS], help="by default those that are installed")
    options = parser.parse_args()
    folder = options.folder or Path(tempfile.mkdtemp())
    tree = corpus(folder)
    peers = options.peer or [name for name in _PEERS if shutil.which(name)]
    table = rows(tree, options.rounds, peers)
    floor = table["parsing alone"]["cold"]
    columns = ["cold", "warm", "one file changed", "hook on one file", "with fixes"]
    files = python_files([str(tree)])
    print(f"{', '.join(PACKAGES)}: {len(files)} files, {lines_of(files):,} lines; cpu seconds (times parsing alone)\n")
    print(f"| | {' | '.join(columns)} |\n|---|{'---|' * len(columns)}")
    for name, costs in table.items():
        cells = [f"{costs[one]:.2f} ({costs[one] / floor:.1f})" if one in costs else "" for one in columns]
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
