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
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.running.interpreter import Interpreter

    Changed = Callable[[Interpreter, Edited, list[Share]], set[Share]]


class Turns(dict["Module", "list[Share]"]):
    """What each file has started, in this run or in an earlier one."""


_VERSIONS = 3  # of one file: as it is, and as fixes would make it


class Kept:
    """By what a share is of, and the path of its file; ``words``: those that were looked for in all texts."""

    def __init__(self) -> None:
        self._shares: dict[tuple[str, str], list[Share]] = {}
        self._files: dict[str, tuple[Source | None, Summary]] = {}  # as they were
        self.edits_met = 0  # of those that the memory has
        self.words: set[str] = set()

    def of(self, interpreter: Interpreter, what: str, module: Module) -> Share | None:
        """One that holds, the latest first."""
        found = self._shares.get((what, os.path.abspath(module.path)), [])
        holding = next((one for one in found if module in one.reads and _holds(interpreter, one)), None)
        if holding is not None:
            found.remove(holding)
            found.insert(0, holding)
        return holding

    def edits(self, interpreter: Interpreter, changed_by: Changed) -> set[Module]:
        """The modules whose bodies have to be run again because of edits; shares that do not hold any more go.

        ``interpreter.added``: statements that can be run as if they stood last.  ``changed_by``: tells which of some
        shares come to something else.
        """
        memory = interpreter.project.around.memory
        anew: set[Module] = set()
        for module, edited in memory.edits[self.edits_met :]:
            known, path = interpreter.part(_Bodies), os.path.abspath(module.path)
            shares = {*known.shares(), *(one for some in self._shares.values() for one in some)}
            changed = {one for one in shares if not one.met.isdisjoint(edited.bodies)}
            if _is_read_the_same(module, edited):
                changed = changed_by(interpreter, edited, list(changed))
            bodies = {one for one, versions in known.items() if any(body in changed for _, body in versions)}
            says_else = edited.outside or _says_else(edited.before, module.source.text)
            if says_else or _are_said(interpreter.project, names_bound(edited.added), edited.before):
                bodies.add(module)
            elif edited.added:
                interpreter.added.setdefault(module, []).extend(edited.added)
            anew |= bodies
            is_else = bodies or edited.added or _SPEAKS in module.source.text or _calls_others(edited)
            for key, some in self._shares.items():
                gone = key[1] == path and is_else
                self._shares[key] = [] if gone else [one for one in some if one not in changed]
        self.edits_met = len(memory.edits)
        return anew

    def keep(self, what: str, module: Module, share: Share) -> None:
        key = what, os.path.abspath(module.path)
        self._shares[key] = [share, *self._shares.get(key, ())][:_VERSIONS]

    def forget(self) -> None:
        self._shares.clear()
        self.words.clear()

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
    project, kept, bodies = interpreter.project, interpreter.part(Kept), interpreter.part(_Bodies)
    bodies.take(interpreter)
    anew = kept.edits(interpreter, changed_by)
    interpreter.begin()
    gone = {module for module in bodies if not _is_current(interpreter, module)}
    known = project.around.memory.known()
    for module in (*gone.difference(known), *anew):
        bodies.pop(module, None)
    if not kept.is_about(project):
        kept.forget()
        bodies.clear()
    bodies.choose(interpreter, gone)


class _Bodies(dict["Module", "list[tuple[Frame, Share | None]]"]):
    """The names of modules, and what running their bodies came to: the latest first, and some from before."""

    def take(self, interpreter: Interpreter) -> None:
        """What the last run has left."""
        for module, frame in interpreter.part(ModuleFrames).items():
            known = [one for one in self.get(module, ()) if one[0] is not frame]
            self[module] = [(frame, interpreter.bodies.get(module)), *known][:_VERSIONS]

    def shares(self) -> set[Share]:
        return {body for versions in self.values() for _, body in versions if body is not None}

    def choose(self, interpreter: Interpreter, gone: set[Module]) -> None:
        """Of each module that is current the latest body that goes with those of the modules it has read."""
        waiting = {module: list(versions) for module, versions in self.items() if module not in gone}
        frames, bodies = interpreter.part(ModuleFrames), interpreter.bodies
        while True:
            frames.clear()
            bodies.clear()
            for module, versions in waiting.items():
                frames[module], body = versions[0]
                if body is not None:
                    bodies[module] = body
            wrong = [module for module in bodies if not _goes_with(module, bodies, frames)]
            wrong = wrong or [module for module, body in bodies.items() if not _agrees(interpreter, body)]
            if not wrong:
                return
            for module in wrong:
                del waiting[module][0]
                if not waiting[module]:
                    del waiting[module]


LASTING.add(_Bodies)


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
