"""Which versions of JAX there are tables of, and which of them stands for a version that has none."""

from __future__ import annotations

from jaxlint.knowledge.tables import versions


def available() -> tuple[str, ...]:
    """The measured versions, newest first."""
    return tuple(versions())


def nearest(version: str) -> str:
    """The measured version next to this one, ``0.6.2`` for ``0.6.1``; of two as near the newer."""
    return min(available(), key=lambda one: abs(_place(one) - _place(version)))


def _place(version: str) -> int:
    """Releases on a line: a minor version counts as a hundred patches."""
    numbers = [_number(part) for part in version.split(".")[:3]]
    major, minor, patch = (numbers + [0, 0, 0])[:3]
    return 10000 * major + 100 * minor + patch


def _number(text: str) -> int:
    """``0rc1`` is 0."""
    digits = ""
    for letter in text:
        if not letter.isdigit():
            break
        digits += letter
    return int(digits or 0)
