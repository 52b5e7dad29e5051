"""The work itself: what the command says of a file, said of the texts that an editor has open.

Everything here runs on the worker's thread.
"""

from __future__ import annotations

import os

from jaxlint.diagnostic import Diagnostic, Problem, Related, Severity
from jaxlint.discovery.read import is_notebook, read
from jaxlint.discovery.walk import shown
from jaxlint.engine.add_ignore import add_ignores
from jaxlint.engine.baseline import configured, read_baseline
from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request
from jaxlint.engine.verdicts import Values, values
from jaxlint.notebook.cell_path import file_of
from jaxlint.notebook.magics import error_in, without_magics
from jaxlint.notebook.notebook import Notebook
from jaxlint.report.cells import Cells
from jaxlint.server.joined import CellText, by_document, by_file, layout
from jaxlint.server.places import KnownPlaces
from jaxlint.settings.nearest import Nearest
from jaxlint.settings.overrides import Overrides
from jaxlint.syntax.parse import NotParsed, parse
from jaxlint.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.diagnostic import Location
    from jaxlint.server.options import Options
    from jaxlint.server.worker import Ticket


class Answer:
    """What is to be said of one text.  ``texts``: those of the other files that are spoken of, by path; ``causes``:
    where the text has a part in the reason of findings of other files.
    """

    __slots__ = ("causes", "diagnostics", "source", "texts")

    def __init__(
        self,
        source: Source,
        diagnostics: list[Diagnostic],
        texts: dict[str, Source],
        causes: list[Diagnostic] | None = None,
    ) -> None:
        self.source = source
        self.diagnostics = diagnostics
        self.texts = texts
        self.causes = causes or []

    def all(self) -> list[Diagnostic]:
        """All that is shown in the text."""
        return [*self.diagnostics, *self.causes]

    def joined(self, other: Answer | None) -> Answer:
        """With what another one says of the same text."""
        found = {(one.code, one.location.sort_key()): one for one in self.diagnostics}
        for one in [] if other is None else other.diagnostics:
            found.setdefault((one.code, one.location.sort_key()), one)
        return Answer(self.source, list(found.values()), self.texts)

    def text(self, path: str) -> Source | None:
        """Of any file that a finding names."""
        full = os.path.abspath(path)
        if full == os.path.abspath(self.source.path):
            return self.source
        if full not in self.texts:
            found = read(shown(full))
            if isinstance(found, Problem):
                return None
            self.texts[full] = found
        return self.texts[full]


class Checker:
    """``buffers``: in each question, the texts of all open files by path."""

    def __init__(self) -> None:
        self.places = KnownPlaces()
        # By path, or by the URI of a cell: a text, and the last one that is Python.
        self._read: dict[str, tuple[Source, Source | None]] = {}

    def check(
        self,
        asked: list[str],
        buffers: dict[str, Source],
        options: Options,
        ticket: Ticket,
        early: Callable[[dict[str, Answer]], None],
    ) -> tuple[dict[str, Answer], dict[str, Answer], list[Problem]]:
        """What the command says of these files, and because of them of others that are not open; nothing of one whose
        text is no Python at the moment.

        ``early``: told of findings whose fixes are not made yet.
        """
        good = self._good(buffers)
        files = by_file(good.values())
        whole = [*dict.fromkeys(file_of(path) for path in asked if good.get(path) is buffers[path])]
        if not options.enable:
            return {path: Answer(buffers[path], [], {}) for path in asked}, {}, []
        if not whole:
            return {}, {}, []
        opened = {os.path.abspath(path): source for path, source in good.items()}

        def found(diagnostics: list[Diagnostic]) -> None:
            told = {one.location.path for one in diagnostics}
            early(_answers({path: files[path] for path in whole if path in told}, good, diagnostics, opened, []))

        outcome = run(self._request(whole, files, options, ticket, early=found))
        texts = {os.path.abspath(path): source for path, source in outcome.spoken_of.items()} | opened
        problems = [*outcome.problems, *outcome.warnings, *(Problem(place, why) for place, why in outcome.gave_up)]
        answers = _answers({path: files[path] for path in whole}, good, outcome.diagnostics, texts, problems)
        return answers, _outside(files, outcome.diagnostics, texts, problems), problems

    def fixed(
        self, path: str, buffers: dict[str, Source], options: Options, ticket: Ticket
    ) -> dict[str, Source] | None:
        """The texts that ``jaxlint --fix`` would write, where they change."""
        good, file = self._good(buffers), file_of(path)
        if any(good.get(one) is not buffers[one] for one in buffers if file_of(one) == file):
            return None
        outcome = run(self._request([file], by_file(good.values()), options, ticket, fix=True))
        return by_document(outcome.sources[file], good.values()) if outcome.changed() else None

    def silenced(self, path: str, buffers: dict[str, Source], wanted: list[Diagnostic]) -> dict[str, Source] | None:
        """With a comment at a finding."""
        good = self._good(buffers)
        if good.get(path) is not buffers[path]:
            return None
        found = layout(good[path], by_file(good.values())[file_of(path)])
        if found is None:
            return None
        outer = [one.but(location=found.location(one.location)) for one in wanted]
        made, _, _ = add_ignores({found.whole.path: found.whole}, outer, "")
        return by_document(made[found.whole.path], good.values()) if made else None

    def values(self, file: str, buffers: dict[str, Source], options: Options, ticket: Ticket) -> Values | None:
        """What the tracer knows of each expression of a file."""
        good = self._good(buffers)
        if good.get(file) is not buffers.get(file):
            return None
        found = values(file, [file], by_file(good.values()), self.places, ticket)
        return found if isinstance(found, Values) else None

    def forget_places(self) -> None:
        """Files, folders or settings came or went."""
        self.places = KnownPlaces()

    def _request(
        self,
        paths: list[str],
        good: dict[str, Source],
        options: Options,
        ticket: Ticket,
        fix: bool = False,
        early: Callable[[list[Diagnostic]], None] | None = None,
    ) -> Request:
        overrides = Overrides((options.configuration,)) if options.configuration else None
        return Request(
            paths,
            options.select,
            options.extend_select,
            options.ignore,
            fix=fix,
            cache=_cache(options),
            overrides=overrides,
            progress=ticket,
            buffers=good,
            places=self.places,
            early=early,
        )

    def _good(self, buffers: dict[str, Source]) -> dict[str, Source]:
        """Each text, or the last one that was Python in place of one that is half-typed."""
        read: dict[str, tuple[Source, Source | None]] = {}
        for path, source in buffers.items():
            name = _name(source)
            known = self._read.get(name)
            if known is None or known[0] is not source:
                last = None if known is None or known[0].path != path else known[1]  # a cell may have moved
                known = (source, source if _is_python(source) else last)
            read[name] = known
        self._read = read
        # A cell that never was Python is left out where its notebook is read.
        cells = {path: source for path, source in buffers.items() if isinstance(source, CellText)}
        lasts = {path: read[_name(source)][1] or cells.get(path) for path, source in buffers.items()}
        return {path: source for path, source in lasts.items() if source is not None}


