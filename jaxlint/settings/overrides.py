"""What the command line says of the settings: which file, no file, single values, and what is left out."""

from __future__ import annotations

import os

from jaxlint.record import Record


class Overrides(Record):
    """``config``: files, or ``KEY=VALUE`` in TOML; ``isolated``: no settings file is looked for.

    ``exclude`` and ``extend_exclude``: gitignore patterns, relative to the working directory.
    """

    config: tuple[str, ...] = ()
    isolated: bool = False
    exclude: tuple[str, ...] | None = None
    extend_exclude: tuple[str, ...] = ()

    @property
    def files(self) -> list[str]:
        return [word for word in self.config if not _is_value(word)]

    @property
    def values(self) -> list[str]:
        return [word for word in self.config if _is_value(word)]


def _is_value(word: str) -> bool:
    return "=" in word and not os.path.exists(word)


def below(root: str, pattern: str) -> str:
    """A pattern that was typed in the working directory, as one of ``root``'s."""
    sign, body = ("!", pattern[1:]) if pattern.startswith("!") else ("", pattern)
    here = os.path.relpath(os.getcwd(), root)
    if "/" not in body.rstrip("/") or here == os.curdir or here.startswith(os.pardir):
        return pattern  # it means any directory, or there is none to put before it
    return f"{sign}/{here.replace(os.sep, '/')}/{body.removeprefix('./').lstrip('/')}"
