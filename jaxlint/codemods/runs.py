"""Replace a run of sibling statements by others, and keep their comments."""

from __future__ import annotations

import libcst as cst

from jaxlint.codemods import graft
from jaxlint.codemods.comments import as_lines, comments_of, led_by, trailing_comment, without
from jaxlint.codemods.graft import NotGrafted, Setting, Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.segment import Segment
    from jaxlint.codemods.target import Target

Block = cst.Module | cst.IndentedBlock
Body = Block | cst.SimpleStatementSuite


class _Run:
    """What goes and what comes.

    The run fills the lines ``low`` to ``high`` of its body, but for the small statements ``before`` and
    ``after`` it that share a line with it.  ``new``: the statements to come; ``loose``: comments of theirs
    that stand at no statement.
    """

    __slots__ = ("after", "apart", "before", "follows", "gone", "high", "loose", "low", "new", "segment", "setting")

    def __init__(self, body: Body, target: Target, segment: Segment, setting: Setting) -> None:
        places = [(number, node) for number, line in enumerate(body.body) for node in _parts(line)]
        at = [segment.span(node).start for _, node in places]
        first = at.index(target.run[0])
        last = first + len(target.run)
        if tuple(at[first:last]) != target.run:
            raise NotGrafted("not neighbours")
        one_line = isinstance(body, cst.SimpleStatementSuite)
        self.low, self.high = places[first][0], places[last - 1][0]
        self.gone = [node for _, node in places[first:last]]
        self.before = [node for number, node in places[:first] if _is_small(node) and (one_line or number == self.low)]
        self.after = [node for number, node in places[last:] if _is_small(node) and (one_line or number == self.high)]
        self.apart = target.source.startswith("\n")  # a blank line wanted above
        self.follows = bool(self.low) or target.is_in_block  # the head of a function stands close to its first line
        self.segment = segment
        self.setting = setting
        old = segment.text[target.start : target.end]
        self.new, self.loose = graft.statements(target.source, setting, old)

    def small(self) -> cst.BaseSmallStatement | None:
        """The new statement, where one small one without comments comes for one."""
        if len(self.new) != 1 or self.loose or len(self.gone) != 1:
            return None
        line = self.new[0]
        if not isinstance(line, cst.SimpleStatementLine) or len(line.body) != 1:
            return None
        return None if line.leading_lines or trailing_comment(line) else line.body[0]


def starts(body: Body, segment: Segment) -> list[int]:
    """Where the statements directly in a body start."""
    return [segment.span(node).start for line in body.body for node in _parts(line)]


def replaced(body: Body, target: Target, segment: Segment, setting: Setting) -> Body:
    """The body with the new statements in it."""
    run = _Run(body, target, segment, setting)
    if isinstance(body, cst.SimpleStatementSuite) and not (run.new or run.loose or run.before or run.after):
        run.new = [cst.SimpleStatementLine([cst.Pass()])]
    small = run.small()
    if isinstance(body, cst.SimpleStatementSuite):
        return _in_suite(body, run) if small is None else _in_line(body, run, small)
    if small is not None and (run.before or run.after):
        return _in_line(body, run, small)
    return _in_block(body, run)


def _parts(line: cst.CSTNode) -> list[cst.CSTNode]:
    return list(line.body) if isinstance(line, cst.SimpleStatementLine) else [line]


def _lines(block: Block) -> list[Statement]:
    return [line for line in block.body if isinstance(line, Statement)]


def _is_small(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.BaseSmallStatement)


def _in_line(body: Body, run: _Run, small: cst.BaseSmallStatement) -> Body:
    """One small statement for another in a line of several; the semicolons stay."""
    gone = run.gone[0]
    if not isinstance(gone, cst.BaseSmallStatement) or comments_of([gone]):
        raise NotGrafted("a comment would be lost")
    small = small.with_changes(semicolon=gone.semicolon)
    at = len(run.before)
    if isinstance(body, cst.SimpleStatementSuite):
        return body.with_changes(body=[*body.body[:at], small, *body.body[at + 1 :]])
    lines = list(body.body)
    line = cst.ensure_type(lines[run.low], cst.SimpleStatementLine)
    lines[run.low] = line.with_changes(body=[*line.body[:at], small, *line.body[at + 1 :]])
    return body.with_changes(body=lines)


