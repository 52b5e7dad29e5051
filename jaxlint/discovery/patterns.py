"""Gitignore patterns over paths below one directory.  pathspec costs 40 ms: it is imported with the first pattern."""

from __future__ import annotations

import os
import warnings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Patterns:
    """Patterns as in a .gitignore file that lies in ``root``."""

    __slots__ = ("_spec", "broken", "root")

    def __init__(self, root: str, lines: Iterable[str]) -> None:
        from pathspec import GitIgnoreSpec

        self.root = root
        self.broken: list[str] = []  # lines that are no pattern: they match nothing, as in git
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of re, about "[[": the user wrote no regular expression
            try:
                self._spec = GitIgnoreSpec.from_lines(lines := list(lines))
            except Exception:  # of re, too
                self._spec = GitIgnoreSpec.from_lines([line for line in lines if self._is_pattern(line)])

    def _is_pattern(self, line: str) -> bool:
        from pathspec import GitIgnoreSpec

        try:
            GitIgnoreSpec.from_lines([line])
        except Exception:
            self.broken.append(line)
            return False
        return True

    def decide(self, path: str, is_directory: bool = False) -> bool | None:
        """True: matched; False: matched by a negated pattern (``!keep.py``); None: not spoken of."""
        relative = os.path.relpath(path, self.root)
        if relative == os.curdir or relative.startswith(os.pardir):
            return None
        return self._spec.check_file(relative + "/" if is_directory else relative).include

    def match(self, path: str, is_directory: bool = False) -> bool:
        """True where the path, or a directory above it, is matched."""
        if self.decide(path, is_directory) is True:
            return True
        parent = os.path.dirname(os.path.relpath(path, self.root))
        while parent and not parent.startswith(os.pardir):
            if self._spec.check_file(parent + "/").include is True:
                return True
            parent = os.path.dirname(parent)
        return False
