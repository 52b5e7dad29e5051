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
    from jaxlint.codemods.segment import Stretch
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
    from jaxlint.codemods.mended import rewrite as mend
    from jaxlint.codemods.segment import cut
    from jaxlint.codemods.target import target_of

    groups = _groups(module, replacements)
    edits: list[Edit] = []
    for (first, last), group in groups or []:
        segment = cut(module, first, last)
        if segment is None:
            return None
        newline = segment.tree.default_newline
        found = [target_of(module, replace, segment.offset, newline) for replace in group]
        targets = [target for target in found if target is not None]
        made = mend(segment, targets) if len(targets) == len(group) else None
        if made is None:
            return None
        edits += made
    return None if groups is None else [_within(edit, module.source.text) for edit in edits]


def _groups(module: Module, replacements: list[Replace]) -> list[tuple[Stretch, list[Replace]]] | None:
    """By the stretch of the file that they are in."""
    from jaxlint.codemods.segment import joined, stretch

    own: list[Stretch] = []
    for replace in replacements:
        nodes = replace.nodes if isinstance(replace.nodes, list) else [replace.nodes]
        ends = stretch(module, nodes) if nodes else None
        if ends is None:
            return None
        own.append(ends)
    groups: list[tuple[Stretch, list[Replace]]] = [(ends, []) for ends in joined(own)]
    for (first, _), replace in zip(own, replacements, strict=True):
        next(group for (_, last), group in groups if first.lineno <= (last.end_lineno or 0)).append(replace)
    return groups


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
