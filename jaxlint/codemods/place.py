"""From what a rule asks for to edits of the file: the door between rules and libcst, which is loaded behind it."""

from __future__ import annotations

import re
from itertools import pairwise

from jaxlint.codemods.imports import import_edits
from jaxlint.codemods.rewrite import Elsewhere, Insert, Replace
from jaxlint.diagnostic import Fix
from jaxlint.text.edit import Edit
from jaxlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.segment import Segment
    from jaxlint.syntax.module import Module

_LONE_CARRIAGE_RETURN = re.compile(r"\r(?!\n)")


def place(module: Module, rewrite: Rewrite) -> Fix | None:
    """The edits of one rewrite, or None where they can't all be made with certainty."""
    made: dict[str, list[Edit]] = {}
    for part in (Elsewhere(module, rewrite.replacements, rewrite.imports), *rewrite.elsewhere):
        edits = None if part.module.path in made else _edits(part)
        if edits is None:
            return None
        made[part.module.path] = edits
    return Fix(rewrite.applicability, rewrite.summary, made, rewrite.claims)


def _edits(part: Elsewhere) -> list[Edit] | None:
    """Those of one module."""
    module = part.module
    if _LONE_CARRIAGE_RETURN.search(module.source.text):
        return None  # libcst loses the last byte of such files
    newline = _newline(module)
    replaces = [one for one in part.replacements if isinstance(one, Replace)]
    inserted = [one for one in part.replacements if isinstance(one, Insert)]
    edits = _mends(module, replaces)
    if edits is None:
        return None
    edits += [Edit(Span(one.at, one.at), one.source.replace("\n", newline)) for one in inserted]
    edits.sort(key=lambda edit: edit.span)
    if not edits or _overlap(edits):
        return None
    edits = import_edits(module, part.imports, edits[0].span.start, newline) + edits
    return edits if _encodable(edits, module.source.encoding) else None


def _mends(module: Module, replacements: list[Replace]) -> list[Edit] | None:
    from jaxlint.codemods.segment import cut, stretch
    from jaxlint.codemods.target import target_of
    from jaxlint.codemods.visitor import mended

    made: dict[Segment, list[Edit]] = {}
    for replace in replacements:
        nodes = replace.nodes if isinstance(replace.nodes, list) else [replace.nodes]
        ends = stretch(module, nodes) if nodes else None
        segment = None if ends is None else cut(module, *ends)
        target = None if segment is None else target_of(module, replace, segment.offset, segment.tree.default_newline)
        edit = None if segment is None or target is None else mended(segment, target)
        if segment is None or edit is None:
            return None
        made.setdefault(segment, []).append(edit)
    if any(_overlap(sorted(own, key=lambda edit: edit.span)) for own in made.values()):
        return None
    edits = [edit for segment, own in made.items() for edit in segment.laid_out(own)]
    return [_within(edit, module.source.text) for edit in edits]


def _within(edit: Edit, text: str) -> Edit:
    """A segment at the end of a file without a last newline got one for libcst: take it back."""
    if edit.span.end <= len(text):
        return edit
    return Edit(type(edit.span)(edit.span.start, len(text)), edit.replacement.rstrip("\r\n"))


def _overlap(edits: list[Edit]) -> bool:
    return any(one.span.end > other.span.start or one.span == other.span for one, other in pairwise(edits))


def _newline(module: Module) -> str:
    text = module.source.text
    at = text.find("\n")
    return "\r\n" if at > 0 and text[at - 1] == "\r" else "\n"


def _encodable(edits: list[Edit], encoding: str) -> bool:
    try:
        for edit in edits:
            edit.replacement.encode(encoding)
    except (UnicodeError, LookupError):
        return False
    return True
