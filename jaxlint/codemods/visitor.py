"""The one visitor: it walks a segment, meets the nominated node and puts the new source in its place."""

from __future__ import annotations

from itertools import pairwise

import libcst as cst

from jaxlint.codemods import graft, runs
from jaxlint.codemods.comments import as_lines, comments_of, led_by, without
from jaxlint.codemods.graft import NotGrafted, Setting
from jaxlint.codemods.precedence import needs_parentheses
from jaxlint.text.edit import Edit
from jaxlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from jaxlint.codemods.segment import Segment
    from jaxlint.codemods.target import Target

_STATEMENTS = (cst.BaseStatement, cst.BaseSmallStatement)
_PARTS = (cst.BaseExpression, cst.Arg, cst.BaseElement, cst.BaseDictElement)
_LINES = (cst.BaseStatement, cst.SimpleStatementSuite)


def mended(segment: Segment, target: Target) -> Edit | None:
    """The edit of the segment that mends a target: what differs where the tree has the new source.

    None where the target can't be met or mended.
    """
    mender = Mender(segment, target)
    try:
        after = segment.tree.visit(mender)
        text = after.code if after.children else ""  # libcst ends even an empty module with a newline
    except (NotGrafted, cst.CSTValidationError, cst.ParserSyntaxError, RecursionError, TypeError):
        return None
    return segment.difference(text, target) if mender.is_met else None