def _in_block(body: Block, run: _Run) -> Block:
    """Whole lines for whole lines."""
    lines = _lines(body)
    old = lines[run.low : run.high + 1]
    lead = list(old[0].leading_lines)
    fresh, tail = _assemble([led_by((), old[0]), *old[1:]], run)
    if not fresh and len(old) == len(lines) and isinstance(body, cst.IndentedBlock):
        fresh, tail = [led_by(tail, cst.SimpleStatementLine([cst.Pass()]))], []
    above, rest = lines[: run.low], lines[run.high + 1 :]
    if fresh and run.follows and not lead and (run.apart or isinstance(fresh[0], cst.FunctionDef)):
        fresh[0] = led_by([cst.EmptyLine(indent=False), *fresh[0].leading_lines], fresh[0])
    if fresh:
        placed = [led_by([*lead, *fresh[0].leading_lines], fresh[0]), *fresh[1:]]
        return body.with_changes(body=[*above, *placed, *rest])
    if rest:
        rest = [led_by([*lead, *tail, *rest[0].leading_lines], rest[0]), *rest[1:]]
        return body.with_changes(body=[*above, *rest])
    return body.with_changes(body=above, footer=[*lead, *tail, *body.footer])


def _assemble(bare: list[Statement], run: _Run) -> tuple[list[Statement], list[cst.EmptyLine]]:
    """The lines that come, and the comments that found no statement to stand above."""
    end = trailing_comment(bare[-1])
    carried = comments_of([*run.new, *run.loose, *run.before, *run.after])
    if end is not None and run.after:
        carried += comments_of([end])
    lost = without(comments_of(bare), carried)
    new = list(run.new)
    if end is not None and not run.after and new:
        new[-1], lost = _with_trailing(new[-1], end, lost)
    fresh = [*_line(run.before), *new]
    rest = [line.with_changes(trailing_whitespace=end) if end else line for line in _line(run.after)]
    head = [*as_lines(lost), *run.loose]
    # Above what is new; where nothing is, above what stays of the line.
    at = 1 if run.before and (new or rest) else 0
    fresh += rest
    if not fresh:
        return fresh, head
    fresh[at] = led_by([*head, *fresh[at].leading_lines], fresh[at])
    return fresh, []


def _with_trailing(line: Statement, end: cst.TrailingWhitespace, lost: list[str]) -> tuple[Statement, list[str]]:
    """The comment that closed the old lines closes the new ones, where there is room for it."""
    comment = comments_of([end])[0]
    if comment not in lost or not isinstance(line, cst.SimpleStatementLine) or trailing_comment(line):
        return line, lost
    at = len(lost) - 1 - lost[::-1].index(comment)
    return line.with_changes(trailing_whitespace=end), [*lost[:at], *lost[at + 1 :]]


def _in_suite(body: cst.SimpleStatementSuite, run: _Run) -> cst.IndentedBlock:
    """``if x: a; b``: what doesn't fit the line is set on lines of its own; the comment stays beside the colon."""
    lost = without(comments_of(run.gone), comments_of([*run.new, *run.loose]))
    head = [*as_lines(lost), *run.loose]
    fresh = [*_line(run.before), *run.new, *_line(run.after)] or [cst.SimpleStatementLine([cst.Pass()])]
    at = 1 if run.before and len(fresh) > 1 else 0
    fresh[at] = led_by([*head, *fresh[at].leading_lines], fresh[at])
    return cst.IndentedBlock(fresh, header=body.trailing_whitespace, indent=run.setting.unit)


def _last(small: cst.BaseSmallStatement) -> cst.BaseSmallStatement:
    return small.with_changes(semicolon=cst.MaybeSentinel.DEFAULT)


def _line(smalls: list[cst.CSTNode]) -> list[Statement]:
    """A line of small statements, if there are any."""
    kept = [node for node in smalls if isinstance(node, cst.BaseSmallStatement)]
    return [cst.SimpleStatementLine([*kept[:-1], _last(kept[-1])])] if kept else []
