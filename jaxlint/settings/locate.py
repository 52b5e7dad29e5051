"""Which settings file holds for the paths of a run, without reading what is not ours."""

from __future__ import annotations

import os

from jaxlint.text.reading import read_file

_MARKS = (".git", "pyproject.toml", "setup.py", "setup.cfg")

# What a project without these has at its top; but a part of a project may have its own.
_FAINT_MARKS = frozenset(
    """uv.lock poetry.lock pdm.lock Pipfile Pipfile.lock pixi.toml pixi.lock conda-lock.yml environment.yml
    environment.yaml""".split()
)

# Folders that lie in a project, beside its code.
PARTS = frozenset("src tests test testing examples example scripts bin tools benchmarks notebooks docs".split())


def common_directory(paths: list[str]) -> str:
    """The directory that all arguments lie in; the settings nearest to it hold for the whole run."""
    directories = []
    for path in paths:
        full = os.path.abspath(path)
        directories.append(full if os.path.isdir(full) else os.path.dirname(full))
    if not directories:
        return os.getcwd()
    try:
        return os.path.commonpath(directories)
    except ValueError:  # on different drives
        return os.getcwd()


def ancestors(directory: str) -> list[str]:
    """The directory and those above it, up to the root of the repository that it lies in."""
    found = [directory]
    while not is_top(directory):
        parent = os.path.dirname(directory)
        if parent == directory:
            break
        directory = parent
        found.append(directory)
    return found


def project_root(directory: str) -> str:
    """The nearest directory that looks like the top of a project; where there is none, the directory itself."""
    return marked_root(directory) or directory


def marked_root(directory: str) -> str | None:
    """The same, None where nothing marks one.

    A lock file or a list of requirements counts only where nothing better does, there or above.  The outermost one
    counts, so that what a part of a project requires does not split it; but none in a folder that holds all kinds of
    things, or above such a folder.
    """
    above = ancestors(directory)
    for candidate in above:
        if has_marks(candidate):
            return candidate
    shared = _shared()
    below = next((index for index, one in enumerate(above) if one in shared or os.path.dirname(one) == one), len(above))
    faint = [one for one in above[:below] if os.path.basename(one) not in PARTS and _has_faint_marks(one)]
    return faint[-1] if faint else None


def is_marked(directory: str) -> bool:
    """Does a project begin there?"""
    return marked_root(directory) == directory


def has_marks(directory: str) -> bool:
    """Has it what only the top of a project has?"""
    return any(os.path.exists(os.path.join(directory, mark)) for mark in _MARKS)


def _has_faint_marks(directory: str) -> bool:
    try:
        names = os.listdir(directory)
    except OSError:
        return False
    return any(name in _FAINT_MARKS or (name.startswith("requirements") and name.endswith(".txt")) for name in names)


def _shared() -> set[str]:
    """The home of the user, and where temporary files lie."""
    places = ["~", "/tmp", "/var/tmp", *(os.environ.get(name) or "/tmp" for name in ("TMPDIR", "TEMP", "TMP"))]
    named = [os.path.abspath(os.path.expanduser(place)) for place in places]
    return {*named, *map(os.path.realpath, named)}


def is_top(directory: str) -> bool:
    """Of a repository."""
    return os.path.exists(os.path.join(directory, ".git"))


def top_of(directory: str) -> str:
    """The top of the repository that it lies in; of its project, where there is no repository."""
    highest = ancestors(directory)[-1]
    return highest if is_top(highest) else project_root(directory)


def settings_file(directory: str) -> tuple[str, bytes] | None:
    """The nearest jaxlint.toml, or pyproject.toml that speaks of jaxlint, with its content."""
    for candidate in ancestors(directory):
        found = _settings_in(candidate)
        if found is not None:
            return found
    return None


def has_settings(directory: str) -> bool:
    """Does a settings file of ours lie in the directory itself?  True, too, where that can't be read."""
    try:
        return _settings_in(directory) is not None
    except OSError:
        return True


def _settings_in(directory: str) -> tuple[str, bytes] | None:
    for name in ("jaxlint.toml", "pyproject.toml"):
        path = os.path.join(directory, name)
        if not os.path.lexists(path):
            continue
        data = read_file(path)
        if name == "jaxlint.toml" or speaks_of_jaxlint(data):
            return path, data
    return None


def speaks_of_jaxlint(data: bytes) -> bool:
    """Cheaper than a TOML parser (30 ms at start-up).  Taken for ours: any of the usual spellings of the table."""
    return b"tool.jaxlint" in data or (b"[tool]" in data and b"jaxlint" in data)
