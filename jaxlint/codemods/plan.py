"""Which fixes are made in one pass."""

from __future__ import annotations

from bisect import bisect_left

from jaxlint.codemods.imports import is_import, merged
from jaxlint.diagnostic import SAFE, UNSAFE, Diagnostic
from jaxlint.text.edit import Edit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Fix
    from jaxlint.text.span import Span

    _Key = tuple[int, int, str]


def allowed(fix: Fix, unsafe: bool) -> bool:
    """A suggestion holds a placeholder: it is never applied."""
    return fix.applicability == SAFE or (unsafe and fix.applicability == UNSAFE)


def plan(diagnostics: list[Diagnostic], unsafe: bool) -> list[Diagnostic]:
    """The findings to mend now: no two edits overlap or touch, and the order of the input doesn't matter."""
    candidates = [item for item in diagnostics if item.fix is not None and allowed(item.fix, unsafe)]
    taken: dict[str, _Taken] = {}
    chosen: list[Diagnostic] = []
    wholes: set[frozenset[tuple[str, Edit]]] = set()
    claims: set[str] = set()
    for diagnostic in sorted(candidates, key=_order):
        fix = diagnostic.fix
        edits = fix.edits if fix is not None else {}
        whole = frozenset((path, edit) for path, made in edits.items() for edit in made)
        if whole in wholes:  # one fix that mends several findings
            chosen.append(diagnostic)
            continue
        free = all(taken.setdefault(path, _Taken()).takes(edit) for path, edit in whole)
        if fix is None or not free or not whole or claims & fix.claims:
            continue
        for path, edit in whole:
            taken[path].add(edit)
        wholes.add(whole)
        claims |= fix.claims
        chosen.append(diagnostic)
    return chosen


def gathered(chosen: list[Diagnostic]) -> dict[str, list[Edit]]:
    """All edits of chosen findings by path, shared ones once, imports at one place as one."""
    found: dict[str, set[Edit]] = {}
    for diagnostic in chosen:
        for path, edits in (diagnostic.fix.edits if diagnostic.fix is not None else {}).items():
            found.setdefault(path, set()).update(edits)
    return {path: _with_merged_imports(edits) for path, edits in sorted(found.items())}


def _with_merged_imports(edits: set[Edit]) -> list[Edit]:
    inserts: dict[Span, list[Edit]] = {}
    for edit in sorted(edits, key=_edit_key):
        if is_import(edit):
            inserts.setdefault(edit.span, []).append(edit)
    rest = [edit for edit in edits if not is_import(edit)]
    return sorted([*rest, *(merged(group) for group in inserts.values())], key=_edit_key)


def _edit_key(edit: Edit) -> _Key:
    return (edit.span.start, edit.span.end, edit.replacement)


def _order(diagnostic: Diagnostic) -> tuple[tuple[str, int, int], str, list[tuple[str, list[_Key]]]]:
    """By the first edit that isn't an import, then by code, then by all there is to compare."""
    edits = diagnostic.fix.edits if diagnostic.fix is not None else {}
    firsts = [
        (path, edit.span.start, edit.span.end) for path, made in edits.items() for edit in made if not is_import(edit)
    ]
    first = min(firsts, default=("", 0, 0))
    whole = sorted((name, sorted(map(_edit_key, made))) for name, made in edits.items())
    return (first, diagnostic.code, whole)


def _is_shared(edit: Edit) -> bool:
    """Made once, it serves two fixes; what is inserted counts once for each."""
    return edit.span.start < edit.span.end or is_import(edit)


class _Taken:
    """The stretches of one file that chosen fixes claim, sorted; they don't touch one another."""

    __slots__ = ("_edits", "_imports", "_lines", "_starts")

    def __init__(self) -> None:
        self._starts: list[tuple[int, int]] = []
        self._edits: list[Edit] = []
        self._imports: set[Span] = set()
        self._lines: dict[str, Span] = {}  # of the imports: the same one at two places would be there twice

    def takes(self, edit: Edit) -> bool:
        if is_import(edit):
            if any(self._lines.get(line, edit.span) != edit.span for line in edit.replacement.split("\n")):
                return False
            if edit.span in self._imports:
                return True
        at = bisect_left(self._starts, (edit.span.start, edit.span.end))
        beside = self._edits[max(0, at - 2) : at + 2]
        return all((other == edit and _is_shared(edit)) or not other.span.touches(edit.span) for other in beside)

    def add(self, edit: Edit) -> None:
        if is_import(edit):
            self._lines.update({line: edit.span for line in edit.replacement.split("\n") if line.strip()})
            if edit.span in self._imports:
                return
            self._imports.add(edit.span)
        at = bisect_left(self._starts, (edit.span.start, edit.span.end))
        if at < len(self._edits) and self._edits[at] == edit:
            return
        self._starts.insert(at, (edit.span.start, edit.span.end))
        self._edits.insert(at, edit)