class Mender(cst.CSTTransformer):
    """``is_met``: the target was there, and has gone."""

    def __init__(self, segment: Segment, target: Target) -> None:
        super().__init__()
        self.segment = segment
        self.target = target
        self.is_met = False
        self._above: list[cst.CSTNode] = []
        self._homeless: list[str] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        self._above.append(node)
        if self.is_met:
            return False
        if isinstance(node, _STATEMENTS):
            return self._is_around(node)
        return not isinstance(node, _PARTS) or self._leads_to_target(node)

    def on_leave(  # type: ignore[override]  # libcst types this by node class
        self, original_node: cst.CSTNode, updated_node: cst.CSTNode
    ) -> cst.CSTNode:
        self._above.pop()
        if isinstance(original_node, (cst.Module, cst.IndentedBlock, cst.SimpleStatementSuite)):
            assert isinstance(updated_node, runs.Body)
            return self._leave_body(original_node, updated_node)
        if isinstance(updated_node, cst.SimpleStatementLine):
            return self._with_comments(updated_node)
        if self.target.run or self.is_met or not isinstance(original_node, self.target.twins):
            return updated_node
        new = self._meet(original_node, updated_node)
        self.is_met = new is not None
        return updated_node if new is None else new

    def _is_around(self, statement: cst.CSTNode) -> bool:
        """Does the target stand in a statement, or in a decorator above it?"""
        parts = [statement, *getattr(statement, "decorators", ())]
        spans = [self.segment.span(part) for part in parts]
        return min(span.start for span in spans) <= self.target.start and self.target.end <= spans[0].end

    def _leads_to_target(self, node: cst.CSTNode) -> bool:
        """Not where it is the target itself; its own parentheses may be a part of the target."""
        span = self.segment.span(node)
        apart = self.target.end <= span.start or span.end <= self.target.start
        return not (apart or self.target.run or (self._is_at(span) and isinstance(node, self.target.twins)))

    def _setting(self) -> Setting:
        tree = self.segment.tree
        steps: list[str | None] = []
        for above, node in pairwise([*self._above, None]):
            if isinstance(above, cst.IndentedBlock) or (
                isinstance(above, cst.Match) and isinstance(node, cst.MatchCase)
            ):
                steps.append(above.indent)
        indent = "".join(tree.default_indent if step is None else step for step in steps)
        return Setting(tree, indent, self.segment.unit)

    def _leave_body(self, original: runs.Body, updated: runs.Body) -> cst.CSTNode:
        """Replace the run of statements, where it lies directly in this body."""
        run = self.target.run
        if self.is_met or not run or not set(run) <= set(runs.starts(original, self.segment)):
            return updated
        setting = self._setting()
        if isinstance(original, cst.IndentedBlock):
            step = setting.tree.default_indent if original.indent is None else original.indent
            setting = Setting(setting.tree, setting.indent + step, setting.unit)
        self.is_met = True
        return runs.replaced(original, self.target, self.segment, setting)

    def _meet(self, original: cst.CSTNode, updated: cst.CSTNode) -> cst.CSTNode | None:
        """The new node where the target is this very node."""
        target = self.target
        if isinstance(original, cst.Slice):
            return self._new_slice(original) if self._is_at(self.segment.span(original)) else None
        if isinstance(original, cst.Subscript) and cst.Tuple in target.twins:
            return self._new_index(original, cst.ensure_type(updated, cst.Subscript))
        assert isinstance(original, cst.BaseExpression)
        span = self.segment.span(original)
        if not isinstance(original, (cst.Tuple, cst.GeneratorExp)):
            return self._new_expression(original, span, original.lpar) if self._is_at(span) else None
        if original.lpar:  # to ast, these two begin at their parenthesis
            outer = Span(target.start, target.end)
            return self._new_expression(original, outer, original.lpar[:-1]) if self._is_wrapped(span) else None
        if isinstance(original, cst.GeneratorExp) and isinstance(self._above[-1], cst.Arg):
            # The call's parentheses are the generator's own, to ast.
            return self._new_expression(original, span, ()) if self._is_wrapped(span) else None
        return self._new_expression(original, span, ()) if self._is_at(span) else None

    def _is_at(self, span: Span) -> bool:
        return span.start == self.target.start and span.end == self.target.end

    def _is_wrapped(self, span: Span) -> bool:
        """Is the target the node with one pair of parentheses, blanks and comments around it?"""
        text, target = self.segment.text, self.target
        before, after = text[target.start : span.start], text[span.end : target.end]
        blank = all(
            not line.partition("#")[0].strip() for part in (before[1:], after[:-1]) for line in part.splitlines()
        )
        return blank and before.startswith("(") and after.endswith(")")

    def _new_expression(self, original: cst.BaseExpression, span: Span, kept: Iterable[cst.LeftParen]) -> cst.CSTNode:
        """``kept``: parentheses that were around the old node and stay around the new."""
        source = self.target.source
        node, always = graft.expression(source, self._setting())
        bare = graft.without_outer_parentheses(node)
        left = tuple(kept)
        graft.check_surroundings(self._above, source)
        parent = self._above[-1]
        if isinstance(parent, cst.WithItem) and isinstance(bare, cst.Tuple):
            raise NotGrafted("two managers are not one tuple")
        brace = isinstance(parent, cst.FormattedStringExpression) and source.startswith("{")
        loose = always or brace or graft.is_glued(self.segment.text, span) or needs_parentheses(parent, original, bare)
        new = node if loose and not left else bare
        if not loose and left and self._is_freed(parent, original, span):
            left = left[:-1]
        right = tuple(original.rpar)[len(original.rpar) - len(left) :]
        placed = new.with_changes(lpar=(*left, *new.lpar), rpar=(*new.rpar, *right))
        self._keep_comments(original, placed)
        return placed

    def _is_freed(self, parent: cst.CSTNode, original: cst.BaseExpression, span: Span) -> bool:
        """Did only the old expression need its one pair of parentheses, which touches nothing else?"""
        if len(original.lpar) != 1 or not needs_parentheses(parent, original, original.with_changes(lpar=(), rpar=())):
            return False
        text, outer = self.segment.text, Span(span.start - 1, span.end + 1)
        return text[outer.start] == "(" and text[outer.end - 1] == ")" and not graft.is_glued(text, outer)

    def _new_slice(self, original: cst.Slice) -> cst.CSTNode:
        elements = graft.index(self.target.source, self._setting())
        if len(elements) != 1 or isinstance(elements[0].comma, cst.Comma):
            raise NotGrafted("more than one index")
        graft.check_surroundings(self._above, self.target.source)
        self._keep_comments(original, elements[0].slice)
        return elements[0].slice

    def _new_index(self, original: cst.Subscript, updated: cst.Subscript) -> cst.CSTNode | None:
        """An index such as ``1, :n`` is a Tuple to ast and a list of elements to libcst."""
        first, last = original.slice[0], original.slice[-1]
        end = self.segment.span(last).end
        if isinstance(last.comma, cst.Comma):
            end += len(self.segment.tree.code_for_node(last.comma.whitespace_before)) + 1
        elif first is last:
            return None
        if not self._is_at(Span(self.segment.span(first).start, end)):
            return None
        elements = graft.index(self.target.source, self._setting())
        graft.check_surroundings(self._above, self.target.source)
        placed = updated.with_changes(slice=elements)
        self._keep_comments(updated, placed)
        return placed

    def _keep_comments(self, old: cst.CSTNode, new: cst.CSTNode) -> None:
        """Comments that the new source lacks go above the line, where there is room."""
        lost = without(comments_of([old]), comments_of([new])) if "#" in self.segment.text else []
        around = next(above for above in reversed(self._above) if isinstance(above, _LINES))
        if lost and not isinstance(around, cst.SimpleStatementLine):
            raise NotGrafted("a comment would be lost")
        self._homeless += lost

    def _with_comments(self, updated: cst.SimpleStatementLine) -> cst.CSTNode:
        """The line below the comments that had no place in it any more."""
        lines, self._homeless = as_lines(self._homeless), []
        return led_by([*updated.leading_lines, *lines], updated) if lines else updated
