"""Which settings file holds for the paths of a run, without reading what is not ours."""

from __future__ import annotations

import os

from jaxlint.record import Record
from jaxlint.text.reading import PASSED_OVER, read_file

_SETTINGS = ("jaxlint.toml", "pyproject.toml")
_MARKS = (".git", "pyproject.toml", "setup.py", "setup.cfg")

# What a project without these has at its top; but a part of a project may have its own.
_FAINT_MARKS = frozenset(
    """uv.lock poetry.lock pdm.lock Pipfile Pipfile.lock pixi.toml pixi.lock conda-lock.yml environment.yml
    environment.yaml""".split()
)

# Folders that lie in a project, beside its code.
PARTS = frozenset("src tests test testing examples example scripts bin tools benchmarks notebooks docs".split())


_FOREIGN = "ignored: it belongs to another user"


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
    """The directory and those above it, up to the top of its repository, or to the folder of another user."""
    found = [directory]
    while (parent := parent_of(found[-1])) is not None:
        found.append(parent)
    return found


def parent_of(directory: str) -> str | None:
    """The folder above that is searched next; None at the top."""
    parent = os.path.dirname(directory)
    if parent == directory or is_top(directory):
        return None
    if _is_trusted(_owner(parent), _owner(directory)):
        return parent
    for name in _SETTINGS:
        if os.path.lexists(os.path.join(parent, name)):
            PASSED_OVER[os.path.join(parent, name)] = _FOREIGN
    return None


def _exists(directory: str, name: str) -> bool:
    """Is there such a file, put there by this user, by root, or by whoever owns the folder?"""
    path = os.path.join(directory, name)
    owner = _owner(path)
    return owner is not None and _is_trusted(owner, _owner(directory))


def _owner(path: str) -> int | None:
    try:
        return os.lstat(path).st_uid
    except OSError:
        return None


def _is_trusted(owner: int | None, other: int | None) -> bool:
    return not hasattr(os, "geteuid") or owner in (0, os.geteuid(), other)


class Roots:
    """Where the projects around the folders of a run begin; each folder is looked at once."""

    def __init__(self) -> None:
        self._known: dict[str, _Root] = {}
        self._shared = _shared()

    def top(self, directory: str) -> str:
        """The top of the repository that it lies in; where there is none, the last folder that is searched."""
        return self._found(directory).top

    def project(self, directory: str) -> str:
        """The nearest directory that looks like the top of a project; where there is none, the directory itself."""
        return self.marked(directory) or directory

    def marked(self, directory: str) -> str | None:
        """The same, None where nothing marks one.

        A lock file or a list of requirements counts only where nothing better does, there or above.  The outermost
        one counts, so that what a part of a project requires does not split it; but none in a folder that holds all
        kinds of things, or above such a folder.
        """
        found = self._found(directory)
        return found.marked or found.required

    def _found(self, directory: str) -> _Root:
        way: list[str] = []
        above: str | None = directory
        while above is not None and above not in self._known:
            way.append(above)
            above = parent_of(above)
        known = None if above is None else self._known[above]
        for folder in reversed(way):
            known = self._known[folder] = self._at(folder, known)
        return self._known[directory]

    def _at(self, folder: str, above: _Root | None) -> _Root:
        top, marked, required = (folder, None, None) if above is None else (above.top, above.marked, above.required)
        if folder in self._shared or os.path.dirname(folder) == folder:
            required = None
        elif required is None and os.path.basename(folder) not in PARTS and _has_faint_marks(folder):
            required = folder
        return _Root(top, folder if has_marks(folder) else marked, required)


class _Root(Record):
    """``marked``: the nearest folder with what only the top of a project has; ``required``: the outermost one with a
    lock file or a list of requirements.
    """

    top: str
    marked: str | None
    required: str | None


def project_root(directory: str) -> str:
    """As ``Roots`` has it."""
    return Roots().project(directory)


def is_marked(directory: str) -> bool:
    """Does a project begin there?"""
    return Roots().marked(directory) == directory


def has_marks(directory: str) -> bool:
    """Has it what only the top of a project has?"""
    return any(_exists(directory, mark) for mark in _MARKS)


def _has_faint_marks(directory: str) -> bool:
    try:
        names = os.listdir(directory)
    except OSError:
        return False
    found = [one for one in names if one in _FAINT_MARKS or (one.startswith("requirements") and one.endswith(".txt"))]
    return any(_exists(directory, name) for name in found)


def _shared() -> set[str]:
    """The home of the user, and where temporary files lie."""
    places = ["~", "/tmp", "/var/tmp", *(os.environ.get(name) or "/tmp" for name in ("TMPDIR", "TEMP", "TMP"))]
    named = [os.path.abspath(os.path.expanduser(place)) for place in places]
    return {*named, *map(os.path.realpath, named)}


def is_top(directory: str) -> bool:
    """Of a repository."""
    return _exists(directory, ".git")


def top_of(directory: str) -> str:
    """The top of the repository that it lies in; of its project, where there is no repository."""
    roots = Roots()
    highest = roots.top(directory)
    return highest if is_top(highest) else roots.project(directory)


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
    for name in _SETTINGS:
        path = os.path.join(directory, name)
        if not os.path.lexists(path):
            continue
        if not _exists(directory, name):
            PASSED_OVER[path] = _FOREIGN
            continue
        data = read_file(path)
        if name == "jaxlint.toml" or speaks_of_jaxlint(data):
            return path, data
    return None


def speaks_of_jaxlint(data: bytes) -> bool:
    """Cheaper than a TOML parser (30 ms at start-up).  Taken for ours: any of the usual spellings of the table."""
    return b"tool.jaxlint" in data or (b"[tool]" in data and b"jaxlint" in data)
