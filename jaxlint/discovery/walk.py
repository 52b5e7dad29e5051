"""Arguments to files: sorted, each once."""

from __future__ import annotations

import os

from jaxlint.diagnostic import Problem
from jaxlint.discovery.gitignore import Ignores, ignores_at, ignores_below, is_ignored
from jaxlint.discovery.patterns import Patterns
from jaxlint.settings.model import SMALL_FILE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.settings.model import Settings
    from jaxlint.settings.nearest import Nearest

DEFAULT_EXCLUDE = frozenset(
    (  # a list of them would be a page long
        ".bzr .direnv .eggs .git .hg .ipynb_checkpoints .mypy_cache .nox .pants.d .pixi .pyenv .pytest_cache .pytype"
        " .ruff_cache .svn .tox .venv .vscode __pycache__ __pypackages__ _build buck-out build"
        " dist node_modules site-packages venv"
    ).split()
)
OUR_OWN = ".jaxlint_cache"  # what earlier runs have kept: nobody is told that it is passed over


class Found:
    """``skipped``: path and reason of everything that a setting, .gitignore or a default left out.

    ``warnings``: of what nobody would expect to be left out.
    """

    __slots__ = ("files", "links", "problems", "skipped", "warnings")

    def __init__(self) -> None:
        self.files: list[str] = []
        self.links: set[str] = set()  # of these, those come by in a directory that are links
        self.problems: list[Problem] = []
        self.skipped: list[tuple[str, str]] = []
        self.warnings: list[Problem] = []


def discover(arguments: list[str], nearest: Nearest, force_exclude: bool = False) -> Found:
    """Directories are searched for .py and .ipynb files; a file that is named is taken, whatever it is called."""
    found = Found()
    exclusions = Exclusions(nearest)
    for argument in arguments:
        path = shown(argument) if argument else ""  # an unset shell variable is not the working directory
        if force_exclude and (reason := exclusions.above(path)):
            found.skipped.append((path, reason))
        elif os.path.isdir(path):
            _walk(path, ignores_at(path), exclusions, found)
        elif os.path.lexists(path):
            found.files.append(path)
        else:
            found.problems.append(Problem(path or "''", "no such file or directory"))
    found.files = sorted(set(found.files))
    named = {shown(argument) for argument in arguments}
    _leave_out_links(found, named, [os.path.realpath(one) for one in arguments if os.path.isdir(one)])
    _leave_out_large(found, nearest)
    return found


def _leave_out_large(found: Found, nearest: Nearest) -> None:
    """Data that is written as Python costs more memory than a machine may have."""
    kept = []
    for path in found.files:
        size = _size(path)
        if (
            size > SMALL_FILE
            and (most := nearest.of(os.path.dirname(os.path.abspath(path))).settings.max_file_size) < size
        ):
            reason = f"larger than `max-file-size` allows ({size:,} of {most:,} bytes)"
            found.skipped.append((path, reason))
            found.warnings.append(Problem(path, f"skipped: {reason}"))
        else:
            kept.append(path)
    found.files = kept


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:  # reading it will say so
        return 0


def _leave_out_links(found: Found, named: set[str], trees: list[str]) -> None:
    """Links that were come by and lead out of the trees: nobody asked for what is there; and second names of files."""
    links = found.links | {path for path in named.intersection(found.files) if os.path.islink(path)}
    if not links:
        return
    taken = {os.path.realpath(path) for path in found.files if path not in links}
    for path in sorted(links):
        real = os.path.realpath(path)
        if path not in named and not any(real.startswith(os.path.join(tree, "")) for tree in trees):
            reason = "a link that points out of the tree"
        elif real in taken:
            reason = "a link to a file that is already checked"
        else:
            taken.add(real)
            continue
        found.files.remove(path)
        found.skipped.append((path, reason))


def shown(argument: str) -> str:
    """The path as reports show it: normalised, and relative to the working directory where it lies below it."""
    path = os.path.normpath(argument)
    if os.path.isabs(path):
        here = os.getcwd()
        if path.startswith(here.rstrip(os.sep) + os.sep) or path == here:
            return os.path.relpath(path, here)
    return path


class Exclusion:
    """The exclude settings, as one question."""

    __slots__ = ("_names", "_patterns", "_root")

    def __init__(self, settings: Settings) -> None:
        lines = (*(settings.exclude or ()), *settings.extend_exclude)
        self._root = settings.root
        self._names = DEFAULT_EXCLUDE if settings.exclude is None else frozenset()
        self._patterns = Patterns(settings.root, lines) if lines else None

    def reason(self, path: str, name: str, is_directory: bool) -> str | None:
        """Why one entry is left out, those above it being in."""
        if is_directory and name in self._names:
            return "excluded by default"
        if self._patterns is not None and self._patterns.decide(os.path.abspath(path), is_directory):
            return "excluded by the settings"
        return None

    def above(self, path: str) -> str | None:
        """Why a path that was named is left out, the directories above it counted."""
        if self._patterns is not None and self._patterns.match(os.path.abspath(path), os.path.isdir(path)):
            return "excluded by the settings"
        parts = os.path.relpath(path, self._root).split(os.sep)
        if not self._names.isdisjoint(parts if os.path.isdir(path) else parts[:-1]):
            return "excluded by default"
        return None


class Exclusions:
    """The same by folder, as the settings nearest to it have it."""

    __slots__ = ("_by_settings", "_nearest")

    def __init__(self, nearest: Nearest) -> None:
        self._nearest = nearest
        self._by_settings: dict[Settings, Exclusion] = {}

    def of(self, folder: str) -> Exclusion:
        settings = self._nearest.of(os.path.abspath(folder)).settings
        if settings not in self._by_settings:
            self._by_settings[settings] = Exclusion(settings)
        return self._by_settings[settings]

    def above(self, path: str) -> str | None:
        """Why a path that was named is left out."""
        return self.of(path if os.path.isdir(path) else os.path.dirname(path)).above(path)


def _walk(directory: str, ignores: Ignores | None, exclusions: Exclusions, found: Found) -> None:
    try:
        with os.scandir(directory) as scan:
            entries = sorted(scan, key=lambda entry: entry.name)
    except OSError as error:
        found.problems.append(Problem(directory, f"can't be read: {error.strerror}"))
        return
    excluded = exclusions.of(directory)
    for entry in entries:
        is_folder = is_directory(entry)
        if entry.name == OUR_OWN or not (is_folder or _is_python(entry.name)):
            continue
        path = entry.name if directory == os.curdir else os.path.join(directory, entry.name)
        reason = excluded.reason(path, entry.name, is_folder)
        if reason is None and ignores is not None and is_ignored(os.path.abspath(path), is_folder, ignores):
            reason = "ignored by git"
        if reason is None and is_folder and entry.is_symlink():
            reason = "a link to a directory"  # it may lead out of the tree, or in a circle
        if reason is not None:
            found.skipped.append((path, reason))
        elif is_folder:
            _walk(path, ignores_below(path, ignores), exclusions, found)
        elif is_file(entry):
            found.files.append(path)
            if entry.is_symlink():
                found.links.add(path)
        elif not os.path.exists(path):
            found.skipped.append((path, "a broken link"))
        else:
            found.skipped.append((path, "no regular file"))  # reading a pipe would wait for ever


def is_directory(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads back to itself: reading it will say so
        return False


def is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:
        return False


def _is_python(name: str) -> bool:
    return name.endswith((".py", ".ipynb")) and not name.startswith(
        ".#"
    )  # Emacs locks files by dangling links of that name
