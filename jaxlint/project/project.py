"""All modules that are looked at together."""

from __future__ import annotations

from jaxlint.syntax.module import Module
from jaxlint.syntax.parse import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.text.source import Source


class Project:
    """``root``: the folder that paths are relative to, where there is one."""

    def __init__(self, root: str | None = None) -> None:
        self.root = root
        self.modules: dict[str, Module] = {}

    def add(self, source: Source) -> Module:
        """Parse a file into the project; raises NotParsed."""
        module = parse(source)
        self.modules[source.path] = module
        return module
