"""python -m tests.mutation [RECIPE ...] [--each 60]: break the recipes one change at a time, and run the fixtures.

A mutant is killed where some fixture's blessed form comes out otherwise.  Only fixtures that pass through the changed
function are run.  Survivors are listed: each asks for a fixture, or shows a condition that nothing needs.
"""

from __future__ import annotations

import argparse
import importlib
import random
import signal
import sys
import types
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.fixtures_on_jax.fixture import Fixture, fixture_files, read_fixture
from tests.fixtures_on_jax.report import fixed_text
from tests.mutation.mutants import Mutant, mutants

ROOT = Path(__file__).parents[2]
RECIPES = ROOT / "jaxlint" / "codemods" / "recipes"
Case = tuple[Fixture, str]
_SECONDS = 20  # a mutant that doesn't end is noticed, too


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recipes", nargs="*", help="names of files; all, where none is named")
    parser.add_argument("--each", type=int, default=60, help="so many mutants of each file, drawn at random; 0: all")
    options = parser.parse_args()
    files = sorted(RECIPES.rglob("[a-z]*.py"))
    chosen = [path for path in files if not options.recipes or path.stem in options.recipes]
    passed = coverage()
    whole = [0, 0]
    for path in chosen:
        found = list(mutants(path.read_text()))
        if options.each and len(found) > options.each:
            found = random.Random(path.stem).sample(found, options.each)
        survivors = [mutant for mutant in found if not is_killed(path, mutant, passed)]
        whole[0] += len(found) - len(survivors)
        whole[1] += len(found)
        print(f"{path.stem}: {len(found) - len(survivors)} of {len(found)} killed", flush=True)
        for mutant in sorted(survivors, key=lambda mutant: mutant.line):
            reach = len(passed[path.stem, mutant.function])
            print(f"    {path.name}:{mutant.line} {mutant.function} ({reach} runs): {mutant.said}", flush=True)
    print(f"all: {whole[0]} of {whole[1]} killed")


def coverage() -> dict[tuple[str, str], list[Case]]:
    """(recipe, function) -> the fixtures and levels whose fixing runs it."""
    found: dict[tuple[str, str], list[Case]] = defaultdict(list)
    for path in fixture_files(ROOT / "fixtures"):
        fixture = read_fixture(path)
        for level in ("safe", "unsafe"):
            seen: set[tuple[str, str]] = set()

            def note(frame: types.FrameType, event: str, _: object, seen: set[tuple[str, str]] = seen) -> None:
                if event == "call" and frame.f_code.co_filename.startswith(str(RECIPES)):
                    seen.add((Path(frame.f_code.co_filename).stem, frame.f_code.co_qualname))

            sys.setprofile(note)
            try:
                fixed_text(fixture, level)
            finally:
                sys.setprofile(None)
            for place in seen:
                found[place].append((fixture, level))
    return found


def is_killed(path: Path, mutant: Mutant, passed: dict[tuple[str, str], list[Case]]) -> bool:
    function = _function(
        importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts)), mutant.function
    )
    if function is None:
        return True  # a property or the like: not to be swapped
    code = next(one for one in _codes(compile(mutant.tree, str(path), "exec")) if one.co_qualname == mutant.function)
    original = function.__code__
    function.__code__ = code
    signal.signal(signal.SIGALRM, _stop)
    try:
        return any(_differs(fixture, level) for fixture, level in passed[path.stem, mutant.function])
    finally:
        signal.alarm(0)
        function.__code__ = original


def _differs(fixture: Fixture, level: str) -> bool:
    signal.alarm(_SECONDS)
    try:
        return fixed_text(fixture, level) != fixture.fixed_text(level)
    except Exception:
        return True


def _stop(*_: object) -> None:
    raise TimeoutError


def _function(module: types.ModuleType, name: str) -> types.FunctionType | None:
    found: object = module
    for part in name.split("."):
        found = vars(found).get(part)
    return found if isinstance(found, types.FunctionType) else None


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from _codes(constant)


main()
