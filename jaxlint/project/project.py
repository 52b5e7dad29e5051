"""All modules that are looked at together, and those that they import."""

from __future__ import annotations

import os

from jaxlint.discovery.read import read
from jaxlint.discovery.walk import shown
from jaxlint.project.members import members_of
from jaxlint.project.naming import Naming, file_of
from jaxlint.project.search_path import SearchPath
from jaxlint.syntax.module import Module
from jaxlint.syntax.parse import NotParsed, parse
from jaxlint.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# Files that nobody asked for, loaded because a traced function leads into them.
_MOST_LOADED = 400


class Project:
    """``root``: the folder of the settings file, or the working directory.

    ``modules``: the files that were asked for, by path; ``find`` loads others of the same project on demand.
    """

    def __init__(
        self,
        root: str | None = None,
        assume_traced: Callable[[str], bool] | None = None,
        target_jax: str | None = None,
        public_api: bool = False,
    ) -> None:
        self.public_api = public_api  # are exported functions run under the transforms that users may apply?
        self.assume_traced = assume_traced or (
            lambda path: False
        )  # says of which files every function counts as jitted
        self.root = os.path.abspath(root or ".")
        self.modules: dict[str, Module] = {}
        self._by_name: dict[str, Module | None] = {}
        self._given: dict[str, Source] = {}
        self._naming = Naming()
        self._search_path = SearchPath()
        self._target_jax = target_jax  # as the settings say
        self._requirements: dict[str, str | None] = {}  # by folder
        self._members: tuple[int, frozenset[str]] | None = None  # and of how many modules
        self._loaded = 0
        self._given_size = self._loaded_size = 0  # characters

    def add(self, source: Source) -> Module:
        """Parse a file into the project; raises NotParsed."""
        dotted, root = self._naming.name_and_root(source.path)
        name = self._search_path.add(root, dotted)
        module = parse(source, name)
        self.modules[source.path] = module
        self._given_size += len(source.text)
        self._given[os.path.abspath(source.path)] = source
        self._by_name.setdefault(name, module)
        return module

    @property
    def members(self) -> frozenset[str]:
        """The methods of all classes that may be pytrees, ``__add__`` among them, in the files that were asked for."""
        if self._members is None or self._members[0] != len(self.modules):
            found = frozenset[str]().union(*map(members_of, self.modules.values()))
            self._members = len(self.modules), found
        return self._members[1]

    def holds(self, dotted: str) -> bool:
        """True where the module is one that was asked for: looking into it costs no file."""
        return self._by_name.get(dotted) is not None

    def is_package(self, dotted: str) -> bool:
        """True where a package, and not a mere file or folder of the name, is among what was asked for."""
        module = self._by_name.get(dotted)
        return module is not None and os.path.basename(module.path) == "__init__.py"

    def is_affordable(self) -> bool:
        """True while what was loaded on the side is less than what was asked for."""
        return self._loaded_size < self._given_size

    def is_inside(self, dotted: str) -> bool:
        """True where the top of a dotted name is a module or package of this project, as far as paths tell."""
        return self._search_path.file(dotted.partition(".")[0]) is not None

    def is_own(self, top: str) -> bool:
        """True where files of the project itself are that module; a mere folder of the name is none."""
        return any(file_of(root, top) is not None for root in self._search_path.folders)

    def is_home_of(self, top: str) -> bool:
        """True where this is the repository of that package: it lies at the root, or in ``src``."""
        homes = [root for root in self._search_path.folders if self.root in (root, os.path.dirname(root))]
        return any(self._naming.is_package(os.path.join(home, top)) for home in homes)

    def folder_of(self, path: str) -> str:
        """The folder of sys.path that a file is imported from."""
        return self._naming.name_and_root(path)[1]

    def folders_around(self, path: str) -> list[str]:
        """Where files may lie that import a file: its folder of sys.path, and the project's where that holds it."""
        own = self.folder_of(path)
        inside = own == self.root or own.startswith(os.path.join(self.root, ""))
        return [self.root] if inside else [own]

    def jax_requirement(self, path: str) -> str | None:
        """Which JAX a file is for: what the settings say, else what its project asks for."""
        if self._target_jax is not None:
            return self._target_jax
        folder = os.path.dirname(os.path.abspath(path))
        if folder not in self._requirements:
            from jaxlint.project.requirement import jax_requirement

            self._requirements[folder] = jax_requirement(path)
        return self._requirements[folder]

    def seen_from(self, module: Module, dotted: str) -> str:
        """The name, for ``find``, of what ``import dotted`` means in a module."""
        return self._search_path.seen_from(self.folder_of(module.path), dotted)

    def find(self, dotted: str) -> Module | None:
        """A module of this project by its dotted name, loaded where need be; None for anything else."""
        if dotted not in self._by_name:
            self._by_name[dotted] = self._load(dotted)
        return self._by_name[dotted]

    def _load(self, dotted: str) -> Module | None:
        path = self._search_path.file(dotted)
        if path is None or not os.path.isfile(path) or self._loaded >= _MOST_LOADED:
            return None
        # A file of a namespace package goes by two names; its text may not be on disk yet, as it is being mended.
        given = self._given.get(os.path.abspath(path))
        if given is not None:
            return parse(given, dotted)
        self._loaded += 1
        source = read(shown(path))
        if not isinstance(source, Source):
            return None
        self._loaded_size += len(source.text)
        try:
            return parse(source, dotted)
        except NotParsed:
            return None
