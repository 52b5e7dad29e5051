"""Where what is known of a project is kept."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.cache.store import Store


def store_at(top: str, folder: str | None) -> Store | None:
    """``folder``: as ``folder_of`` has it; None: nothing is kept."""
    if folder is None:
        return None
    from jaxlint.cache.store import Store, folder_of
    from jaxlint.cache.version import version

    return Store(folder_of(top, folder), top, version())
