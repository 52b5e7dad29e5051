"""Which lines of the recipes each unit runs."""

from __future__ import annotations

import sys
import time
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.mutation.units import LEVELS, Unit

RECIPES = Path(__file__).parents[2] / "jaxlint" / "codemods" / "recipes"


def observe(unit: Unit) -> None:
    """Fill in what the unbroken recipes make of the unit, and the lines that they run."""
    reached: set[tuple[str, int]] = set()
    watch = _watching(reached)
    sys.settrace(watch)
    try:
        for level in LEVELS:
            unit.outcome(level)
    finally:
        sys.settrace(None)
    start = time.perf_counter()
    unit.wanted = {level: unit.outcome(level) for level in LEVELS}
    unit.seconds = time.perf_counter() - start
    unit.reached = frozenset(reached)


def _watching(reached: set[tuple[str, int]]) -> Callable[[types.FrameType, str, Any], Any]:
    folder = str(RECIPES)

    def line(frame: types.FrameType, event: str, _: object) -> object:
        if event == "line":
            reached.add((frame.f_code.co_filename, frame.f_lineno))
        return line

    def call(frame: types.FrameType, event: str, _: object) -> object:
        return line if frame.f_code.co_filename.startswith(folder) else None

    return call
