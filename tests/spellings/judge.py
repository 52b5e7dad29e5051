"""What jaxlint and JAX say of a program, held against what the phenomenon says, and against a table of known faults."""

from __future__ import annotations

import traceback
from pathlib import Path

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request
from tests.spellings.constructs import CONSTRUCTS, PLAIN
from tests.spellings.phenomena import Phenomenon

EVERY = "every spelling"


def spellings(phenomenon: Phenomenon) -> list[str]:
    """A harmless program needs its question."""
    return [*PLAIN, *CONSTRUCTS] if phenomenon.code else [*CONSTRUCTS]


def fault(phenomenon: Phenomenon, construct: str) -> str | None:
    """What is wrong with jaxlint's answer."""
    text = phenomenon.program(construct)
    outcome = run(Request(["program.py"], stdin=text.encode()))
    assert not outcome.problems
    marked = line_with(phenomenon.mark or phenomenon.yes, text) if phenomenon.code else 0
    there = {one.code for one in outcome.diagnostics if one.location.line == marked}
    elsewhere = {one.code for one in outcome.diagnostics if one.location.line != marked} - {phenomenon.beside}
    told = there & {phenomenon.code, phenomenon.weaker}
    parts = [f"false {code}" for code in sorted(elsewhere | (there - told if told else set()))]
    if phenomenon.code and not told:
        others = " and ".join(sorted(there))
        parts.insert(0, f"{others} in place of {phenomenon.code}" if others else f"missed {phenomenon.code}")
    return ", ".join(parts) or None


def faults(phenomenon: Phenomenon) -> list[str]:
    """Lines of the table: one for each spelling whose answer is wrong, or one for all if all have the same fault."""
    found = {construct: fault(phenomenon, construct) for construct in spellings(phenomenon)}
    first, *others = dict.fromkeys(found.values())
    if first and not others:
        return [f"{phenomenon.name} | {EVERY} | {first}"]
    return [f"{phenomenon.name} | {construct} | {said}" for construct, said in found.items() if said]


def table(path: Path) -> list[str]:
    return [line for line in path.read_text().splitlines() if not line.startswith("#")]


def complaints(phenomenon: Phenomenon, path: Path) -> list[str]:
    """How the answers of today differ from the table."""
    found = faults(phenomenon)
    known = [line for line in table(path) if line.startswith(f"{phenomenon.name} | ")]
    new = [f"wrong, and {path.name} does not say so: {line}" for line in found if line not in known]
    return new + [f"no longer so, delete this line of {path.name}: {line}" for line in known if line not in found]


def line_with(mark: str, text: str) -> int:
    """The number of the only line that contains it."""
    (line,) = [number for number, line in enumerate(text.split("\n"), 1) if mark in line]
    return line


def on_jax(phenomenon: Phenomenon, construct: str) -> str | None:
    """How JAX differs from what the phenomenon says."""
    text = phenomenon.program(construct) + phenomenon.run
    raised, lines = _raised(text)
    named = f"{phenomenon.name} | {construct}"
    if raised != phenomenon.raises:
        return f"{named}: JAX raises {raised} in lines {lines}, not {phenomenon.raises}"
    wanted = line_with(phenomenon.at or phenomenon.mark or phenomenon.yes, text) if raised else None
    return None if wanted is None or wanted in lines else f"{named}: JAX raises in lines {lines}, not in {wanted}"


def _raised(text: str) -> tuple[str | None, list[int]]:
    """The name of the exception, and the lines of the program in its traceback."""
    try:
        exec(compile(text, "program.py", "exec", dont_inherit=True), {"__name__": "__main__"})
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        return type(error).__name__, [frame.lineno or 0 for frame in frames if frame.filename == "program.py"]
    return None, []
