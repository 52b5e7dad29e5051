"""What a change does to findings and fixes: two checkouts of jaxlint over the same projects, the difference by rule.

    python -m tools.project_diff OLD_CHECKOUT NEW_CHECKOUT PROJECT [PROJECT ...] [--select ALL] [--seconds 600]

Each project is linted whole, from its own folder, without kept answers.  A finding is the same where file, line, column
and rule are; of two that are, messages, reasons and fixes are compared.  The exit status is 1 where anything differs.
Development only.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from typing import Any

Place = tuple[str, int, int, str]


class Seen:
    """Findings by place and rule; ``trouble``: how the run ended, where it did not end well."""

    def __init__(self, findings: dict[Place, dict[str, Any]], trouble: str, seconds: float) -> None:
        self.findings = findings
        self.trouble = trouble
        self.seconds = seconds


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("projects", nargs="+")
    parser.add_argument("--select", default="ALL")
    parser.add_argument("--seconds", type=float, default=600)
    options = parser.parse_args(arguments)
    for checkout in (options.old, options.new):
        if not os.path.isfile(os.path.join(checkout, "jaxlint", "__main__.py")):  # an installed one would be run
            parser.error(f"{checkout} is no checkout of jaxlint")
    total: Counter[tuple[str, str]] = Counter()
    for project in options.projects:
        old = seen(options.old, project, options.select, options.seconds)
        new = seen(options.new, project, options.select, options.seconds)
        lines, counts = compared(old, new)
        total += counts
        cost = f"CPU {old.seconds:.1f} -> {new.seconds:.1f} s"
        print(f"{project}: {len(old.findings)} -> {len(new.findings)} findings, {cost}")
        print("".join(f"  {line}\n" for line in lines), end="", flush=True)
    for (code, change), count in sorted(total.items()):
        print(f"{code} {change}: {count}")
    return 1 if total else 0


def seen(checkout: str, project: str, select: str, seconds: float) -> Seen:
    """What one jaxlint says of one project."""
    command = [sys.executable, "-P", "-m", "jaxlint", "--no-cache", "--output-format", "json", "--select", select, "."]
    environment = {**os.environ, "PYTHONPATH": os.path.abspath(checkout), "PYTHONHASHSEED": "0"}
    before = os.times()
    try:
        done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return Seen({}, f"did not end in {seconds:.0f} s", seconds)
    after = os.times()
    taken = after.children_user + after.children_system - before.children_user - before.children_system
    trouble = next((line for line in reversed(done.stderr.splitlines()) if "internal" in line or "Error" in line), "")
    try:
        found = json.loads(done.stdout)
    except ValueError:
        return Seen({}, trouble or "gave no report", taken)
    rows = found["findings"]
    return Seen({place(row): row for row in rows}, trouble, taken)


def place(row: dict[str, Any]) -> Place:
    return row["path"], row["line"], row["column"], row["code"]


def compared(old: Seen, new: Seen) -> tuple[list[str], Counter[tuple[str, str]]]:
    """A line for each difference, and how many there are of each rule and kind."""
    lines = [f"{side}: {one.trouble}" for side, one in (("old", old), ("new", new)) if one.trouble]
    counts: Counter[tuple[str, str]] = Counter()
    for where in sorted(old.findings.keys() | new.findings.keys()):
        change = changed(old.findings.get(where), new.findings.get(where))
        if change is not None:
            path, line, column, code = where
            row = new.findings.get(where) or old.findings[where]
            counts[code, change] += 1
            lines.append(f"{change}: {path}:{line}:{column} {code} {row['message']}")
    return lines, counts


def changed(old: dict[str, Any] | None, new: dict[str, Any] | None) -> str | None:
    if old is None or new is None:
        return "gone" if new is None else "new"
    if old["severity"] != new["severity"] or old["message"] != new["message"]:
        return "other message"
    if old.get("fix") != new.get("fix"):
        return "other fix"
    return "other reason" if old.get("related") != new.get("related") else None


if __name__ == "__main__":
    sys.exit(main())
