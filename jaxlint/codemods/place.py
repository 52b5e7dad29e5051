"""From what a rule asks for to edits of the file: the door between rules and libcst, which is loaded behind it."""

from __future__ import annotations

import _ast
import re
from itertools import pairwise

from jaxlint.codemods.imports import import_edits
from jaxlint.diagnostic import Fix
from jaxlint.text.edit import Edit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Replace, Rewrite
    from jaxlint.syntax.module import Module

_LONE_CARRIAGE_RETURN = re.compile(r"\r(?!\n)")


def place(module: Module, rewrite: Rewrite) -> Fix | None:
    """The edits of one rewrite, or None where they can't be made with certainty."""
    if _LONE_CARRIAGE_RETURN.search(module.source.text):
        return None  # libcst loses the last byte of such files
    edits = _mends(module, rewrite.replacements)
    if not edits:
        return None
    first = min(edit.span.start for edit in edits)
    edits = import_edits(module, rewrite.imports, first, _newline(module)) + edits
    if not _encodable(edits, module.source.encoding):
        return None
    return Fix(rewrite.applicability, rewrite.summary, {module.path: edits})


def _mends(module: Module, replacements: list[Replace]) -> list[Edit] | None:
    from jaxlint.codemods.segment import anchor, cut
    from jaxlint.codemods.target import target_of
    from jaxlint.codemods.visitor import rewrite as mend

    groups: dict[tuple[_ast.stmt, _ast.stmt], list[Replace]] = {}
    for replace in replacements:
        nodes = replace.nodes if isinstance(replace.nodes, list) else [replace.nodes]
        ends = [anchor(module, node) for node in (nodes[0], nodes[-1])] if nodes else []
        if len(ends) != 2 or ends[0] is None or ends[1] is None:
            return None
        groups.setdefault((ends[0], ends[1]), []).append(replace)
    edits: list[Edit] = []
    for (first, last), group in groups.items():
        segment = cut(module, first, last)
        if segment is None:
            return None
        targets = [target for replace in group if (target := target_of(module, replace, segment)) is not None]
        made = mend(segment, targets) if len(targets) == len(group) else None
        if made is None:
            return None
        edits += made
    edits = [_within(edit, module.source.text) for edit in sorted(edits, key=lambda edit: edit.span)]
    return None if _overlap(edits) else edits


def _within(edit: Edit, text: str) -> Edit:
    """A segment at the end of a file without a last newline got one for libcst: take it back."""
    if edit.span.end <= len(text):
        return edit
    return Edit(type(edit.span)(edit.span.start, len(text)), edit.replacement.rstrip("\r\n"))


def _overlap(edits: list[Edit]) -> bool:
    return any(one.span.end > other.span.start for one, other in pairwise(edits))


def _newline(module: Module) -> str:
    text = module.source.text
    at = text.find("\n")
    return "\r\n" if at > 0 and text[at - 1] == "\r" else "\n"


def _encodable(edits: list[Edit], encoding: str) -> bool:
    try:
        for edit in edits:
            edit.replacement.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
