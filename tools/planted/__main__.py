"""How many of the hazards planted into a package's own traced lines are found, and why the others are not.

    python -m tools.planted LINES.json PACKAGE [-v]

LINES.json: ``{"tracer_files": {path: [line, ...]}}``, the lines that ran with tracers while the package's tests ran.
Nothing of the package is executed, and nothing in its folder is changed.  Development only.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter

from jaxlint.discovery.patterns import Patterns
from jaxlint.discovery.read import read
from jaxlint.discovery.walk import discover
from jaxlint.project.project import Project
from jaxlint.settings.load import load
from jaxlint.settings.nearest import Nearest
from jaxlint.syntax.parse import NotParsed
from jaxlint.text.source import Source
from jaxlint.tracing.program import run
from jaxlint.tracing.running.interpreter import Interpreter
from jaxlint.tracing.values.value import Traced
from tools.planted.plants import Plant, planted
from tools.planted.reasons import Reasons


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("lines")
    parser.add_argument("package")
    parser.add_argument("-v", action="store_true", help="show each plant that is not found")
    options = parser.parse_args(arguments)
    with open(options.lines, encoding="utf-8") as stream:
        lines = {path: set(found) for path, found in json.load(stream)["tracer_files"].items()}
    os.chdir(options.package)
    project, plants = plant_all(lines)
    interpreter = Interpreter(project)
    run(interpreter, sorted(project.modules))
    report(interpreter, plants, options.v)
    return 0


def plant_all(lines: dict[str, set[int]]) -> tuple[Project, dict[str, list[Plant]]]:
    """The project of the working directory with plants in it, and these by path."""
    settings = load(os.curdir).settings
    assumed = Patterns(settings.root, settings.assume_traced).match if settings.assume_traced else None
    project, plants = Project(settings.root, assumed, settings.target_jax), {}
    for path in discover([os.curdir], Nearest(settings)).files:
        source = read(path)
        if not isinstance(source, Source):
            continue
        try:
            text, found = planted(source.text, lines.get(os.path.relpath(path), set()))
            project.add(Source(path, text) if found else source)
            plants[path] = found
        except (NotParsed, SyntaxError):
            continue
    return project, plants


def report(interpreter: Interpreter, plants: dict[str, list[Plant]], verbose: bool) -> None:
    told = {
        (event.module.path, event.node.lineno)  # type: ignore[attr-defined]
        for event in interpreter.whole.noted.events
        if event.kind == "truth-test" and isinstance(event.value, Traced)
        and event.value.is_array and not event.value.concrete
    }  # fmt: skip
    reasons, why, total, false = Reasons(interpreter), Counter[str](), 0, 0
    for path, found in plants.items():
        for plant in found:
            total += 1
            alarms = [line for line in range(plant.first, plant.line) if (path, line) in told]
            false += len(alarms)
            for line in alarms:
                print(f"FALSE {path}:{line}")
            if (path, plant.line) in told:
                why["found"] += 1
                continue
            reason, details = reasons.of(path, plant)
            why[reason] += 1
            if verbose:
                print(f"{path}:{plant.first - 1} {plant.function}: {reason}", *details, sep="\n    ")
    print(f"{why['found']} of {total} found, {false} look-alikes reported;", dict(why))
    for place, reason in interpreter.whole.gave_up:
        print("gave up:", place, reason)


if __name__ == "__main__":
    sys.exit(main())
