"""The one visitor: it walks a segment once, meets each nominated node and puts the new source in its place."""

from __future__ import annotations

from dataclasses import fields
from itertools import pairwise

import libcst as cst

from jaxlint.codemods import graft, runs
from jaxlint.codemods.comments import as_lines, comments_of, led_by, without
from jaxlint.codemods.graft import NotGrafted, Setting
from jaxlint.codemods.occurrences import holds
from jaxlint.codemods.precedence import needs_parentheses
from jaxlint.text.edit import Edit, apply_edits
from jaxlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from jaxlint.codemods.segment import Segment
    from jaxlint.codemods.target import Target

_STATEMENTS = (cst.BaseStatement, cst.SimpleStatementSuite)


class Mender(cst.CSTTransformer):
    """Edits are gathered in segment coordinates while the tree is rewritten."""

    def __init__(self, segment: Segment, targets: list[Target]) -> None:
        super().__init__()
        self.segment = segment
        self.edits: list[Edit] = []
        self._expressions = [target for target in targets if not target.run]
        self._runs = [target for target in targets if target.run]
        self._above: list[cst.CSTNode] = []
        self._checked = 0
        self._homeless: list[str] = []

    def mend(self, target: Target) -> bool:
        """Put one expression in its place; False where that leaves comments without one."""
        for original in self.segment.occurrences.of(target):
            self._above = self.segment.occurrences.above(original)
            new = self._meet(original, original, target)
            if new is not None:
                self._check_expression(original, new)
                target.met = True
                break
        return target.met and not self._homeless

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, (cst.BaseStatement, cst.BaseSmallStatement)):
            wanted = self._holds_target(node)
        else:
            wanted = not isinstance(node, cst.BaseExpression) or self._leads_to_target(node)
        self._above.append(node)
        return wanted

    def on_leave(  # type: ignore[override]  # libcst types this by node class
        self, original_node: cst.CSTNode, updated_node: cst.CSTNode
    ) -> cst.CSTNode:
        self._above.pop()
        if isinstance(original_node, (cst.Module, cst.IndentedBlock, cst.SimpleStatementSuite)):
            assert isinstance(updated_node, runs.Body)
            return self._leave_body(original_node, updated_node)
        if isinstance(original_node, cst.SimpleStatementLine) and isinstance(updated_node, cst.SimpleStatementLine):
            self._check_line(original_node, updated_node)
            return self._with_comments(original_node, updated_node)
        if isinstance(original_node, (cst.BaseExpression, cst.Slice)):
            for target in self._expressions:
                if isinstance(original_node, target.twins) and not target.met:
                    new = self._meet(original_node, updated_node, target)
                    if new is not None:
                        target.met = True
                        return new
        return updated_node

    def is_checked(self) -> bool:
        """Was every edit inside one line of simple statements, and compared there with the tree?"""
        return self._checked == len(self.edits)

    def _check_line(self, original: cst.SimpleStatementLine, updated: cst.SimpleStatementLine) -> None:
        """Tree and edits were made apart: they must say the same of this line, or neither is right."""
        if updated is original or self._checked == len(self.edits):
            return
        setting = self._setting()
        old, new = (setting.render([line.with_changes(leading_lines=())]) for line in (original, updated))
        start = self.segment.line_start(self.segment.span(original).start)
        own = [edit for edit in self.edits if start <= edit.span.start and edit.span.end <= start + len(old)]
        here = [Edit(Span(edit.span.start - start, edit.span.end - start), edit.replacement) for edit in own]
        if self.segment.text[start : start + len(old)] != old or apply_edits(old, here) != new:
            raise NotGrafted("tree and edits differ")
        self._checked += len(own)

    def _check_expression(self, original: cst.CSTNode, new: cst.CSTNode) -> None:
        """As for a line, of what is put into the place of one expression."""
        edit, setting = self.edits[-1], self._setting()
        if isinstance(original, cst.Slice):
            around = next(above for above in reversed(self._above) if isinstance(above, cst.Subscript))
            original, new = around, around.deep_replace(original, new)
        parent = self._above[-1]
        for field in fields(parent):
            if getattr(parent, field.name) is original:
                parent.with_changes(**{field.name: new})  # libcst refuses what may not stand there
        old, fresh = (graft.rendered(node, setting) for node in (original, new))
        left = getattr(original, "lpar", ())
        start = self.segment.span(left[0] if left else original).start
        here = Edit(Span(edit.span.start - start, edit.span.end - start), edit.replacement)
        if self.segment.text[start : start + len(old)] != old or apply_edits(old, [here]) != fresh:
            raise NotGrafted("tree and edits differ")

    def _holds_target(self, node: cst.CSTNode) -> bool:
        return any(holds(self.segment, node, target) for target in (*self._expressions, *self._runs))

    def _leads_to_target(self, node: cst.BaseExpression) -> bool:
        """Not where it is the target itself; its own parentheses may be a part of the target."""
        span = self.segment.span(node)
        return any(
            target.start < span.end and span.start < target.end
            for target in self._expressions
            if not (self._is_at(span, target) and isinstance(node, target.twins))
        )

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
        """Replace the runs of statements that lie directly in this body, the last first."""
        own = set(runs.starts(original, self.segment))
        here = [target for target in self._runs if not target.met and set(target.run) <= own]
        for target in sorted(here, key=lambda target: target.start, reverse=True):
            setting = self._setting()
            if isinstance(original, cst.IndentedBlock):
                step = setting.tree.default_indent if original.indent is None else original.indent
                setting = Setting(setting.tree, setting.indent + step, setting.unit)
            if isinstance(original, cst.SimpleStatementSuite) and len(here) > 1:
                raise NotGrafted("several runs in one line")
            edit, updated = runs.replace(original, updated, target, self.segment, setting)
            self._note(edit)
            target.met = True
        return updated

    def _note(self, edit: Edit) -> None:
        if any(edit.span.start < other.span.end and other.span.start < edit.span.end for other in self.edits):
            raise NotGrafted("one replacement inside another")
        self.edits.append(edit)

    def _meet(self, original: cst.CSTNode, updated: cst.CSTNode, target: Target) -> cst.CSTNode | None:
        """The new node where the target is this very node."""
        if isinstance(original, cst.Slice):
            return self._new_slice(original, target) if self._is_at(self.segment.span(original), target) else None
        if isinstance(original, cst.Subscript) and cst.Tuple in target.twins:
            return self._new_index(original, cst.ensure_type(updated, cst.Subscript), target)
        assert isinstance(original, cst.BaseExpression)
        span = self.segment.span(original)
        if not isinstance(original, (cst.Tuple, cst.GeneratorExp)):
            return self._new_expression(original, span, original.lpar, target) if self._is_at(span, target) else None
        if original.lpar:  # to ast, these two begin at their parenthesis
            outer = Span(target.start, target.end)
            kept = original.lpar[:-1]
            return self._new_expression(original, outer, kept, target) if self._is_wrapped(span, target) else None
        if isinstance(original, cst.GeneratorExp) and isinstance(self._above[-1], cst.Arg):
            # The call's parentheses are the generator's own, to ast.
            return self._new_expression(original, span, (), target) if self._is_wrapped(span, target) else None
        return self._new_expression(original, span, (), target) if self._is_at(span, target) else None

    def _is_at(self, span: Span, target: Target) -> bool:
        return span.start == target.start and span.end == target.end

    def _is_wrapped(self, span: Span, target: Target) -> bool:
        """Is the target the node with one pair of parentheses, blanks and comments around it?"""
        text = self.segment.text
        before, after = text[target.start : span.start], text[span.end : target.end]
        blank = all(
            not line.partition("#")[0].strip() for part in (before[1:], after[:-1]) for line in part.splitlines()
        )
        return blank and before.startswith("(") and after.endswith(")")

    def _new_expression(
        self, original: cst.BaseExpression, span: Span, kept: Iterable[cst.LeftParen], target: Target
    ) -> cst.CSTNode:
        """``kept``: parentheses that were around the old node and stay around the new."""
        setting = self._setting()
        node, always = graft.expression(target.source, setting)
        bare = graft.without_outer_parentheses(node)
        left = tuple(kept)
        graft.check_surroundings(self._above, target.source)
        parent = self._above[-1]
        if isinstance(parent, cst.WithItem) and isinstance(bare, cst.Tuple):
            raise NotGrafted("two managers are not one tuple")
        brace = isinstance(parent, cst.FormattedStringExpression) and target.source.startswith("{")
        loose = always or brace or graft.is_glued(self.segment.text, span) or needs_parentheses(parent, original, bare)
        wrap = loose and not left
        new = node if wrap else bare
        text = target.source if new is bare else f"({target.source})"
        if not loose and left and self._is_freed(parent, original, span):
            left, span = left[:-1], Span(span.start - 1, span.end + 1)
        self._note(Edit(span, text))
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

    def _new_slice(self, original: cst.Slice, target: Target) -> cst.CSTNode:
        elements = graft.index(target.source, self._setting())
        if len(elements) != 1 or isinstance(elements[0].comma, cst.Comma):
            raise NotGrafted("more than one index")
        graft.check_surroundings(self._above, target.source)
        self._note(Edit(self.segment.span(original), target.source))
        self._keep_comments(original, elements[0].slice)
        return elements[0].slice

    def _new_index(self, original: cst.Subscript, updated: cst.Subscript, target: Target) -> cst.CSTNode | None:
        """An index such as ``1, :n`` is a Tuple to ast and a list of elements to libcst."""
        first, last = original.slice[0], original.slice[-1]
        end = self.segment.span(last).end
        comma = last.comma
        if isinstance(comma, cst.Comma):
            end += len(self.segment.tree.code_for_node(comma.whitespace_before)) + 1
        elif first is last:
            return None
        span = Span(self.segment.span(first).start, end)
        if not self._is_at(span, target):
            return None
        elements = graft.index(target.source, self._setting())
        graft.check_surroundings(self._above, target.source)
        self._note(Edit(span, target.source))
        placed = updated.with_changes(slice=elements)
        self._keep_comments(updated, placed)
        return placed

    def _keep_comments(self, old: cst.CSTNode, new: cst.CSTNode) -> None:
        """Comments that the new source lacks go above the line, where there is room."""
        lost = without(comments_of([old]), comments_of([new])) if "#" in self.segment.text else []
        if not lost:
            return
        around = next(above for above in reversed(self._above) if isinstance(above, _STATEMENTS))
        if not isinstance(around, cst.SimpleStatementLine):
            raise NotGrafted("a comment would be lost")
        self._homeless += lost

    def _with_comments(self, original: cst.SimpleStatementLine, updated: cst.SimpleStatementLine) -> cst.CSTNode:
        """The line below the comments that had no place in it any more."""
        if not self._homeless:
            return updated
        end = self.segment.span(original).start
        start = self.segment.line_start(end)
        indent, newline = self.segment.text[start:end], self.segment.tree.default_newline
        self._note(Edit(Span(start, start), "".join([f"{indent}{one}{newline}" for one in self._homeless])))
        self._checked += 1
        lines = [*updated.leading_lines, *as_lines(self._homeless)]
        self._homeless = []
        return led_by(lines, updated)
