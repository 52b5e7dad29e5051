"""What a file is for, as its path says."""

from __future__ import annotations

import os

_FOLDERS = frozenset("test tests testing benchmark benchmarks".split())
_PREFIXES = ("test_", "bench_", "benchmark_")
_SUFFIXES = ("_test", "_tests", "_benchmark", "_bench")


def is_test(path: str) -> bool:
    """Tests and benchmarks, by pytest's and absl's names of files, or a folder of theirs inside the project.

    Folders count in relative paths alone: where the project itself lies says nothing.
    """
    folder, name = os.path.split(path)
    stem = os.path.splitext(name)[0]
    if stem == "conftest" or stem.startswith(_PREFIXES) or stem.endswith(_SUFFIXES):
        return True
    return not os.path.isabs(path) and not _FOLDERS.isdisjoint(folder.split(os.sep))
