"""The shares of earlier runs: each is taken again where all that it rests on is as it was.

A share rests on the modules whose names or code it read, each as its body had left it, and on the answers to what it
asked of the files before it.  What is asked of the classes of the whole project holds while these are the same.
"""

from __future__ import annotations

from jaxlint.tracing.environment import ModuleFrames
from jaxlint.tracing.shares.share import Share
from jaxlint.tracing.starts.interest import mentions_jax

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.project.project import Project
    from jaxlint.project.summary import Summary
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.interpreter import Interpreter

_VERSIONS = 3  # of one file: as it is, and as fixes would make it


class Kept:
    """By what a share is of, and the path of its file; ``words``: those that were looked for in all texts."""

    lasts = True

    def __init__(self) -> None:
        self._shares: dict[tuple[str, str], list[Share]] = {}
        self._project: Project | None = None
        self.words: set[str] = set()

    def of(self, interpreter: Interpreter, what: str, module: Module) -> Share | None:
        """One that holds, the latest first."""
        found = self._shares.get((what, module.path), ())
        return next((one for one in found if module in one.reads and _holds(interpreter, one)), None)

    def keep(self, what: str, module: Module, share: Share) -> None:
        known = self._shares.get((what, module.path), [])
        self._shares[what, module.path] = [share, *known[: _VERSIONS - 1]]

    def forget(self) -> None:
        self._shares.clear()
        self.words.clear()

    def is_about(self, project: Project) -> bool:
        """Is nothing else said of the classes of all files, and are the same files concerned with JAX?"""
        before, self._project = self._project, project
        if before is None or before.files() != project.files():
            return False
        return all(self._says_the_same(before, project, full) for full in project.files())

    def _says_the_same(self, before: Project, project: Project, full: str) -> bool:
        old, new = before.text(full), project.text(full)
        if old is new:
            return True
        if old is None or new is None:
            return False
        if old.text == new.text:
            return True
        mentions = mentions_jax(new.text)
        if mentions != mentions_jax(old.text) or any((one in old.text) != (one in new.text) for one in self.words):
            return False
        was, now = before.summary(full), project.summary(full)
        return _said(was) == _said(now) and (mentions or was.imports == now.imports)


def _said(summary: Summary) -> tuple[object, ...]:
    """Of classes."""
    classes = [(one.name, one.bases, one.methods, one.may_be_pytree) for one in summary.classes]
    return classes, summary.registers


def prepare(interpreter: Interpreter) -> None:
    """Another run begins; what has changed since the one before is forgotten."""
    interpreter.begin()
    project = interpreter.project
    frames, bodies = interpreter.part(ModuleFrames), interpreter.bodies
    gone = list(frames)
    if interpreter.part(Kept).is_about(project):
        models = interpreter.models.values()
        gone = [one for one in frames if one not in models and not _is_current(project, one)]
    else:
        interpreter.part(Kept).forget()
    readers: dict[Module, list[Module]] = {}
    for module, body in bodies.items():
        for read in body.reads:
            readers.setdefault(read, []).append(module)
    lost = set(gone)
    while gone or lost:
        while gone:
            one = gone.pop()
            more = [reader for reader in readers.get(one, ()) if reader not in lost]
            lost.update(more)
            gone += more
        for one in lost:
            frames.pop(one, None)
            bodies.pop(one, None)
        lost = {module for module, body in bodies.items() if not _agrees(interpreter, body)}
        gone = list(lost)


def _is_current(project: Project, module: Module) -> bool:
    return module in (project.at(module.path), None if module.name is None else project.find(module.name))


def _holds(interpreter: Interpreter, share: Share) -> bool:
    bodies = interpreter.bodies
    return all(bodies.get(module) is body for module, body in share.reads.items()) and _agrees(interpreter, share)


def _agrees(interpreter: Interpreter, share: Share) -> bool:
    """Is all answered as it was?"""
    if not share.asked:
        return True
    interpreter.share = Share(share.of_body)  # what is read on the way is no matter of anybody
    try:
        return all(question(interpreter, about) == answer for (question, about), answer in share.asked.items())
    finally:
        interpreter.share = Share()
