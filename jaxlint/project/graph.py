"""The files of a project, which of them lead to which, and what stands for all that has a part in one of them."""

from __future__ import annotations

from jaxlint.project.index import digest_of
from jaxlint.text.shapes import read_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

_PACKED = ([str], [[int]], [[int]], str)


class Graph:
    """Files by absolute path.

    ``leads_to``: those that the code of one may run; ``looks_at``: those that only hand a name on to it, as the
    ``__init__.py`` of a package does.
    """

    def __init__(self, leads_to: dict[str, set[str]], looks_at: dict[str, set[str]]) -> None:
        self.leads_to = leads_to
        self.looks_at = looks_at

    def reaching(self, paths: Iterable[str]) -> set[str]:
        """These files, and all that lead to them."""
        return _closure(paths, self._led_from())

    def stamps(self, digest: Callable[[str], str]) -> dict[str, str]:
        """For each file what stands for the texts of the files that lead to it, and of all that those lead to."""
        groups = _groups(self.leads_to)
        home = {path: number for number, group in enumerate(groups) for path in group}
        below: list[str] = []
        above: list[set[int]] = [set() for _ in groups]
        for number, group in enumerate(groups):  # those that a group leads to stand before it
            own = [f"{path} {digest(path)}" for path in sorted(group)]
            aside = {one for path in group for one in self.looks_at.get(path, ())}
            own += [f"{path} {digest(path)}" for path in sorted(aside)]
            targets = {home[one] for path in group for one in self.leads_to[path]} - {number}
            for one in targets:
                above[one].add(number)
            below.append(digest_of(*own, *sorted(below[one] for one in targets)))
        whole = list(below)
        for number in reversed(range(len(groups))):
            whole[number] = digest_of(below[number], *sorted(whole[one] for one in above[number]))
        return {path: whole[number] for path, number in home.items()}

    def _led_from(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path, targets in self.leads_to.items():
            for target in targets:
                found.setdefault(target, []).append(path)
        return found


def packed(graph: Graph, top: str, facts: str) -> str:
    """As text, to be kept; ``facts``: what else was worked out with it."""
    import json
    import os

    files = sorted(graph.leads_to)
    number = {path: at for at, path in enumerate(files)}
    leads = [sorted(number[one] for one in graph.leads_to[path]) for path in files]
    looks = [sorted(number[one] for one in graph.looks_at.get(path, ())) for path in files]
    return json.dumps([[os.path.relpath(path, top) for path in files], leads, looks, facts], separators=(",", ":"))


def unpacked(text: str, top: str, known: Collection[str]) -> tuple[Graph, str]:
    """``known``: all files of the project.  Raises ValueError for what is no graph of these."""
    import os

    names, leads, looks, facts = read_json(text, _PACKED)
    files = [f"{top}{os.sep}{name}" for name in names]
    if set(files) != set(known) or any(not 0 <= one < len(files) for row in leads + looks for one in row):
        raise ValueError("a graph of other files")
    leads_to = {path: {files[one] for one in row} for path, row in zip(files, leads, strict=True)}
    looks_at = {path: {files[one] for one in row} for path, row in zip(files, looks, strict=True) if row}
    return Graph(leads_to, looks_at), facts


def _closure(paths: Iterable[str], step: dict[str, set[str]] | dict[str, list[str]]) -> set[str]:
    found = set(paths)
    waiting = list(found)
    while waiting:
        for one in step.get(waiting.pop(), ()):
            if one not in found:
                found.add(one)
                waiting.append(one)
    return found


def _groups(step: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Files that lead to one another, each group after those that it leads to (Tarjan, without recursion)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    place: dict[str, int] = {}  # in open_ones
    open_ones: list[str] = []
    is_open: set[str] = set()
    found: list[list[str]] = []
    for start in step:
        waiting = [(start, iter(step[start]))] if start not in number else []
        while waiting:
            path, rest = waiting[-1]
            if path not in number:
                number[path] = low[path] = len(number)
                place[path] = len(open_ones)
                open_ones.append(path)
                is_open.add(path)
            inner = next((one for one in rest if one not in number or one in is_open), None)
            if inner is None:
                waiting.pop()
                if waiting:
                    low[waiting[-1][0]] = min(low[waiting[-1][0]], low[path])
                if low[path] == number[path]:
                    at = place[path]
                    found.append(open_ones[at:])
                    is_open.difference_update(open_ones[at:])
                    del open_ones[at:]
            elif inner in number:
                low[path] = min(low[path], number[inner])
            else:
                waiting.append((inner, iter(step[inner])))
    return found
