"""Which settings file holds for the paths of a run, without reading what is not ours."""

from __future__ import annotations

import os

from jaxlint.text.reading import read_file

_MARKS = (".git", "pyproject.toml", "setup.py", "setup.cfg")


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
    for candidate in ancestors(directory):
        if has_marks(candidate):
            return candidate
    return directory


def has_marks(directory: str) -> bool:
    """Does it look like the top of a project?"""
    return any(os.path.exists(os.path.join(directory, mark)) for mark in _MARKS)


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
