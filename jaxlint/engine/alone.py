"""Does a fix, made alone, leave nothing to fix?  What it leaves is asked of the tracer, and fixed along with it."""

from __future__ import annotations

from collections import Counter
from functools import cached_property, lru_cache

from jaxlint.codemods.imports import is_import
from jaxlint.codemods.plan import gathered, plan
from jaxlint.diagnostic import SAFE, SUGGESTION, UNSAFE, Diagnostic, Fix, Severity
from jaxlint.text.edit import apply_edits
from jaxlint.text.moved import Moved, composed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from jaxlint.engine.judge import Found
    from jaxlint.text.edit import Edit
    from jaxlint.text.source import Source
    from jaxlint.text.span import Span

    Lint = Callable[[dict[str, Source], str | None], Found | None]

_ROUNDS = 6
_CROWD = 10  # fixes of one function, from which on they are tried in halves
UNTRIED = "too many findings to test each fix; run jaxlint on this file alone"


class Trials:
    """Fixes tried on the texts of one program.

    ``lint``: asked of changed texts, for one file or for all, None where it fails, or enough was run for that file;
    ``may_mend``: codes whose fixes may come along; ``truths``: codes of what asks for a truth: of two that stand in one
    expression, one alone mends nothing; ``near``: the files that tell of a finding.
    """

    def __init__(
        self,
        sources: dict[str, Source],
        lint: Lint,
        may_mend: frozenset[str],
        truths: frozenset[str],
        near: Callable[[Diagnostic], set[str]],
    ) -> None:
        self._sources = sources
        self._lint = lint
        self._may_mend = may_mend
        self._truths = truths
        self._near = near

    def settle(self, before: list[Diagnostic], mended: list[Diagnostic]) -> None:
        """Each of ``mended`` keeps its fix, gets one that takes more along, or loses it."""
        twins = _twins(mended)
        firsts = [group[0] for group in twins]
        untried = self._untried(before, firsts)
        suspects = [item for batch in _batches(untried, self._sources) for item in self._unclean(before, batch)]
        tried = [(group, *self._mended(before, group, group[:1])) for group in twins if group[0] in suspects]
        wholes = self._of_functions(before, mended, [group for group, fix, _ in tried if fix is None])
        for group, fix, reason in tried:
            whole = fix or wholes[_headings(self._sources, group[0])]
            for item in group:
                item.fix, item.no_fix = whole, None if whole else reason

    def _of_functions(
        self, before: list[Diagnostic], mended: list[Diagnostic], halves: list[list[Diagnostic]]
    ) -> dict[frozenset[tuple[str, str]], Fix | None]:
        """All fixes of a function as one, where those made alone leave something; by function."""
        found: dict[frozenset[tuple[str, str]], Fix | None] = {}
        for group in halves:
            units = _headings(self._sources, group[0])
            if units not in found:
                beside = [item for item in mended if _headings(self._sources, item) == units]
                chosen = plan(beside, True)
                found[units] = self._mended(before, beside, chosen)[0] if len(_twins(chosen)) > 1 else None
        return found

    def _untried(self, before: list[Diagnostic], firsts: list[Diagnostic]) -> list[Diagnostic]:
        """Without those of crowded functions that leave nothing behind, as far as few trials tell.

        Of any two of these fixes some trial makes one without the other, which may hide what the first one leaves.
        """
        clean: set[int] = set()
        rest = _crowded(firsts, self._sources)
        while len(rest) >= _CROWD:
            together = plan(rest, True)  # of those that touch one another, one at a time
            rest = [item for item in rest if item not in together]
            if all(self._is_clean(before, half) for half in _halves_by_bits(together)):
                clean.update(map(id, together))
        return [item for item in firsts if id(item) not in clean]

    def _is_clean(self, before: list[Diagnostic], mended: list[Diagnostic]) -> bool:
        """Is nothing left where all of these are made?"""
        sources, before = self._telling(before, mended)
        state = _State(sources, gathered(mended))
        found = self._lint(state.texts, None)
        return found is not None and not state.left(before, mended, found.verdict.diagnostics, self._truths)

    def _unclean(self, before: list[Diagnostic], batch: list[Diagnostic]) -> list[Diagnostic]:
        """Those after which something may be left: tried together, as they stand apart."""
        sources, told = self._telling(before, batch)
        state = _State(sources, gathered(batch))
        found = self._lint(state.texts, None)
        if found is not None:
            after = found.verdict.diagnostics
            things = [after[at] for at in state.left(told, batch, after, self._truths)]
            paths = {one.location.path for one in things}
            near = [item for item in batch if not self._near(item).isdisjoint(paths)]
            if things and 0 < len(near) < len(batch):  # the others lead nowhere near
                return self._unclean(before, near)
            left = {_heading(state.texts, one) for one in things}
            own = {heading for item in batch for heading in _headings(self._sources, item)}
            if not left:
                return []
            if left <= own:
                suspects = [item for item in batch if left & _headings(self._sources, item)]
                rest = [item for item in batch if item not in suspects]
                if not rest or all(map(state.writes, things)):
                    return suspects
                return [*suspects, *self._unclean(before, rest)]  # one of these may have left it there
        return batch if len(batch) == 1 else [one for half in _halves(batch) for one in self._unclean(before, half)]

    def _mended(
        self, before: list[Diagnostic], mended: list[Diagnostic], chosen: list[Diagnostic]
    ) -> tuple[Fix | None, str | None]:
        """The fixes of ``chosen``, with those of what they leave, as one; a fix that stays half is none, and why."""
        return self._completed(*self._telling(before, chosen), mended, chosen)

    def _telling(
        self, before: list[Diagnostic], mended: list[Diagnostic]
    ) -> tuple[dict[str, Source], list[Diagnostic]]:
        """The files that tell what some fixes leave, and what was found in them."""
        near = set().union(*map(self._near, mended))
        sources = {path: source for path, source in self._sources.items() if path in near}
        return sources, [item for item in before if item.location.path in near]

    def _completed(
        self, sources: dict[str, Source], before: list[Diagnostic], mended: list[Diagnostic], chosen: list[Diagnostic]
    ) -> tuple[Fix | None, str | None]:
        own, *others = [group[0].fix for group in _twins(chosen)]
        assert own is not None
        more = [fix for fix in others if fix is not None]
        summary = _State(sources, own.edits).summary(own.summary, more)
        state = _State(sources, gathered(chosen))
        parts, rest = [own, *more], ""
        for _ in range(_ROUNDS):
            found = self._lint(state.texts, chosen[0].location.path)
            if found is None:
                return None, UNTRIED
            left = state.left(before, mended, found.verdict.diagnostics, self._truths)
            if not left:
                return own if len(parts) == 1 else _joined(parts, state.edits, summary), None
            rest = _left_over(found.verdict.diagnostics[left[0]], state.texts)
            next_ones = self._more(found, left, state) or self._more(found, state.beside(found, left), state)
            if not next_ones:
                break
            more = [item.fix for item in next_ones if item.fix is not None]
            summary = state.summary(summary, more)
            parts += more
            state = state.then(gathered(next_ones))
        return None, f"fixing only this would leave {rest}"

    def _more(self, found: Found, left: list[int], state: _State) -> list[Diagnostic]:
        """Those of some findings to mend next."""
        for at in left:
            diagnostic = found.verdict.diagnostics[at]
            if diagnostic.code in self._may_mend:
                found.mend(at)
        planned = plan([found.verdict.diagnostics[at] for at in left], True)
        return [item for item in planned if item.fix and not state.is_undone_by(item.fix)]


