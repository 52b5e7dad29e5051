"""Gitignore patterns over paths below one directory, as git reads them.

The regular expressions made of them never go back: what a star or ``**`` takes is the least that lets the next
part match, and stays so (atomic groups), which decides the same because any later part may still lie further on.
"""

from __future__ import annotations

import os

from jaxlint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_WILD = frozenset("*?[\\")
_CLASSES = {
    "alnum": "0-9A-Za-z", "alpha": "A-Za-z", "blank": " \t", "digit": "0-9", "lower": "a-z", "punct": "!-/:-@[-`{-~",
    "space": "\t-\r ", "upper": "A-Z", "xdigit": "0-9A-Fa-f",
}  # fmt: skip


class Patterns:
    """Patterns as in a .gitignore file that lies in ``root``."""

    __slots__ = ("_folders", "_lines", "broken", "root")

    def __init__(self, root: str, lines: Iterable[str]) -> None:
        self.root = root
        self.broken: list[str] = []  # lines that are no pattern: they match nothing, as in git
        self._folders: dict[str, bool] = {}
        self._lines: list[_Line] = []  # the last one first: the last one that matches decides
        for line in lines:
            try:
                self._lines += _read(line)
            except Exception:  # of re, too
                self.broken.append(line)
        self._lines.reverse()

    def decide(self, path: str, is_directory: bool = False) -> bool | None:
        """True: it, or a directory above it, is matched; False: matched by a negated pattern; None: not spoken of."""
        relative = os.path.relpath(path, self.root).replace(os.sep, "/")
        if relative == os.curdir or relative == os.pardir or relative.startswith("../"):
            return None
        end = relative.find("/")
        while end >= 0:
            if self._is_matched(relative[:end]):
                return True
            end = relative.find("/", end + 1)
        return self._said(relative, is_directory)

    def match(self, path: str, is_directory: bool = False) -> bool:
        """True where the path, or a directory above it, is matched."""
        return self.decide(path, is_directory) is True

    def _is_matched(self, folder: str) -> bool:
        if folder not in self._folders:
            self._folders[folder] = self._said(folder, True) is True
        return self._folders[folder]

    def _said(self, relative: str, is_directory: bool) -> bool | None:
        name = relative.rpartition("/")[2]
        for line in self._lines:
            if (is_directory or not line.of_directories) and line.fits(relative if line.is_placed else name):
                return line.says
        return None


class _Line(Record):
    """``is_placed``: it speaks of paths, and not of names in any folder; ``fits``: asked for these."""

    fits: Callable[[str], object]
    is_placed: bool
    of_directories: bool
    says: bool


def _read(line: str) -> list[_Line]:
    """None of a comment; raises where it is no pattern."""
    text = line.rstrip(" ")
    if len(text) < len(line) and (len(text) - len(text.rstrip("\\"))) % 2:
        text += " "  # it was escaped
    if not text or text.startswith("#"):
        return []
    negated = text.startswith("!")
    text = text[negated:]
    if not text:
        raise ValueError
    of_directories = text.endswith("/")
    text = text.removesuffix("/")
    is_placed = "/" in text
    text = text.removeprefix("/")
    if not text:
        return []
    if _WILD.isdisjoint(text):
        fits: Callable[[str], object] = text.__eq__
    else:
        import re

        fits = re.compile(_path(text.split("/")) if is_placed else _name(text), re.DOTALL).fullmatch
    return [_Line(fits, is_placed, of_directories, not negated)]


def _path(parts: list[str]) -> str:
    """The expression for a path; ``**`` stands for any number of folders, and at the end for all that is inside."""
    runs: list[list[str]] = [[]]
    for part in parts:
        if len(part) > 1 and not part.strip("*"):
            runs.append([])
        else:
            runs[-1].append(_name(part))
    first, *rest = ["/".join(run) for run in runs]
    if not rest:
        return first
    *middle, last = rest
    folders = "(?:[^/]+/)*"
    found = [f"{first}/"] if first else []
    found += [f"(?>{folders}?{run}/)" for run in middle if run]
    return "".join(found) + (f"{folders}{last}" if last else ".+")


def _name(text: str) -> str:
    """The expression for one part of a path."""
    import re

    runs = [""]  # what stands between the stars
    at = 0
    while at < len(text):
        char = text[at]
        at += 1
        if char == "*":
            runs.append("")
        elif char == "?":
            runs[-1] += "[^/]"
        elif char == "[":
            made, at = _set(text, at)
            runs[-1] += made
        else:
            if char == "\\":
                char, at = text[at], at + 1
            runs[-1] += re.escape(char)
    first, *rest = runs
    if not rest:
        return first
    *middle, last = rest
    return first + "".join(f"(?>[^/]*?{run})" for run in middle if run) + f"[^/]*{last}"


def _set(text: str, at: int) -> tuple[str, int]:
    """``[a-z]``, from behind its bracket on, and where it ends; raises where it does not."""
    import re

    negated = text[at] in "!^"
    at += negated
    found, start = "", at
    while text[at] != "]" or at == start:
        if text.startswith("[:", at) and (end := text.find(":]", at)) > 0:
            found, at = found + re.escape(_CLASSES[text[at + 2 : end]]).replace("\\-", "-"), end + 2
            continue
        low, at = _literal(text, at)
        high = low
        if text[at] == "-" and text[at + 1] != "]":
            high, at = _literal(text, at + 1)
        found += f"{re.escape(low)}-{re.escape(high)}"
    return f"(?!/)[{'^' if negated else ''}{found}]", at + 1


def _literal(text: str, at: int) -> tuple[str, int]:
    at += text[at] == "\\"
    return text[at], at + 1
