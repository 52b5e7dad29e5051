"""How messages quote code."""

from __future__ import annotations

_LONGEST = 48


def quoted(text: str) -> str:
    """Source on one line, in backticks; a long one is cut in the middle."""
    text = " ".join(text.split())
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST - 12]} ... {text[-7:]}"
    return f"`{text}`"


def named(name: str) -> str:
    """A name in backticks; what stands for one that is not known, as it is: ``argument 0``, ``the function``."""
    return name if " " in name else f"`{name}`"
