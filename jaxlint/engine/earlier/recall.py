"""What tracers knew at the end of an earlier run of the command, for one that goes on from there."""

from __future__ import annotations

import gc
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from jaxlint.cache.store import Store
    from jaxlint.project.around import Around

_SMALL_PART = 6  # less of the files than one of so many is quicker traced than all that is known of them is read
_WRITTEN = 1_500_000  # characters a second: what was traced in less time than that is sooner traced again than kept


class Recall:
    """``group``: the library that the files are of, and the JAX that is aimed at; ``is_last``: does the process end
    with the run?
    """

    def __init__(self, store: Store, around: Around, group: tuple[str, str | None], is_last: bool) -> None:
        self._store = store
        self._around = around
        self._group = repr(group)
        self._is_last = is_last
        self._is_part = False
        self._begun = 0.0  # seconds of CPU

    def __call__(self, paths: Collection[str], named: Callable[[str], str]) -> None:
        """For a run on these files, where they are not too few for it; ``named``: what it calls a file."""
        self._take(paths, named)
        self._begun = time.process_time()

    def _take(self, paths: Collection[str], named: Callable[[str], str]) -> None:
        small = len(self._around.files) / _SMALL_PART
        self._is_part = self._is_last and len(self._around.reaching(list(paths))) < small
        is_known = self._is_part or self._around.memory.is_in_use
        found = None if is_known else self._store.traced(self._group)
        if found is None:
            return
        from jaxlint.tracing.shares.stored import unpacked

        gc.disable()  # hardly any of it is garbage
        try:
            unpacked(found, self._around, named)
        except Exception:  # of another form than it should have: a run goes on without
            return
        finally:
            gc.freeze()
            gc.enable()

    def keep(self) -> None:
        """What tracers know by now."""
        if self._is_part or not self._is_last:
            return
        texts = (self._around.source(path) for path in self._around.files)
        size = sum(len(source.text) for source in texts if source is not None)
        if (time.process_time() - self._begun) * _WRITTEN < size:
            return
        from jaxlint.tracing.shares.stored import packed

        try:
            self._store.keep_traced(self._group, packed(self._around))
        except Exception:  # nested too deep to be written, say
            return