def _name(source: Source) -> str:
    return source.uri if isinstance(source, CellText) else source.path


def _is_python(source: Source) -> bool:
    if isinstance(source, CellText):
        return error_in(without_magics(source.text, [])) is None
    try:
        parse(source)
    except NotParsed:
        return False
    return True


def _cache(options: Options) -> str | None:
    """The folder to keep answers in, as a request has it."""
    keeps = options.cache and not os.environ.get("JAXLINT_NO_CACHE")
    return os.environ.get("JAXLINT_CACHE_DIR", "") if keeps else None


def _answers(
    sources: dict[str, Source],
    good: dict[str, Source],
    diagnostics: list[Diagnostic],
    texts: dict[str, Source],
    problems: list[Problem],
) -> dict[str, Answer]:
    """For the texts of these files, without what the baseline of its settings holds."""
    cells = Cells({path: source for path, source in by_file(good.values()).items() if isinstance(source, Notebook)})
    heard = [cells.diagnostic(one) for one in _unknown(diagnostics, texts, problems)]
    made = {}
    for text in good.values():
        if file_of(text.path) in sources:
            own = [one for one in heard if one.location.path == text.path]
            others = [one for one in heard if file_of(one.location.path) != file_of(text.path)]
            made[text.path] = Answer(text, own, texts, _causes(text.path, others))
    return made


def _outside(
    opened: dict[str, Source], diagnostics: list[Diagnostic], texts: dict[str, Source], problems: list[Problem]
) -> dict[str, Answer]:
    """By path, for files that are not open."""
    heard = [one for one in diagnostics if one.location.path not in opened and not is_notebook(one.location.path)]
    found: dict[str, Answer] = {}
    for one in _unknown(heard, texts, problems):
        path = one.location.path
        source = texts.get(os.path.abspath(path))
        if source is not None:
            found.setdefault(path, Answer(source, [], texts)).diagnostics.append(one)
    return found


def _unknown(diagnostics: list[Diagnostic], texts: dict[str, Source], problems: list[Problem]) -> list[Diagnostic]:
    """Those that no baseline holds, by the settings of their files."""
    nearest = Nearest()
    by_path: dict[str, list[Diagnostic]] = {}
    for one in diagnostics:
        by_path.setdefault(one.location.path, []).append(one)
    left: list[Diagnostic] = []
    for path, told in by_path.items():
        place = configured(nearest.of_file(path))
        found = place if place is None or isinstance(place, Problem) else read_baseline(place)
        if isinstance(found, Problem):
            problems.append(found)
        source = texts.get(os.path.abspath(path))
        left += (
            told if found is None or isinstance(found, Problem) or source is None else found.apply(told, {path: source})
        )
    return left


def _causes(path: str, others: list[Diagnostic]) -> list[Diagnostic]:
    """Where a text has a part in the reason of findings of other files: at one step of each, one for each place."""
    met: dict[tuple[str, int, int, int, int], list[tuple[Location, Diagnostic]]] = {}
    for one in others:
        step = next((step.location for step in one.related if step.location and step.location.path == path), None)
        if step is not None:
            met.setdefault(step.sort_key(), []).append((step, one))
    return [_cause(found[0][0], [one for _, one in found]) for found in met.values()]


def _cause(place: Location, findings: list[Diagnostic]) -> Diagnostic:
    first = findings[0]
    more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
    said = f"causes {first.code} in {first.location.path}:{first.location.line}{more}: {first.message}"
    related = tuple(Related(f"{one.code}: {one.message}", one.location) for one in findings)
    return Diagnostic(first.code, first.name, Severity.INFO, said, place, related)
