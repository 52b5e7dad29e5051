"""Room to recurse in: more than Python allows by default, and never more than the process's stack can hold."""

from __future__ import annotations

import sys

_FRAMES = 12_000  # Python's; one abstract call takes about a dozen of them
_BYTES = 64 << 20  # where each of them goes through C, as calls in any() and sorted() do
_FRAMES_OF_OTHERS = 2_500  # on a stack of 8 MiB that can't be made larger; Python 3.13 takes up to 2.7 KiB a frame


def make_room() -> None:
    """Linux lets the stack of the main thread grow to the limit that holds when it grows."""
    frames = _FRAMES if sys.platform == "linux" and _enlarged() else _FRAMES_OF_OTHERS
    if sys.getrecursionlimit() < frames:
        sys.setrecursionlimit(frames)


def _enlarged() -> bool:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    if soft == resource.RLIM_INFINITY or soft >= _BYTES:
        return True
    if hard != resource.RLIM_INFINITY and hard < _BYTES:
        return False
    resource.setrlimit(resource.RLIMIT_STACK, (_BYTES, hard))
    return True