class _State:
    """Texts with edits made, told as edits of the originals."""

    def __init__(self, sources: dict[str, Source], edits: dict[str, list[Edit]]) -> None:
        self._sources = sources
        self.edits = edits
        self.texts = dict(sources)
        for path, made in edits.items():
            old = sources[path]
            self.texts[path] = old.having(apply_edits(old.text, made))
        self._moved = {path: Moved(made) for path, made in edits.items()}

    def writes(self, item: Diagnostic) -> bool:
        """Does it stand in what an edit wrote?"""
        path = item.location.path
        return path in self._moved and self._moved[path].writes(_start(self.texts[path], item))

    def _is_warned(self, item: Diagnostic, told: set[tuple[str, tuple[str, str]]]) -> bool:
        """A warning in a function that an edit writes into; elsewhere, it may come of what callers do.

        ``told``: families and functions of what is mended: of one family, a place tells one thing after the other.
        """
        path = item.location.path
        beside = (path, unit_of(self.texts[path], _start(self.texts[path], item))) in self._units
        return beside and (_family(item), _heading(self.texts, item)) not in told

    @cached_property
    def _units(self) -> set[tuple[str, int]]:
        """The functions that edits write into."""
        spans = [(path, span) for path, moved in self._moved.items() for span in moved.spans]
        return {(path, unit) for path, span in spans if (unit := unit_of(self.texts[path], span.start)) > 0}

    def then(self, more: dict[str, list[Edit]]) -> _State:
        edits = dict(self.edits)
        for path, made in more.items():
            edits[path] = composed(self._sources[path].text, self.edits.get(path, []), made)
        return _State(self._sources, edits)

    def is_undone_by(self, fix: Fix) -> bool:
        """Would it write what stood there before: NumPy's function again, where JAX's has just taken its place?"""
        edits = [(path, edit) for path, made in self.then(fix.edits).edits.items() for edit in made]
        texts = [(self._sources[path].text[edit.span.start : edit.span.end], edit.replacement) for path, edit in edits]
        return any(old == new for old, new in texts)

    def beside(self, found: Found, left: list[int]) -> list[int]:
        """The errors of the functions in which something is left, those that were there before among them."""
        after = found.verdict.diagnostics
        units = {_heading(self.texts, after[at]) for at in left}
        errors = [at for at, item in enumerate(after) if item.severity == Severity.ERROR and at not in left]
        return [at for at in errors if _heading(self.texts, after[at]) in units]

    def summary(self, said: str, more: list[Fix]) -> str:
        """One that is written around what was there speaks for all; of one about a small part the note is kept."""
        own = [(path, span) for path, moved in self._moved.items() for span in moved.written]
        for fix in more:
            theirs = [(path, edit.span) for path, edit in _edits(fix)]
            if _are_within(own, theirs):
                said = fix.summary
            elif fix.summary not in said and not (_are_within(theirs, own) and 2 * _length(theirs) < _length(own)):
                said = f"{said}; also {fix.summary}"
            elif fix.note and fix.note not in said:
                said = f"{said}; {fix.note}"
        return said

    def left(
        self, before: list[Diagnostic], mended: list[Diagnostic], after: list[Diagnostic], truths: frozenset[str]
    ) -> list[int]:
        """Places in ``after`` of what the fixes left or brought to light: all but what was there, and stays."""
        gone = set(map(key, mended))
        kept: Counter[tuple[str, str, int]] = Counter()
        inside: Counter[tuple[str, str, str]] = Counter()  # replaced, perhaps as they were
        for item in before:
            path = item.location.path
            place = self._after(item)
            if place is not None and key(item) not in gone:
                kept[item.code, path, place] += 1
            elif key(item) not in gone and not any(_is_asked_with(item, one, truths) for one in mended):
                inside[item.code, path, item.message] += 1
        left, told = [], {(_family(item), _heading(self._sources, item)) for item in mended}
        for at, item in enumerate(after):
            path = item.location.path
            start = _start(self.texts[path], item)
            written = self.writes(item)
            if kept[item.code, path, start]:
                kept[item.code, path, start] -= 1
            elif inside[item.code, path, item.message] and written:
                inside[item.code, path, item.message] -= 1
            elif written or item.severity == Severity.ERROR or self._is_warned(item, told):
                left.append(at)
        return left

    def _after(self, item: Diagnostic) -> int | None:
        start = _start(self._sources[item.location.path], item)
        moved = self._moved.get(item.location.path)
        return start if moved is None else moved.after(start)


