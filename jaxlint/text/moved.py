"""Where a text goes when it is edited, and several rounds of edits as one."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from jaxlint.text.edit import Edit, apply_edits
from jaxlint.text.span import Span


class Moved:
    """Edits of one text that do not overlap: offsets in the old text and in the new one."""

    __slots__ = ("_edits", "_ends", "_shifts", "_starts", "spans")

    def __init__(self, edits: list[Edit]) -> None:
        self._edits = sorted(edits, key=lambda edit: edit.span)
        self._starts = [edit.span.start for edit in self._edits]
        self._ends = [edit.span.end for edit in self._edits]
        self._shifts = [0]
        self.spans: list[Span] = []  # what each edit wrote, in the new text
        for edit in self._edits:
            start = edit.span.start + self._shifts[-1]
            self.spans.append(Span(start, start + len(edit.replacement)))
            self._shifts.append(self._shifts[-1] + len(edit.replacement) - edit.span.end + edit.span.start)

    def after(self, offset: int) -> int | None:
        """The new offset of a character; None for one that is replaced."""
        at = bisect_right(self._ends, offset)
        if at < len(self._edits) and self._starts[at] <= offset:
            return None
        return offset + self._shifts[at]

    @property
    def written(self) -> list[Span]:
        """In the new text, what edits put in the place of something."""
        pairs = zip(self._edits, self.spans, strict=True)
        return [span for edit, span in pairs if edit.span.start < edit.span.end]

    def writes(self, offset: int) -> bool:
        """Is a character of the new text one that an edit wrote?"""
        at = bisect_left([span.end for span in self.spans], offset + 1)
        return at < len(self.spans) and self.spans[at].start <= offset

    def shift_before(self, at: int) -> int:
        """By how much the edits ahead of that one move what follows them."""
        return self._shifts[at]


def composed(text: str, first: list[Edit], then: list[Edit]) -> list[Edit]:
    """Edits of ``text`` that do what ``first``, and then ``then`` of the result, do."""
    moved = Moved(first)
    between = apply_edits(text, first)
    olds = sorted(first, key=lambda edit: edit.span)
    marks = [(span, at, None) for at, span in enumerate(moved.spans)]
    news = [(edit.span, len(olds), edit) for edit in then]
    made: list[Edit] = []
    group: list[tuple[Span, int, Edit | None]] = []
    for mark in [*sorted([*marks, *news], key=lambda one: (one[0].start, one[0].end, one[1])), None]:
        if group and (mark is None or mark[0].start > max(one[0].end for one in group)):
            made.append(_merged(between, moved, olds, group))
            group = []
        if mark is not None:
            group.append(mark)
    return made


def _merged(between: str, moved: Moved, olds: list[Edit], group: list[tuple[Span, int, Edit | None]]) -> Edit:
    """One edit for several that touch one another."""
    start, end = min(one[0].start for one in group), max(one[0].end for one in group)
    own = [at for _, at, edit in group if edit is None]
    ahead = min(own) if own else sum(span.end < start for span in moved.spans)
    behind = max(own) + 1 if own else ahead
    low, high = start - moved.shift_before(ahead), end - moved.shift_before(behind)
    inner = [
        Edit(Span(edit.span.start - start, edit.span.end - start), edit.replacement)
        for _, _, edit in group
        if edit is not None
    ]
    return Edit(Span(low, high), apply_edits(between[start:end], inner))
