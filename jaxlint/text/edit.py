"""A change to one text, and how several are applied together."""

from __future__ import annotations

from jaxlint.text.span import Span


class Edit:
    """Replace the characters of ``span`` by ``replacement``."""

    __slots__ = ("replacement", "span")

    def __init__(self, span: Span, replacement: str) -> None:
        self.span = span
        self.replacement = replacement

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Edit) and (self.span, self.replacement) == (other.span, other.replacement)

    def __hash__(self) -> int:
        return hash((self.span, self.replacement))

    def __repr__(self) -> str:
        return f"Edit({self.span!r}, {self.replacement!r})"


def apply_edits(text: str, edits: list[Edit]) -> str:
    """Apply edits that do not touch one another; the result does not depend on their order."""
    for edit in sorted(edits, key=lambda edit: edit.span, reverse=True):
        text = text[: edit.span.start] + edit.replacement + text[edit.span.end :]
    return text
