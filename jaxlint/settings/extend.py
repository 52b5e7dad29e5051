"""What settings take over from a file that they extend: its patterns mean the same files as there."""

from __future__ import annotations

import os
from fnmatch import fnmatchcase

from jaxlint.settings.model import Settings


def inherited(base: Settings, root: str, path: str | None) -> Settings:
    """The settings of a base file, as those of one with patterns relative to ``root``."""

    def moved(patterns: tuple[str, ...]) -> tuple[str, ...]:
        found = [rebased(one, base.root, root) for one in patterns]
        return tuple([one for one in found if one is not None])

    ignores = [(rebased(pattern, base.root, root), rules) for pattern, rules in base.per_file_ignores]
    return base.but(
        root=root,
        path=path,
        lines={},
        exclude=None if base.exclude is None else moved(base.exclude),
        extend_exclude=moved(base.extend_exclude),
        assume_traced=moved(base.assume_traced),
        per_file_ignores=tuple([(pattern, rules) for pattern, rules in ignores if pattern is not None]),
    )


def rebased(pattern: str, old: str, new: str) -> str | None:
    """A gitignore pattern of one folder as one of another; None where it means nothing there."""
    sign, body = ("!", pattern[1:]) if pattern.startswith("!") else ("", pattern)
    if old == new or "/" not in body.rstrip("/") or body.startswith("**/"):
        return pattern  # it means any folder below
    inner = os.path.relpath(new, old).replace(os.sep, "/").split("/")
    parts = body.lstrip("/").split("/")
    if inner[0] == os.pardir:
        outer = os.path.relpath(old, new).replace(os.sep, "/")
        return None if outer.startswith(os.pardir) else f"{sign}/{outer}/{'/'.join(parts)}"
    for folder in inner:
        if parts and parts[0] == "**":
            break
        if not parts or not fnmatchcase(folder, parts[0]):
            return None
        parts.pop(0)
        if parts in ([], [""]):  # a folder that holds all that is there
            return None if sign else "*"
    return f"{sign}/{'/'.join(parts)}"