def key(item: Diagnostic) -> tuple[str, str, int, int]:
    """What tells a finding from others of one run."""
    return (item.code, item.location.path, item.location.line, item.location.column)


def _start(source: Source, item: Diagnostic) -> int:
    return source.starts[item.location.line - 1] + item.location.column - 1


def _family(item: Diagnostic) -> str:
    """``JAX4`` of ``JAX402``."""
    return item.code[:4]


def _is_asked_with(item: Diagnostic, other: Diagnostic, truths: frozenset[str]) -> bool:
    """Do both ask for the truth of one expression, or of a part of it?"""
    if item.code not in truths or other.code not in truths or item.location.path != other.location.path:
        return False
    own, theirs = _reach(item), _reach(other)
    return (own[0] <= theirs[0] and theirs[1] <= own[1]) or (theirs[0] <= own[0] and own[1] <= theirs[1])


def _reach(item: Diagnostic) -> tuple[tuple[int, int], tuple[int, int]]:
    place = item.location
    return (place.line, place.column), (place.end_line, place.end_column)


def _twins(mended: list[Diagnostic]) -> list[list[Diagnostic]]:
    """Findings by the fix that they have in common."""
    groups: dict[frozenset[tuple[str, Edit]], list[Diagnostic]] = {}
    for item in mended:
        assert item.fix is not None
        whole = frozenset((path, edit) for path, made in item.fix.edits.items() for edit in made)
        groups.setdefault(whole, []).append(item)
    return list(groups.values())


