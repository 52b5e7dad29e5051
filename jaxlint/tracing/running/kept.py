"""The shares of earlier runs: each is taken again where all that it rests on is as it was.

A share rests on the modules whose names or code it read, each as its body had left it, and on the answers to what it
asked of the files before it.
"""

from __future__ import annotations

import os

from jaxlint.knowledge.interest import declared_global, interest_of, mentions_jax, names_called, names_grown
from jaxlint.syntax.binders import names_bound
from jaxlint.tracing.running.environment import ModuleFrames
from jaxlint.tracing.shares.share import LASTING, Share

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from jaxlint.project.project import Project
    from jaxlint.project.summary import Summary
    from jaxlint.syntax.graft import Edited
    from jaxlint.syntax.module import Module
    from jaxlint.text.source import Source
    from jaxlint.tracing.running.interpreter import Interpreter

    _Place = tuple[str, int]  # what was run of a file, after how much else of it
    Changed = Callable[[Interpreter, Edited, list[Share]], set[Share]]


class Turns(dict["Module", "list[Share]"]):
    """What each file has started, in this run or in an earlier one."""


class Kept:
    """By what a share is of, and the path of its file; ``words``: those that were looked for in all texts."""

    def __init__(self) -> None:
        self._shares: dict[tuple[_Place, str], Share] = {}
        self._files: dict[str, tuple[Source | None, Summary]] = {}  # as they were
        self.edits_met = 0  # of those that the memory has
        self.words: set[str] = set()

    def of(self, interpreter: Interpreter, what: _Place, module: Module) -> Share | None:
        """One that holds."""
        found = self._shares.get((what, os.path.abspath(module.path)))
        return found if found is not None and module in found.reads and _holds(interpreter, found) else None

    def edits(self, interpreter: Interpreter, changed_by: Changed) -> set[Module]:
        """The modules whose bodies have to be run again because of edits; shares that do not hold any more go.

        ``interpreter.added``: statements that can be run as if they stood last.  ``changed_by``: tells which of some
        shares come to something else.
        """
        memory = interpreter.project.around.memory
        anew: set[Module] = set()
        for module, edited in memory.edits[self.edits_met :]:
            path = os.path.abspath(module.path)
            shares = {*interpreter.bodies.values(), *self._shares.values()}
            changed = {one for one in shares if not one.met.isdisjoint(edited.bodies)}
            if _is_read_the_same(module, edited):
                changed = changed_by(interpreter, edited, list(changed))
            bodies = {one for one, body in interpreter.bodies.items() if body in changed}
            says_else = edited.outside or _says_else(edited.before, module.source.text)
            if says_else or _are_said(interpreter.project, names_bound(edited.added), edited.before):
                bodies.add(module)
            elif edited.added:
                interpreter.added.setdefault(module, []).extend(edited.added)
            anew |= bodies
            is_else = bodies or edited.added or _SPEAKS in module.source.text or _calls_others(edited)
            for key, share in list(self._shares.items()):
                if share in changed or (key[1] == path and is_else):
                    del self._shares[key]
        self.edits_met = len(memory.edits)
        return anew

    def keep(self, what: _Place, module: Module, share: Share) -> None:
        self._shares[what, os.path.abspath(module.path)] = share

    def forget(self) -> None:
        self._shares.clear()
        self.words.clear()

    def copied(self) -> Kept:
        found = Kept()
        found._shares, found._files, found.words = dict(self._shares), self._files, set(self.words)
        found.edits_met = self.edits_met
        return found

    def is_about(self, project: Project) -> bool:
        """Are there the same files, concerned with JAX as before, and is the same said of which classes are pytrees?"""
        before = self._files
        self._files = {full: (project.text(full), project.summary(full)) for full in project.files()}
        return before.keys() == self._files.keys() and all(self._says_the_same(before, full) for full in before)

    def _says_the_same(self, before: dict[str, tuple[Source | None, Summary]], full: str) -> bool:
        (old, was), (new, now) = before[full], self._files[full]
        if old is new:
            return True
        if old is None or new is None:
            return False
        if old.text == new.text:
            return True
        mentions = mentions_jax(new.text)
        if mentions != mentions_jax(old.text) or any((one in old.text) != (one in new.text) for one in self.words):
            return False
        if now.registers or any(one in new.text for one in self.words):
            return was.said_of_pytrees() == now.said_of_pytrees() and was.imports == now.imports
        return not was.registers and (mentions or was.imports == now.imports)


