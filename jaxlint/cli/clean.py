"""``jaxlint clean``: what earlier runs have kept goes away."""

from __future__ import annotations

import os
import sys

from jaxlint.cache.store import clean as take_away
from jaxlint.cache.store import folder_of
from jaxlint.cli.streams import emit, tell
from jaxlint.project.place import Places


def clean(cache_dir: str | None) -> int:
    """The exit status: 2 where something could not be removed."""
    top = Places().top(os.path.join(os.getcwd(), "_"))
    folder = folder_of(top, cache_dir or os.environ.get("JAXLINT_CACHE_DIR") or "")
    try:
        removed = take_away(folder)
    except OSError as error:
        tell("error", f"{error.filename}: can't be removed: {error.strerror}")
        return 2
    said = "Removed" if removed else "No cache in"
    emit(f"{said} {os.path.relpath(folder)}.\n", sys.stdout)
    return 0
