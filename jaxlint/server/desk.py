"""The work itself: what the command says of a file, said of the texts that an editor has open.

Everything here runs on the worker's thread.
"""

from __future__ import annotations

import os

from jaxlint.diagnostic import Problem
from jaxlint.discovery.read import read
from jaxlint.discovery.walk import shown
from jaxlint.engine.baseline import read_baseline
from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request
from jaxlint.engine.verdicts import Values, values
from jaxlint.server.places import KnownPlaces
from jaxlint.settings.nearest import Nearest
from jaxlint.settings.overrides import Overrides
from jaxlint.syntax.parse import NotParsed, parse
from jaxlint.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic
    from jaxlint.engine.request import Outcome
    from jaxlint.server.options import Options
    from jaxlint.server.worker import Ticket


class Answer:
    """What is to be said of one text.  ``texts``: those of the other files that are spoken of, by path."""

    __slots__ = ("diagnostics", "source", "texts")

    def __init__(self, source: Source, diagnostics: list[Diagnostic], texts: dict[str, Source]) -> None:
        self.source = source
        self.diagnostics = diagnostics
        self.texts = texts

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


class Desk:
    """``buffers``: in each question, the texts of all open files by path."""

    def __init__(self) -> None:
        self.places = KnownPlaces()
        self._read: dict[str, tuple[Source, Source | None]] = {}  # by path: a text, and the last one that is Python

    def check(
        self, asked: list[str], buffers: dict[str, Source], options: Options, ticket: Ticket
    ) -> tuple[dict[str, Answer], list[Problem]]:
        """What the command says of these files; nothing of one whose text is no Python at the moment."""
        good = self._good(buffers)
        whole = [path for path in asked if good.get(path) is buffers[path]]
        if not options.enable:
            return {path: Answer(buffers[path], [], {}) for path in asked}, []
        if not whole:
            return {}, []
        outcome = run(self._request(whole, good, options, ticket))
        _leave_out_baseline(outcome)
        texts = {os.path.abspath(path): source for path, source in {**outcome.spoken_of, **good}.items()}
        answers = {}
        for path in whole:
            told = [one for one in outcome.diagnostics if one.location.path == path]
            answers[path] = Answer(buffers[path], told, texts)
        return answers, [*outcome.problems, *outcome.warnings]

    def fixed(self, path: str, buffers: dict[str, Source], options: Options, ticket: Ticket) -> Source | None:
        """The text that ``jaxlint --fix`` would write; None where that is the one that is there."""
        good = self._good(buffers)
        if good.get(path) is not buffers[path]:
            return None
        outcome = run(self._request([path], good, options, ticket, fix=True))
        return outcome.sources[path] if outcome.changed() else None

    def values(self, path: str, buffers: dict[str, Source], ticket: Ticket) -> Values | None:
        """What the tracer knows of each expression of a file."""
        good = self._good(buffers)
        if good.get(path) is not buffers[path]:
            return None
        found = values(path, [path], good, self.places, ticket)
        return found if isinstance(found, Values) else None

    def forget_places(self) -> None:
        """Files, folders or settings came or went."""
        self.places = KnownPlaces()

    def _request(
        self, paths: list[str], good: dict[str, Source], options: Options, ticket: Ticket, fix: bool = False
    ) -> Request:
        overrides = None if options.configuration is None else Overrides((options.configuration,))
        keeps = options.cache and not os.environ.get("JAXLINT_NO_CACHE")
        return Request(
            paths,
            options.select,
            options.extend_select,
            options.ignore,
            fix=fix,
            cache=os.environ.get("JAXLINT_CACHE_DIR", "") if keeps else None,
            overrides=overrides,
            progress=ticket,
            buffers=good,
            places=self.places,
        )

    def _good(self, buffers: dict[str, Source]) -> dict[str, Source]:
        """Each text, or the last one that was Python in place of one that is half-typed."""
        for path in [path for path in self._read if path not in buffers]:
            del self._read[path]
        for path, source in buffers.items():
            known = self._read.get(path)
            if known is None or known[0] is not source:
                last = None if known is None else known[1]
                self._read[path] = (source, source if _is_python(source) else last)
        found = {path: self._read[path][1] for path in buffers}
        return {path: source for path, source in found.items() if source is not None}


def _is_python(source: Source) -> bool:
    try:
        parse(source)
    except NotParsed:
        return False
    return True


def _leave_out_baseline(outcome: Outcome) -> None:
    """Of each file by the settings that hold for it."""
    nearest = Nearest()
    for path in outcome.sources:
        settings = nearest.of_file(path)
        if settings.baseline is None:
            continue
        found = read_baseline(shown(os.path.join(settings.root, settings.baseline)))
        if isinstance(found, Problem):
            outcome.problems.append(found)
            continue
        own = [one for one in outcome.diagnostics if one.location.path == path]
        left = found.apply(own, outcome.sources)
        outcome.diagnostics = [one for one in outcome.diagnostics if one.location.path != path or one in left]
