"""Where projects begin and which files they have, remembered until somebody says that it may have changed."""

from __future__ import annotations

from jaxlint.project.memory import Memory
from jaxlint.project.place import Places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.settings.nearest import Nearest


class KnownPlaces(Places):
    """A large project takes longer to walk through than its kept answers to read.  Made anew when it is outdated."""

    def __init__(self) -> None:
        super().__init__()
        self._files: dict[str, list[str]] = {}
        self._memories: dict[str, Memory] = {}

    def files(self, top: str, nearest: Nearest) -> list[str]:
        if top not in self._files:
            self._files[top] = super().files(top, nearest)
        return list(self._files[top])

    def memory(self, top: str) -> Memory:
        return self._memories.setdefault(top, Memory())