LASTING.add(Kept)


_SPEAKS = "jaxlint:"  # comments that say what is traced


def _says_else(before: str, text: str) -> bool:
    """What functions write to names of the module, as far as their lines tell."""
    return names_grown(before) != names_grown(text) or set(declared_global(before)) != set(declared_global(text))


def _are_said(project: Project, names: Iterable[str], before: str) -> bool:
    """Did anybody speak of new names before, as far as the texts tell?  One of them is the text as it is now."""
    texts = [source.text for full in project.files() if (source := project.text(full)) is not None]
    return any(name in before or sum(name in text for text in texts) > 1 for name in names)


def _is_read_the_same(module: Module, edited: Edited) -> bool:
    """Is all answered as before that callers ask of the texts of functions?"""
    interest = interest_of(module)
    return all(interest.of_text(before) == interest.of_text(after) for before, after in edited.texts.values())


def _calls_others(edited: Edited) -> bool:
    return any(names_called(before) != names_called(after) for before, after in edited.texts.values())


def prepare(interpreter: Interpreter, changed_by: Changed) -> None:
    """Another run begins; what has changed since the one before is put aside."""
    project, kept, bodies = interpreter.project, interpreter.part(Kept), interpreter.bodies
    frames = interpreter.part(ModuleFrames)
    wrong = kept.edits(interpreter, changed_by)
    interpreter.begin()
    wrong.update([module for module in frames if not _is_current(interpreter, module)])
    if not kept.is_about(project):
        kept.forget()
        wrong.update(frames)
    while True:
        for module in wrong:
            frames.pop(module, None)
            bodies.pop(module, None)
        wrong = {module for module in bodies if not _goes_with(module, bodies, frames)}
        wrong = wrong or {module for module, body in bodies.items() if not _agrees(interpreter, body)}
        if not wrong:
            return


def _goes_with(module: Module, bodies: dict[Module, Share], frames: ModuleFrames) -> bool:
    return all(bodies.get(read) is body and read in frames for read, body in bodies[module].reads.items())


def _is_current(interpreter: Interpreter, module: Module) -> bool:
    project = interpreter.project
    if module in interpreter.models.values() or module is project.at(module.path):
        return True
    return module.name is not None and module is project.find(module.name)


def _holds(interpreter: Interpreter, share: Share) -> bool:
    if not all(interpreter.bodies.get(module) is body for module, body in share.reads.items()):
        return False
    for module in share.reads:
        interpreter.read(module)  # as when it was run
    return _agrees(interpreter, share)


def _agrees(interpreter: Interpreter, share: Share) -> bool:
    """Is all answered as it was?"""
    if not share.asked:
        return True
    interpreter.share = Share(share.of_body)  # what is read on the way is no matter of anybody
    try:
        return all(question(interpreter, about) == answer for (question, about), answer in share.asked.items())
    finally:
        interpreter.share = Share()


class State:
    """What a tracer keeps from one run to the next, while other texts are tried with a copy of it."""

    def __init__(self, interpreter: Interpreter) -> None:
        self._interpreter, self._bodies = interpreter, dict(interpreter.bodies)
        frames = interpreter.part(ModuleFrames)
        self._parts = interpreter.part(Kept).copied(), ModuleFrames(frames)
        self._names = [(frame, dict(frame.variables), dict(frame.bindings)) for frame in frames.values()]

    def exchange(self) -> None:
        """The tracer knows what it knew then; or the other way round."""
        interpreter, parts = self._interpreter, self._parts
        self._parts = interpreter.part(Kept), interpreter.part(ModuleFrames)
        for part in parts:
            interpreter.keep(part)
        self._bodies, interpreter.bodies = interpreter.bodies, self._bodies
        for at, (frame, variables, bindings) in enumerate(self._names):
            self._names[at] = frame, frame.variables, frame.bindings
            frame.variables, frame.bindings = variables, bindings
