"""What stands for jaxlint itself: an answer of another version, or of changed code, is none."""

from __future__ import annotations

import os
import sys

from jaxlint.project.index import digest_of
from jaxlint.release import __version__


def version() -> str:
    """Of the release, the Python that parses, and the newest file of the package: who works on it changes that."""
    newest = count = 0
    folders = [os.path.dirname(os.path.dirname(os.path.abspath(__file__)))]
    while folders:
        with os.scandir(folders.pop()) as scan:
            for entry in scan:
                if entry.name.endswith((".py", ".json", ".txt")):
                    newest, count = max(newest, entry.stat().st_mtime_ns), count + 1
                elif entry.name != "__pycache__" and entry.is_dir():
                    folders.append(entry.path)
    return digest_of(__version__, sys.version, str(newest), str(count))
