"""Statements as text.  ``$v:vec`` is a fresh name and its type, {vec} an expression, {BLOCK} some statements.

A name that a header declares (``for $i:int in ...:``) holds in the block below it; one that a line of the outermost
level declares, or ``export``, holds afterwards.
"""

from __future__ import annotations

from pathlib import Path


def templates(name: str) -> list[list[str]]:
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return [part.strip("\n").split("\n") for part in text.split("---\n")]
