"""One mutant against the units that run its line."""

from __future__ import annotations

import gc
import importlib
import random
import signal
import types
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.mutation.coverage import RECIPES
from tests.mutation.mutants import Mutant, mutants
from tests.mutation.units import LEVELS, Unit

ROOT = RECIPES.parents[2]
_SECONDS = 5.0  # a mutant that doesn't end is noticed, too; no unit takes one second


@dataclass
class Account:
    """What became of the mutants of one file."""

    path: Path
    all: int
    reached: int
    noticed: int
    survivors: list[tuple[Mutant, int]]  # with the number of units that run its line

    @property
    def tried(self) -> int:
        return self.noticed + len(self.survivors)


class Overdue(BaseException):
    """Not an Exception: the linter survives those."""


def account(path: Path, units: list[Unit], each: int, seed: int) -> Account:
    """Break a file in ``each`` places (0: in all) that some unit runs."""
    signal.signal(signal.SIGALRM, _stop)
    touching = [unit for unit in units if any(name == str(path) for name, _ in unit.reached)]
    found = list(mutants(path.read_text()))
    reached = [one for one in found if _running(path, one, touching)]
    drawn = random.Random(f"{seed} {path.stem}").sample(reached, len(reached))
    result = Account(path, len(found), len(reached), 0, [])
    owners = _owners(path)
    for mutant in drawn:
        tree = mutant.tree()
        if tree is None:
            continue
        if each and result.tried == each:
            break
        running = sorted(_running(path, mutant, touching), key=lambda unit: unit.seconds)
        code = _code(compile(tree, str(path), "exec"), mutant)
        if _is_noticed(owners[mutant.function, mutant.first], code, running, touching):
            result.noticed += 1
        else:
            result.survivors.append((mutant, len(running)))
    result.survivors.sort(key=lambda pair: pair[0].lines.start)
    return result


def _running(path: Path, mutant: Mutant, units: list[Unit]) -> list[Unit]:
    places = {(str(path), line) for line in mutant.lines}
    return [unit for unit in units if not places.isdisjoint(unit.reached)]


def _is_noticed(function: types.FunctionType, code: types.CodeType, running: list[Unit], latest: list[Unit]) -> bool:
    """Does some unit come out otherwise?  Those that noticed something of late are asked first."""
    original = function.__code__
    order = {unit.text: number for number, unit in enumerate(latest)}
    function.__code__ = code
    try:
        for unit in sorted(running, key=lambda unit: (order[unit.text] > 5, unit.seconds)):
            if _differs(unit):
                latest.remove(unit)
                latest.insert(0, unit)
                return True
        return False
    finally:
        function.__code__ = original


def _differs(unit: Unit) -> bool:
    signal.setitimer(signal.ITIMER_REAL, _SECONDS + 20 * unit.seconds)
    try:
        return any(unit.outcome(level) != unit.wanted[level] for level in LEVELS)
    except (Exception, Overdue):
        return True
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _stop(*_: object) -> None:
    raise Overdue


def _owners(path: Path) -> dict[tuple[str, int], types.FunctionType]:
    """The functions of a file, methods and properties too: (name, first line) -> what is called."""
    importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    gc.unfreeze()  # the linter freezes what it finds
    return {
        (one.__code__.co_qualname, one.__code__.co_firstlineno): one
        for one in gc.get_objects()
        if isinstance(one, types.FunctionType) and one.__code__.co_filename == str(path)
    }


def _code(module: types.CodeType, mutant: Mutant) -> types.CodeType:
    wanted = (mutant.function, mutant.first)
    return next(one for one in _codes(module) if (one.co_qualname, one.co_firstlineno) == wanted)


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from _codes(constant)
