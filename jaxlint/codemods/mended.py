"""The edits that mend all targets of a segment, or none."""

from __future__ import annotations

import libcst as cst

from jaxlint.codemods.graft import NotGrafted
from jaxlint.codemods.visitor import Mender
from jaxlint.text.edit import Edit, apply_edits
from jaxlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.segment import Segment
    from jaxlint.codemods.target import Target


def rewrite(segment: Segment, targets: list[Target]) -> list[Edit] | None:
    """Edits of the file that mend all targets; None where one of them can't be met or mended."""
    try:
        made = None if any(target.run for target in targets) else _mended_apart(segment, targets)
        edits = _mended_together(segment, targets) if made is None else made
    except (NotGrafted, cst.CSTValidationError, cst.ParserSyntaxError, RecursionError, TypeError):
        return None
    if not all(target.met for target in targets):
        return None
    shift = segment.offset
    return [Edit(Span(edit.span.start + shift, edit.span.end + shift), edit.replacement) for edit in edits]


def _mended_apart(segment: Segment, targets: list[Target]) -> list[Edit] | None:
    """Expressions each in its place, at a cost that does not grow with the statement around them.

    None where comments have to be moved, which is a matter of the whole line.
    """
    mender = Mender(segment, targets)
    for target in targets:
        if not mender.mend(target):
            return None
    return mender.edits


def _mended_together(segment: Segment, targets: list[Target]) -> list[Edit]:
    """All targets on one way through the segment."""
    for target in targets:
        target.met = False
    visitor = Mender(segment, targets)
    after = segment.tree.visit(visitor)
    if not visitor.is_checked():
        mended = after.code if after.children else ""  # libcst ends even an empty module with a newline
        # The tree and the edits were made apart; only where both say the same is either right.
        if apply_edits(segment.text, visitor.edits) != mended:
            raise NotGrafted("tree and edits differ")
    return visitor.edits
