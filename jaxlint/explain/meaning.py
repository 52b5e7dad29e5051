"""What JAX's errors mean, and what to look at: the table is ``messages.toml``, which says how to read it."""

from __future__ import annotations

import pkgutil
import re
import tomllib
from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_DOCS = "https://docs.jax.dev/en/latest/"


class Meaning:
    """``check``: what to look at first; ``rules``: codes of those that find the cause, or starts of codes.

    ``elsewhere``: the cause may be on another line than the one that failed.
    """

    __slots__ = ("address", "check", "elsewhere", "rules", "text")

    def __init__(self, entry: dict[str, Any], found: dict[str, str]) -> None:
        self.text: str = entry["means"].format_map(found)
        self.check: str = entry["check"].format_map(found)
        self.rules: tuple[str, ...] = tuple(entry["rules"])
        self.elsewhere: bool = entry.get("elsewhere", False)
        self.address: str = entry["page"] if "://" in entry["page"] else _DOCS + entry["page"]


@cache
def entries() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    """The rows of the table, each with its pattern."""
    data = pkgutil.get_data(__package__, "messages.toml") or b""
    return [(re.compile(entry["says"]), entry) for entry in tomllib.loads(data.decode())["message"]]


def meaning(error: str, message: str, stack: str = "") -> Meaning | None:
    """Of the first entry that fits, or None: it is no error of JAX's, as far as we know.

    ``stack``: the functions and the code that were running.
    """
    said = f"{error}: {' '.join(message.split())}"
    fitting = ((pattern.search(said), entry) for pattern, entry in entries() if _inside(entry, stack))
    return next((Meaning(entry, found.groupdict("")) for found, entry in fitting if found is not None), None)


def _inside(entry: dict[str, Any], stack: str) -> bool:
    return "inside" not in entry or re.search(entry["inside"], stack, re.MULTILINE) is not None
