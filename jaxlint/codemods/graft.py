"""New source as libcst nodes that render, in the place they go to, exactly as the rule wrote them."""

from __future__ import annotations

import io
import tokenize

import libcst as cst

from jaxlint.codemods.concrete import NotRead, concrete
from jaxlint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.text.span import Span

_CLOSING = "()[]{},: "

Statement = cst.SimpleStatementLine | cst.BaseCompoundStatement


class NotGrafted(Exception):
    """The new source can't stand where it was meant to; the finding keeps no fix."""


class Setting(Record):
    """The place that new nodes go to: the tree, its indentation there, and one step of it."""

    tree: cst.Module
    indent: str
    unit: str

    def parse(self, source: str) -> list[Statement]:
        """Statements of a text that is indented as the place is, so that continuation lines stay verbatim."""
        newline = self.tree.default_newline
        header = f"if 1:{newline}" if self.indent else ""
        try:
            tree = concrete(f"{header}{self.indent}{source}{newline}")
        except NotRead as error:
            raise NotGrafted(str(error)) from None
        if not header:
            return [item for item in tree.body if isinstance(item, Statement)]
        block = cst.ensure_type(cst.ensure_type(tree.body[0], cst.If).body, cst.IndentedBlock)
        return [item for item in block.body if isinstance(item, Statement)]


def expression(source: str, setting: Setting) -> tuple[cst.BaseExpression, bool]:
    """The parsed expression inside one pair of parentheses, and whether the text can't do without them."""
    statements = setting.parse(f"({source})")
    line = statements[0]
    if len(statements) != 1 or not isinstance(line, cst.SimpleStatementLine) or len(line.body) != 1:
        raise NotGrafted("not one expression")
    small = line.body[0]
    if not isinstance(small, cst.Expr) or not small.value.lpar:
        raise NotGrafted("not one expression")
    return small.value, "\n" in source and not _stands_alone(source)


def without_outer_parentheses(node: cst.BaseExpression) -> cst.BaseExpression:
    return node.with_changes(lpar=node.lpar[1:], rpar=node.rpar[:-1])


def index(source: str, setting: Setting) -> list[cst.SubscriptElement]:
    """What stands between square brackets."""
    line = cst.ensure_type(setting.parse(f"_[{source}]")[0], cst.SimpleStatementLine)
    small = cst.ensure_type(line.body[0], cst.Expr)
    if not isinstance(small.value, cst.Subscript) or not isinstance(small.value.value, cst.Name):
        raise NotGrafted("not an index")
    return list(small.value.slice)


def statements(source: str, setting: Setting, replaced: str) -> tuple[list[Statement], list[cst.EmptyLine]]:
    """New statements in the file's own indentation and line ends, and comments that stand before or after them."""
    text = _settled(source.strip("\n"), setting.indent, replaced)
    try:
        tree = concrete(text.replace("\n", setting.tree.default_newline) + setting.tree.default_newline)
    except NotRead as error:
        raise NotGrafted(str(error)) from None
    tree = cst.ensure_type(tree.visit(_OwnIndentation(setting.unit)), cst.Module)
    body = [item for item in tree.body if isinstance(item, Statement)]
    return body, [line for line in (*tree.header, *tree.footer) if line.comment is not None]


def is_glued(text: str, span: Span) -> bool:
    """Does a keyword or number touch the old node, as in ``return(1, 2)`` or ``1if x else y``?"""
    before, after = text[span.start - 1 : span.start], text[span.end : span.end + 1]
    return any(beside.isalnum() or beside in ("_", '"', "'") for beside in (before, after) if beside)


def check_surroundings(around: list[cst.CSTNode], source: str) -> None:
    """Refuse patterns, what Python 3.11 doesn't read in an f-string, and what ``{x=}`` would print anew."""
    for above in around:
        if isinstance(above, cst.MatchPattern):
            raise NotGrafted("a pattern, not an expression")
        if isinstance(above, cst.FormattedStringExpression) and above.equal is not None:
            raise NotGrafted("the text of the expression is printed")
        if isinstance(above, cst.FormattedString) and (
            above.quote[0] in source or any(bad in source for bad in ("\\", "#", "\n", "\r"))
        ):
            raise NotGrafted("not allowed in this f-string")


class _OwnIndentation(cst.CSTTransformer):
    """A block indented by its own tree's default says so by None, which would mean another width elsewhere."""

    def __init__(self, unit: str) -> None:
        super().__init__()
        self.unit = unit

    def leave_IndentedBlock(
        self, original_node: cst.IndentedBlock, updated_node: cst.IndentedBlock
    ) -> cst.IndentedBlock:
        return updated_node.with_changes(indent=self.unit) if updated_node.indent is None else updated_node

    def leave_EmptyLine(self, original_node: cst.EmptyLine, updated_node: cst.EmptyLine) -> cst.EmptyLine:
        """A blank line stays without blanks."""
        return updated_node if updated_node.comment is not None else updated_node.with_changes(indent=False)


def _stands_alone(source: str) -> bool:
    try:
        compile(source, "<new>", "eval", dont_inherit=True)
    except SyntaxError:
        return False
    return True


def _settled(source: str, indent: str, replaced: str) -> str:
    """Take ``indent`` from continuation lines that were lifted from the old text: rendering adds it again."""
    lines = source.splitlines(keepends=True)
    if not indent or len(lines) < 2:
        return source
    known: dict[str, list[str]] = {}
    for old in replaced.splitlines():
        if old.strip():
            known.setdefault(old.rstrip(_CLOSING), []).append(old)
    for number in _continuations(source):
        line = lines[number - 1]
        if line.startswith(indent) and _is_lifted(line, known):
            lines[number - 1] = line[len(indent) :]
    return "".join(lines)


def _is_lifted(line: str, known: dict[str, list[str]]) -> bool:
    """The end of a lifted line may have changed, as where a closing bracket was added.

    ``known``: the old lines, by what is left without brackets at their end.
    """
    bare = line.rstrip("\r\n")
    alike = known.get(bare.rstrip(_CLOSING), ()) if bare.strip() else ()
    return any(bare.startswith(old) or old.startswith(bare) for old in alike)


def _continuations(source: str) -> list[int]:
    """Numbers of the lines that continue a statement, those inside a string not counted.

    Nor those of a block: its lines were indented anew.
    """
    found: list[int] = []
    first_of_statement, depth = True, 0
    covered = 0
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            line = token.start[0]
            depth += (token.type == tokenize.INDENT) - (token.type == tokenize.DEDENT)
            if token.type in (tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER):
                covered = max(covered, token.end[0])
                continue
            if line > covered and not first_of_statement and not depth:
                found.append(line)
            covered = max(covered, token.end[0])
            first_of_statement = token.type == tokenize.NEWLINE
    except (tokenize.TokenError, SyntaxError):
        return []
    return found
