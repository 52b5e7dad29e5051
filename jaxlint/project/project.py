"""All modules that are looked at together, and those that they import."""

from __future__ import annotations

import os

from jaxlint.project.around import Around
from jaxlint.project.naming import file_of
from jaxlint.project.summary import summarize
from jaxlint.settings.locate import has_marks
from jaxlint.syntax.parse import NotParsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from jaxlint.project.summary import ClassLine, Summary
    from jaxlint.syntax.module import Module
    from jaxlint.text.source import Source

# Files of nobody's project, loaded because a traced function leads into them.
_MOST_LOADED = 400


class Project:
    """``root``: the folder of the settings file, or the working directory.

    ``around``: the files that are at hand; ``modules``: those of them whose trees somebody asked for, by path.
    Files that are added are run; ``find`` loads others on demand.
    """

    def __init__(
        self,
        root: str | None = None,
        assume_traced: Callable[[str], bool] | None = None,
        target_jax: str | None = None,
        around: Around | None = None,
        public_api: Callable[[str], bool] | None = None,
    ) -> None:
        # Says of which files exported functions are run under the transforms that users may apply.
        self.public_api = public_api or (lambda path: False)
        self.assume_traced = assume_traced or (
            lambda path: False
        )  # says of which files every function counts as jitted
        self.root = os.path.abspath(root or ".")
        self.around = around or Around(self.root, [], {})
        self.modules: dict[str, Module] = {}
        self.run: list[str] = []
        self._names = self.around.names
        self._at: dict[str, Module | None] = {}  # by absolute path
        self._by_name: dict[str, Module | None] = {}
        self._given: dict[str, Source] = {}
        self._checked: set[str] = set()  # absolute paths of those that have nothing for the tracer
        self._files: list[str] | None = None
        self.target_jax = target_jax  # as the settings say
        self._requirements: dict[tuple[str, str], str | None] = {}  # by folder and library
        self._summaries: dict[str, Summary] = {}  # of texts that are not those at hand
        self._members: frozenset[str] | None = None
        self.about: str | None = None  # the file on whose account something is asked
        self.outside: set[str] = set()  # what was read beside the project
        self._loaded = 0
        self._given_size = self._loaded_size = 0  # characters

    def add(self, source: Source) -> Module:
        """Parse a file into the project; raises NotParsed."""
        full = os.path.abspath(source.path)
        name = self._names.add(full)
        module = self.around.parsed(source)
        self._take(full, source)
        self._keep(full, name, module)
        return module

    def check(self, source: Source) -> None:
        """The same of a file that has nothing for the tracer: no more than whether it is Python matters.

        Its tree is let go, and made once more where code that is traced asks for a name of it.
        """
        full = os.path.abspath(source.path)
        self.around.parsed(source)
        self._take(full, source)
        self._checked.add(full)

    def _take(self, full: str, source: Source) -> None:
        self.run.append(source.path)
        self._given_size += len(source.text)
        self._given[full] = source
        self._files = None

    def _keep(self, full: str, name: str, module: Module) -> None:
        self.modules[module.path] = module
        self._at[full] = module
        self._by_name.setdefault(name, module)

    def at(self, path: str) -> Module | None:
        """The module of a file of the project; None where it is none, or no Python."""
        full = os.path.abspath(path)
        if full not in self._at:
            module = self._checked_module(full) or (self.around.module(full) if full in self.around else None)
            if module is None:
                self._at[full] = None
            else:
                self._keep(full, self._names.add(full), module)
        return self._at[full]

    def _checked_module(self, full: str) -> Module | None:
        return self.around.parsed(self._given[full]) if full in self._checked else None

    def is_checked(self, dotted: str) -> bool:
        """Is this a module that has nothing for the tracer, as was found out before?"""
        return bool(self._checked) and self._names.known_file(dotted) in self._checked

    def mentioning(self, word: str) -> Iterator[Module]:
        """The modules whose text holds a word, in the order of their paths."""
        self.seek(self.about, word)
        for full in self.files():
            source = self.text(full)
            if source is not None and source.says(word):
                module = self.at(full)
                if module is not None:
                    yield module

    def says(self, *words: str) -> bool:
        """Does the text of any file hold one of the words?"""
        self.seek(self.about, *words)
        texts = (self.text(full) for full in self.files())
        return any(source.says(word) for source in texts if source is not None for word in words)

    def is_unread(self, word: str) -> bool:
        """Does a file that is no Python hold the word?"""
        self.seek(self.about, word)
        texts = ((full, self.text(full)) for full in self.files())
        return any(source is not None and source.says(word) and self.at(full) is None for full, source in texts)

    def seek(self, path: str | None, *words: str) -> None:
        """What is reported of a file depends on which texts hold these words."""
        if path is not None:
            self.around.sought.setdefault(path, set()).update(words)

    def class_lines(self) -> Iterator[tuple[str, ClassLine]]:
        """The classes of all files, with the path of each."""
        for full in self.files():
            for one in self.summary(full).classes:
                yield full, one

    def text(self, full: str) -> Source | None:
        """Of a file at hand, by its absolute path."""
        return self._given.get(full) or self.around.source(full)

    def registering(self) -> Iterator[tuple[str, Summary]]:
        """The files that make classes pytrees, by their absolute paths."""
        summaries = ((full, self.summary(full)) for full in self.files())
        return ((full, summary) for full, summary in summaries if summary.registers)

    def files(self) -> list[str]:
        """The absolute paths of all files at hand."""
        if self._files is None:
            self._files = sorted({*self.around.files, *self._given})
        return self._files

    def summary(self, full: str) -> Summary:
        """Of a file at hand, by its absolute path."""
        given = self._given.get(full)
        if given is None or self.around.holds(given):
            return self.around.summary(full)
        if full not in self._summaries:
            self._summaries[full] = summarize(given.text)
        return self._summaries[full]

    @property
    def members(self) -> frozenset[str]:
        """The methods of all classes that may be pytrees, ``__add__`` among them."""
        if self._members is None:
            lines = (one for _, one in self.class_lines() if one.may_be_pytree)
            self._members = frozenset(name for one in lines for name in one.methods)
        return self._members

    def holds(self, dotted: str) -> bool:
        """True where the module is at hand: looking into it costs no file of others."""
        known = self._by_name.get(dotted)
        return known is not None or (dotted not in self._by_name and self._names.known_file(dotted) is not None)

    def is_package(self, dotted: str) -> bool:
        """True where a package, and not a mere file or folder of the name, is at hand."""
        path = self._names.path(dotted)
        return path is not None and os.path.basename(path) == "__init__.py"

    def is_affordable(self) -> bool:
        """True while what was loaded of others is less than what was asked for."""
        return self._loaded_size < self._given_size

    def is_inside(self, dotted: str) -> bool:
        """True where the top of a dotted name is a module or package of this project, as far as paths tell."""
        return self._names.file(dotted.partition(".")[0]) is not None

    def is_own(self, top: str) -> bool:
        """True where files of the project itself are that module; a mere folder of the name is none."""
        return any(file_of(root, top) is not None for root in self._names.folders)

    def is_home_of(self, top: str) -> bool:
        """True where this is the repository of that package: it lies at the root of a project, or in ``src``."""
        homes = [folder for folder in self._names.folders if self._is_at_root(folder)]
        return any(self._names.is_package(os.path.join(home, top)) for home in homes)

    def _is_at_root(self, folder: str) -> bool:
        above = os.path.dirname(folder)
        return self.root in (folder, above) or (self._is_below_root(folder) and (has_marks(folder) or has_marks(above)))

    def _is_below_root(self, folder: str) -> bool:
        return folder.startswith(os.path.join(self.root, ""))

    def folder_of(self, path: str) -> str:
        """The folder of sys.path that a file is imported from."""
        return self._names.folder_of(path)

    def folders_around(self, path: str) -> list[str]:
        """Where files may lie that import a file: its folder of sys.path, and the project's where that holds it."""
        own = self.folder_of(path)
        return [self.root] if own == self.root or self._is_below_root(own) else [own]

    def requirement(self, path: str, package: str = "jax") -> str | None:
        """Which releases of a library the project of a file asks for; of JAX, the settings may say it."""
        if package == "jax" and self.target_jax is not None:
            return self.target_jax
        folder = os.path.dirname(os.path.abspath(path))
        if (folder, package) not in self._requirements:
            from jaxlint.project.requirement import requirement

            self._requirements[folder, package] = requirement(path, package)
        return self._requirements[folder, package]

    def asked_for(self, path: str) -> tuple[str | None] | None:
        """All that the project of a file requires, where any of it was asked."""
        folder = os.path.dirname(os.path.abspath(path))
        if all(folder != asked for asked, _ in self._requirements):
            return None
        from jaxlint.project.requirement import requirements

        return (requirements(path),)

    def seen_from(self, module: Module, dotted: str) -> str:
        """The name, for ``find``, of what ``import dotted`` means in a module."""
        return self._names.seen_from(module.path, dotted)

    def find(self, dotted: str) -> Module | None:
        """A module of this project by its dotted name, loaded where need be; None for anything else."""
        if dotted not in self._by_name:
            path = self._names.path(dotted)
            self._by_name[dotted] = self._load(dotted) if path is None else self.at(path)
        return self._by_name[dotted]

    def _load(self, dotted: str) -> Module | None:
        path = self._names.file(dotted)
        if path is None or not os.path.isfile(path) or self._loaded >= _MOST_LOADED:
            return None
        # A file of a namespace package goes by two names; its text may not be on disk yet, as it is being mended.
        full = os.path.abspath(path)
        known = self._given.get(full) or (self.around.source(full) if full in self.around else None)
        if known is not None:
            module = self._parsed(known, dotted)
            if module is not None:
                self.modules.setdefault(module.path, module)
            return module
        self._loaded += 1
        self.outside.add(path)
        source = self.around.source(full)
        if source is None:
            return None
        self._loaded_size += len(source.text)
        return self._parsed(source, dotted)

    def _parsed(self, source: Source, dotted: str) -> Module | None:
        try:
            return self.around.parsed(source, dotted)
        except NotParsed:
            return None
