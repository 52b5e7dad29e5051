"""What is wrong with single fixes:  python -m tests.lone_fixes PATH ... [--assume-traced] [--seeds 0:200]

With ``--repositories`` each path is linted as one project, and suggestions, which are never applied, are left out.
``--diffs FILE`` keeps what each fix does, to be read: one JSON object a line.
"""

from __future__ import annotations

import argparse
import collections
import difflib
import json
import time
from collections.abc import Iterator
from pathlib import Path

from jaxlint.text.edit import apply_edits
from tests.fix_properties.properties import files_below
from tests.generated_fixes.programs import program
from tests.lone_fixes.judge import Texts, Trial, trials, trials_in_repository


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--assume-traced", action="store_true", help="as if every function were under jit")
    parser.add_argument("--seeds", default="0:0", help="random programs, beside the files")
    parser.add_argument("--most", type=int, default=None, help="fixes of one file")
    parser.add_argument("--repositories", action="store_true", help="each path is a project")
    parser.add_argument("--diffs", type=Path, default=None, help="where to keep what each fix changes")
    options = parser.parse_args()
    low, high = map(int, options.seeds.split(":"))
    counts: collections.Counter[str] = collections.Counter()
    start = time.monotonic()
    for one in _trials(options, low, high):
        counts[one.fix.applicability] += 1
        if options.diffs is not None:
            with options.diffs.open("a", encoding="utf-8") as file:
                file.write(json.dumps(_kept(one)) + "\n")
        if one.wrong:
            counts[f"{one.fix.applicability} wrong"] += 1
            print(one, flush=True)
    print(f"{dict(counts)}, {time.monotonic() - start:.0f} s")


def _trials(options: argparse.Namespace, low: int, high: int) -> Iterator[Trial]:
    if options.repositories:
        for root in map(Path.resolve, options.paths):
            texts = {path: text for found in _files([root]) for path, text in found.items()}
            yield from trials_in_repository(texts, str(root), options.assume_traced, options.most)
        return
    for texts in [
        *_files(options.paths),
        *({f"/nowhere/seed{seed}.py": program(seed).text} for seed in range(low, high)),
    ]:
        yield from trials(texts, options.assume_traced, most=options.most)


def _kept(one: Trial) -> dict[str, object]:
    """What a reader wants to see of a fix."""
    changes = []
    for path, edits in one.fix.alone.items():
        text = Path(path).read_text(encoding="utf-8") if Path(path).exists() else ""
        lines = [part.splitlines(True) for part in (text, apply_edits(text, edits))]
        changes += difflib.unified_diff(*lines, path, path, n=12)
    place = one.finding.location
    return {
        "place": f"{place.path}:{place.line}",
        "code": one.finding.code,
        "message": one.finding.message,
        "level": one.fix.applicability,
        "summary": one.fix.summary,
        "wrong": one.wrong,
        "diff": "".join(changes),
    }


def _files(paths: list[Path]) -> list[Texts]:
    found: list[Texts] = []
    for path in [file for root in paths for file in (files_below(root) if root.is_dir() else [root])]:
        try:
            text = path.read_text(encoding="utf-8")
            compile(text, str(path), "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            continue
        found.append({str(path.resolve()): text})
    return found


main()
