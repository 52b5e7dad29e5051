"""What a file is for, as its path says."""

from __future__ import annotations

import os

_FOLDERS = frozenset("test tests testing bench benchmark benchmarks".split())
_STEMS = ("conftest", "testing")
_PREFIXES = ("test_", "bench_", "benchmark_")
_BENCHES = _PREFIXES[1:]
_SUFFIXES = ("_test", "_tests", "_benchmark", "_bench")


def is_test(path: str) -> bool:
    """Tests, what helps them, and benchmarks, by pytest's and absl's names of files, or of folders.

    Folders count in relative paths alone: where the project itself lies says nothing.
    """
    folder, name = os.path.split(path)
    stem = os.path.splitext(name)[0]
    if stem in _STEMS or stem.startswith(_PREFIXES) or stem.endswith(_SUFFIXES):
        return True
    return not os.path.isabs(path) and not _FOLDERS.isdisjoint(folder.split(os.sep))


def names_a_benchmark(function: str) -> bool:
    """``benchmark_sampler``, as a function's name."""
    return function.startswith(_BENCHES)


def names_a_test(function: str) -> bool:
    """``test_sampler``: one where it also asserts something; a ``test_step`` evaluates a model."""
    return function.startswith(_PREFIXES[0])
