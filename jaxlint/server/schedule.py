"""When work is done: after a pause, on the newest texts, the file that the user works on first.

Everything here runs on the event loop; a round that an edit has overtaken ends without a word.
"""

from __future__ import annotations

import asyncio
from functools import partial

from jaxlint.diagnostic import SAFE
from jaxlint.notebook.cell_path import file_of
from jaxlint.server.joined import layout
from jaxlint.server.known import Known
from jaxlint.server.worker import Ticket, Worker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol, TypeVar

    from jaxlint.diagnostic import Problem
    from jaxlint.engine.verdicts import Values
    from jaxlint.server.checker import Answer, Checker
    from jaxlint.server.documents import Document, Documents
    from jaxlint.server.options import Options
    from jaxlint.text.source import Source

    T = TypeVar("T")

    class Client(Protocol):
        """``tell``: the answer of a document is new; ``tell_outside``: after each round, the answers for files that are
        not open; ``report``: problems, or an error of ours.
        """

        def options_at(self, path: str) -> Options: ...

        def tell(self, document: Document, answer: Answer) -> None: ...

        def tell_outside(self, answers: dict[str, Answer]) -> None: ...

        def report(self, problems: list[Problem] | Exception) -> None: ...


class Schedule:
    """``client``: is told of what is new."""

    def __init__(self, documents: Documents, checker: Checker, worker: Worker, client: Client) -> None:
        self._documents = documents
        self._checker = checker
        self._worker = worker
        self._client = client
        self._answers: dict[str, Answer] = {}  # the last one of each document, by URI
        self._found: dict[str, int] = {}  # the state of the world in which it was found to hold
        self._settled: dict[str, int] = {}  # and in which its fixes were made
        self._now = 0
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_asked_again = False
        self._ticket = Ticket()
        self._known: tuple[tuple[str, int], Values | None] | None = None  # of the file that was asked about last
        self._asked: set[Ticket] = set()
        self._one_by_one = asyncio.Lock()
        self._are_fixes_wanted = False  # has the client ever asked for all of them?
        self._fixing = asyncio.Lock()
        self._fixed: tuple[tuple[str, int], dict[str, Source] | None] | None = None
        self._ahead: asyncio.Task[None] | None = None
        self._waiting: list[asyncio.Future[None]] = []

    def changed(self, delay: float | None) -> None:
        """Something that answers depend on; after so many seconds without another change they are worked out anew.

        ``delay``: None where that waits until somebody asks.
        """
        self._now += 1
        for ticket in (self._ticket, *self._asked):
            ticket.is_overtaken = True
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if delay is None else asyncio.get_running_loop().call_later(delay, self._begin)

    def hurry(self) -> None:
        """Nobody waits for a pause any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._begin()

    def again(self) -> None:
        """Nothing that we know of has changed; whether that is so is asked of the disk, and nobody waits for it."""
        self._is_asked_again = True
        if self._timer is None:
            self._begin()

    def closed(self, uri: str) -> None:
        self._answers.pop(uri, None)
        self._found.pop(uri, None)
        self._settled.pop(uri, None)
        self._wake()

    def last(self, uri: str) -> Answer | None:
        """What was found last, which may be about another text."""
        return self._answers.get(uri)

    async def answer(self, document: Document, with_fixes: bool = True, at_once: bool = True) -> Answer | None:
        """That of the text as it is now; of one that is half-typed, the last one.  None where there never was one.

        ``at_once``: not only after a pause.
        """
        state = self._settled if with_fixes else self._found
        while state.get(document.uri) != self._now:
            if self._documents.get(document.uri) is not document:
                return None
            if at_once:
                self.hurry()
            if self._timer is None and (self._task is None or self._task.done()):
                self._begin()
            waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(waiting)
            await waiting
        return self._answers.get(document.uri)

    async def ask(self, job: Callable[[dict[str, Source], Ticket], T]) -> T | None:
        """A question of its own on the texts as they are now; None where an edit comes before the answer."""
        ticket = Ticket()
        self._asked.add(ticket)
        try:
            return await self._worker.run(partial(job, self._buffers(), ticket), ticket)
        finally:
            self._asked.discard(ticket)

    async def known(self, document: Document) -> Known | None:
        """What the tracer knows of the names of a text; None where it is no Python at the moment."""
        async with self._one_by_one:  # hints and hover ask the same, of all cells of a notebook
            file, options = file_of(document.path), self._client.options_at(document.path)
            asked = file, self._now
            if self._known is None or self._known[0] != asked:
                found = await self.ask(lambda buffers, ticket: self._checker.values(file, buffers, options, ticket))
                self._known = asked, found
            found = self._known[1]
        place = None if found is None else layout(document.source, found.module.source)
        return None if found is None or place is None else Known(found, place)

    async def fixed(self, document: Document) -> dict[str, Source] | None:
        """The texts of its file with all fixes made, where they change; None where an edit came first."""
        self._are_fixes_wanted = True
        async with self._fixing:
            asked = file_of(document.path), self._now
            if self._fixed is None or self._fixed[0] != asked:
                options = self._client.options_at(document.path)
                self._fixed = (
                    asked,
                    await self.ask(
                        lambda buffers, ticket: self._checker.fixed(document.path, buffers, options, ticket)
                    ),
                )
            return self._fixed[1]

    async def _fix_ahead(self, document: Document) -> None:
        """Who fixes on save does not want to wait for it."""
        try:
            await self.fixed(document)
        except Exception as error:
            self._client.report(error)

    def _buffers(self) -> dict[str, Source]:
        return {document.path: document.source for document in self._documents}

    def _begin(self) -> None:
        self._timer = None
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        """Round after round, until one was not overtaken."""
        while True:
            now, self._ticket, self._is_asked_again = self._now, Ticket(), False
            outside: dict[str, Answer] = {}
            for group in self._groups():
                for path, answer in (await self._ask_for(group, now)).items():
                    outside[path] = answer.joined(outside.get(path))
                if self._ticket.is_overtaken:
                    break
            else:
                self._client.tell_outside(outside)
            if self._timer is not None or (self._now == now and not self._is_asked_again):
                break
        document = next(iter(self._documents), None)
        if document is not None and self._are_fixes_wanted and self._has_safe_fix(document):
            self._ahead = asyncio.get_running_loop().create_task(self._fix_ahead(document))

    def _has_safe_fix(self, document: Document) -> bool:
        answer = self._answers.get(document.uri)
        if answer is None or self._settled.get(document.uri) != self._now:
            return False
        return any(one.fix is not None and one.fix.applicability == SAFE for one in answer.diagnostics)

    def _groups(self) -> list[list[Document]]:
        """The documents that are asked for together: first those of one file, then the others by their options."""
        found: dict[object, list[Document]] = {}
        first = next(iter(self._documents), None)
        for document in self._documents:
            is_first = first is not None and file_of(document.path) == file_of(first.path)
            found.setdefault((is_first, self._client.options_at(document.path).key()), []).append(document)
        return list(found.values())

    async def _ask_for(self, group: list[Document], now: int) -> dict[str, Answer]:
        """The answers for files that are not open."""
        paths = {document.path: document for document in group}
        options, buffers, ticket = self._client.options_at(group[0].path), self._buffers(), self._ticket
        loop = asyncio.get_running_loop()

        def early(answers: dict[str, Answer]) -> None:
            loop.call_soon_threadsafe(self._keep, answers, paths, now, ticket)

        done = None
        try:
            job = partial(self._checker.check, list(paths), buffers, options, ticket, early)
            done = await self._worker.run(job, ticket)
        except Exception as error:
            self._client.report(error)
            done = ({}, {}, [])
        if done is None or ticket.is_overtaken:
            return {}
        answers, outside, problems = done
        self._keep(answers, paths, now, ticket)
        for document in group:
            self._found[document.uri] = self._settled[document.uri] = now
        if problems:
            self._client.report(problems)
        self._wake()
        return outside

    def _keep(self, answers: dict[str, Answer], documents: dict[str, Document], now: int, ticket: Ticket) -> None:
        if ticket.is_overtaken:
            return
        for path, answer in answers.items():
            document = documents[path]
            if self._documents.get(document.uri) is document:
                self._answers[document.uri] = answer
                self._found[document.uri] = now
                self._client.tell(document, answer)
        self._wake()

    def _wake(self) -> None:
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            if not one.done():
                one.set_result(None)