def _batches(mended: list[Diagnostic], sources: dict[str, Source]) -> list[list[Diagnostic]]:
    """Fixes that are tried together: at most one in each function, so that none can hide what another leaves."""
    batches: list[list[Diagnostic]] = []
    taken: list[set[tuple[str, int]]] = []
    for item in mended:
        assert item.fix is not None
        units = {(path, unit_of(sources[path], edit.span.start)) for path, edit in _edits(item.fix)}
        at = next((at for at, used in enumerate(taken) if not used & units), len(batches))
        if at == len(batches):
            batches.append([])
            taken.append(set())
        batches[at].append(item)
        taken[at] |= units
    return batches


def _crowded(mended: list[Diagnostic], sources: dict[str, Source]) -> list[Diagnostic]:
    """Those whose fixes change functions that many fixes change, and no other."""
    units = [
        {(path, unit_of(sources[path], edit.span.start)) for path, edit in _edits(item.fix)}
        for item in mended
        if item.fix is not None
    ]
    count = Counter(unit for own in units for unit in own)
    return [item for item, own in zip(mended, units, strict=True) if own and all(count[one] >= _CROWD for one in own)]


def _halves_by_bits(items: list[Diagnostic]) -> Iterator[list[Diagnostic]]:
    """For each bit of their numbers those that have it, and those that have not: one of two is alone in some half."""
    for bit in range((len(items) - 1).bit_length() if items else 0):
        for value in (0, 1):
            yield [item for number, item in enumerate(items) if number >> bit & 1 == value]


def _edits(fix: Fix) -> list[tuple[str, Edit]]:
    """All but what adds imports."""
    return [(path, edit) for path, made in fix.edits.items() for edit in made if not is_import(edit)]


def _headings(sources: dict[str, Source], item: Diagnostic) -> frozenset[tuple[str, str]]:
    """Of the functions that a fix changes."""
    edits = [] if item.fix is None else _edits(item.fix)
    return frozenset((path, _heading_at(sources[path], edit.span.start)) for path, edit in edits)


def _heading(sources: dict[str, Source], item: Diagnostic) -> tuple[str, str]:
    source = sources[item.location.path]
    return item.location.path, _heading_at(source, _start(source, item))


def _heading_at(source: Source, offset: int) -> str:
    return source.line(max(1, unit_of(source, offset)))


def unit_of(source: Source, offset: int) -> int:
    """The line that begins the function or the class around a place."""
    return _units(source)[source.position(offset)[0] - 1] or -offset - 1


@lru_cache(maxsize=32)
def _units(source: Source) -> list[int]:
    """For each line that of its function or class, 0 where it stands below neither."""
    found: list[int] = []
    unit, in_class, indent = 0, False, 0
    for number in range(1, len(source.starts) + 1):
        text = source.line(number)
        if text.startswith(("def ", "async def ", "class ")):
            unit, in_class, indent = number, text.startswith("class "), 0
        elif in_class and text[:1].isspace() and text.lstrip().startswith(("def ", "async def ")):
            own = len(text) - len(text.lstrip())
            if not indent or own < indent:  # else it is one of the first method's, or beside it
                unit, indent = number, own
        found.append(unit)
    return found


def _are_within(spans: list[tuple[str, Span]], around: list[tuple[str, Span]]) -> bool:
    return all(any(path == other and outer.contains(span) for other, outer in around) for path, span in spans)


def _length(spans: list[tuple[str, Span]]) -> int:
    return sum(span.end - span.start for _, span in spans)


def _halves(batch: list[Diagnostic]) -> list[list[Diagnostic]]:
    middle = len(batch) // 2
    return [batch[:middle], batch[middle:]]


def _left_over(item: Diagnostic, sources: dict[str, Source]) -> str:
    place = item.location
    line = sources[place.path].line_name(place.line) if place.path in sources else f"line {place.line}"
    return f"{item.code} on {line}: {item.message}"


def _joined(parts: list[Fix], edits: dict[str, list[Edit]], summary: str) -> Fix:
    levels = {part.applicability for part in parts}
    level = next((one for one in (SUGGESTION, UNSAFE) if one in levels), SAFE)
    return Fix(level, summary, edits, frozenset(claim for part in parts for claim in part.claims))
