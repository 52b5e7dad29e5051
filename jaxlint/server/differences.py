"""Edits that make one text of another and leave alone what is the same in both, so that cursors stay where they are."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import pairwise

from jaxlint.text.edit import Edit
from jaxlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.text.source import Source

_MOST = 2_000  # lines that are compared one by one


def differences(old: Source, new: Source) -> list[Edit]:
    """By whole lines."""
    before, after = _lines(old), _lines(new)
    head = _common(before, after)
    tail = _common(before[head:][::-1], after[head:][::-1])
    olds, news = before[head : len(before) - tail], after[head : len(after) - tail]
    blocks = [("replace", 0, len(olds), 0, len(news))]
    if len(olds) <= _MOST and len(news) <= _MOST:
        blocks = list(SequenceMatcher(None, olds, news, autojunk=False).get_opcodes())
    ends = [*old.starts, len(old.text)]
    return [
        Edit(Span(ends[head + first], ends[head + last]), "".join(news[low:high]))
        for kind, first, last, low, high in blocks
        if kind != "equal"
    ]


def _lines(source: Source) -> list[str]:
    ends = [*source.starts, len(source.text)]
    return [source.text[start:end] for start, end in pairwise(ends)]


def _common(left: list[str], right: list[str]) -> int:
    """How many lines both begin with."""
    most = min(len(left), len(right))
    return next((at for at in range(most) if left[at] != right[at]), most)
