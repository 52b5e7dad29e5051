"""The shipped table against what the installed JAX says now."""

from __future__ import annotations

import random

from jaxlint.knowledge import tables
from tools.probe import ask
from tools.probe.ask import Rows


def sample(count: int, seed: int) -> list[str]:
    """Names of callables of the installed version, the same for the same seed."""
    return random.Random(seed).sample(sorted(ask.callables()[0]), count)


def disagreements(answers: Rows, shipped: Rows) -> list[str]:
    """One line for each row that is not what JAX says."""
    return [
        f"{name}: the table has {shipped.get(name)!r}, JAX says {row!r}"
        for name, row in sorted(answers.items())
        if shipped.get(name) != row
    ]


def report(answers: Rows, whole: bool = False) -> int:
    """Print what is wrong; ``whole``: names that JAX does not have are wrong, too."""
    version = ask.version()
    if version not in tables.versions():
        print(f"no table of JAX {version}; there are {', '.join(tables.versions())}")
        return 2
    shipped = tables.everything(version)
    wrong = disagreements(answers, shipped)
    if whole:
        wrong += [f"{name}: JAX {version} has no such name" for name in sorted(shipped.keys() - answers.keys())]
    print("\n".join([*wrong, f"{len(answers)} rows, {len(wrong)} wrong"]))
    return 1 if wrong else 0
