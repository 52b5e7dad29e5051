"""Reaching definitions: which bindings may have given a name the value that it is read with."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.accesses import CAPTURE, READ, READS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.dataflow.paths import Paths, Step


class Reaching:
    """Of the reads of one function, those of comprehensions with them, and of no other function in it.

    Definitions are numbered; a set of them is the bits of one number.
    """

    __slots__ = ("_all_of", "_before", "_captures", "_nodes", "_numbers", "_read_by", "_reads")

    def __init__(self, parameters: list[_ast.arg], paths: Paths) -> None:
        self._nodes: list[_ast.AST | None] = []
        self._numbers: dict[_ast.AST, int] = {}
        self._all_of: dict[str, int] = {}  # name -> its definitions, and one more: that it is not bound yet
        self._reads: dict[_ast.AST, tuple[Step, str, int]] = {}  # read -> step, name, accesses of the step before it
        self._captures: list[tuple[_ast.AST, Step, str, int]] = []  # of functions that are defined here
        self._read_by: dict[int, list[_ast.AST]] | None = None  # definition -> reads
        given = 0
        for one in parameters:
            given |= self._add(one.arg, one)
        for step in paths.steps:
            for place, (kind, name, node) in enumerate(step.accesses):
                if kind == READ:
                    self._reads.setdefault(node, (step, name, place))
                elif kind == CAPTURE:
                    self._captures.append((node, step, name, place))
                if kind in READS:
                    continue
                if name not in self._all_of:
                    given |= self._add(name, None)
                self._add(name, node)
        self._before = {paths.entry: given}
        self._solve(paths.entry)

    def definitions(self, read: _ast.AST) -> list[_ast.AST | None] | None:
        """What may have bound the name that is read: targets, parameters, definitions, aliases, ``del``.

        None among them: it may not be bound by then.  None alone: no read of the function, or of what never runs.
        """
        found = self._reads.get(read)
        if found is None or found[0] not in self._before:
            return None
        step, name, place = found
        return self.definitions_at(step, place, name)

    def definitions_at(self, step: Step, count: int, name: str) -> list[_ast.AST | None]:
        """The same of any name, after so many accesses of a step; none where no path leads."""
        reaching = self._after(step, count)[0] & self._all_of.get(name, 0) if step in self._before else 0
        return [self._nodes[number] for number in self._of(reaching)]

    def beside(self, read: _ast.AST, name: str) -> list[_ast.AST | None]:
        """What may have bound another name by the time that a read of the function is evaluated."""
        found = self._reads.get(read)
        if found is None or found[0] not in self._before:
            return []
        step, _, place = found
        return [self._nodes[number] for number in self._of(self._after(step, place)[0] & self._all_of.get(name, 0))]

    def reads(self, definition: _ast.AST) -> list[_ast.AST]:
        """Where the value that a definition gives may be read, those of functions defined here with it."""
        number = self._numbers.get(definition)
        if number is None:
            return []
        if self._read_by is None:
            self._read_by = {}
            for read, (step, name, place) in self._reads.items():
                defined = self._after(step, place)[0] & self._all_of.get(name, 0) if step in self._before else 0
                for one in self._of(defined):
                    self._read_by.setdefault(one, []).append(read)
            for read, step, name, place in self._captures:
                for one in self._of(self._captured(step, name, place)):
                    self._read_by.setdefault(one, []).append(read)
        return self._read_by.get(number, [])

    def _captured(self, step: Step, name: str, place: int) -> int:
        """What a function that is defined here may find a name bound to: as it is here, or at a point from here on."""
        if step not in self._before:
            return 0
        found, waiting = self._after(step, place)[0], [step]
        seen = {step}
        for one in waiting:
            for kind, _, node in one.accesses:
                if kind not in READS:
                    found |= 1 << self._numbers[node]
            further = {after for after in (*one.next, *one.raised) if after not in seen}
            seen |= further
            waiting += further
        return found & self._all_of.get(name, 0)

    @staticmethod
    def _of(bits: int) -> list[int]:
        """The numbers of the definitions in a set."""
        found = []
        while bits:
            lowest = bits & -bits
            found.append(lowest.bit_length() - 1)
            bits ^= lowest
        return found

    def _add(self, name: str, node: _ast.AST | None) -> int:
        """A definition of a name, as the bit that stands for it."""
        if node is None or node not in self._numbers:
            if node is not None:
                self._numbers[node] = len(self._nodes)
            self._nodes.append(node)
        bit = 1 << (len(self._nodes) - 1 if node is None else self._numbers[node])
        self._all_of[name] = self._all_of.get(name, 0) | bit
        return bit

    def _after(self, step: Step, count: int) -> tuple[int, int]:
        """What reaches the point after so many of a step's accesses, and any point up to it."""
        reaching = ever = self._before[step]
        for kind, name, node in step.accesses[:count]:
            if kind not in READS:
                reaching = reaching & ~self._all_of[name] | 1 << self._numbers[node]
                ever |= reaching
        return reaching, ever

    def _solve(self, entry: Step) -> None:
        waiting = [entry]
        while waiting:
            step = waiting.pop()
            reaching, ever = self._after(step, len(step.accesses))
            for after, nodes in [*((one, reaching) for one in step.next), *((one, ever) for one in step.raised)]:
                known = self._before.get(after)
                if known is None or known | nodes != known:
                    self._before[after] = nodes | (known or 0)
                    waiting.append(after)
