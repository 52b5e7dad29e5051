"""What git ignores: the .gitignore files from the top of the repository down; the deepest that speaks decides."""

from __future__ import annotations

import os

from jaxlint.discovery.patterns import Patterns
from jaxlint.record import Record
from jaxlint.settings.locate import ancestors, is_top
from jaxlint.text.reading import read_if_there

_LARGEST = 1_000_000  # bytes


class Ignores(Record):
    """The .gitignore files that hold in one directory, deepest first; a chain, shared between directories."""

    patterns: Patterns
    above: Ignores | None


def ignores_at(directory: str) -> Ignores | None:
    """Those of a directory that a walk starts in, so of all directories of the repository above it."""
    levels = ancestors(os.path.abspath(directory))
    if not is_top(levels[-1]):  # in no repository: only the directory itself speaks
        levels = levels[:1]
    chain: Ignores | None = None
    for level in reversed(levels):
        chain = ignores_below(level, chain)
    return chain


def ignores_below(directory: str, above: Ignores | None) -> Ignores | None:
    """The chain for a directory, given that of its parent."""
    path = os.path.join(directory, ".gitignore")
    lines = [line.removesuffix("\r") for line in read_if_there(path, _LARGEST).split("\n")]
    if not any(line.strip() and not line.startswith("#") for line in lines):
        return above
    return Ignores(Patterns(os.path.abspath(directory), lines), above)


def is_ignored(path: str, is_directory: bool, chain: Ignores | None) -> bool:
    """``path`` is absolute; directories above it are known not to be ignored."""
    while chain is not None:
        decided = chain.patterns.decide(path, is_directory)
        if decided is not None:
            return decided
        chain = chain.above
    return False
