"""Make one fix alone, lint again, and say what is wrong with the result."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from jaxlint.diagnostic import SUGGESTION, Diagnostic, Fix, Severity
from jaxlint.discovery.patterns import Patterns
from jaxlint.engine.alone import key, unit_of
from jaxlint.engine.judge import Found
from jaxlint.engine.lint import Linter
from jaxlint.engine.request import Request
from jaxlint.engine.select import Selection
from jaxlint.project.project import Project
from jaxlint.settings.model import Settings
from jaxlint.text.edit import Edit, apply_edits
from jaxlint.text.moved import Moved
from jaxlint.text.source import Source
from jaxlint.tracing.program import trace

Texts = dict[str, str]
# What a fix may leave behind that is not used, or use without an import.
_NAMES = "F401,F811,F821,F822,F823,F841"


class Trial(NamedTuple):
    """``wrong``: what is wrong with the texts that one fix alone makes; "" where nothing is."""

    finding: Diagnostic
    after: Texts
    wrong: str

    @property
    def fix(self) -> Fix:
        assert self.finding.fix is not None
        return self.finding.fix

    def __str__(self) -> str:
        place, fix = self.finding.location, self.fix
        head = f"{place.path}:{place.line}:{place.column}: {self.finding.code} {fix.applicability} {fix.summary!r}"
        return f"{head}: {self.wrong}"


def trials(texts: Texts, assumed: bool = False, names: bool = True, most: int | None = None) -> list[Trial]:
    """One for each fix that is offered, suggestions too: they are shown as what to write."""
    lint, look = linters(texts, assumed)
    before = lint(texts)
    fixed = [item for item in before if item.fix is not None][:most]
    made = []
    for item in fixed:
        assert item.fix is not None
        after = {path: apply_edits(text, item.fix.alone.get(path, [])) for path, text in texts.items()}
        made.append(Trial(item, after, _unparsed(after) or _left(texts, before, item, look(after))))
    return _with_names(texts, made) if names else made


def trials_in_repository(texts: Texts, root: str, assumed: bool, most: int | None = None) -> Iterator[Trial]:
    """Fixes that a run on all of ``texts`` offers, each judged on the files that it changes; others come from disk."""
    lint, look = linters(texts, assumed, root)
    fixed = [item for item in lint(texts) if item.fix is not None and item.fix.applicability != SUGGESTION]
    fixed.sort(key=lambda item: sorted(item.fix.edits) if item.fix is not None else [])
    seen: dict[frozenset[str], list[Diagnostic]] = {}
    for item in fixed[:most]:
        assert item.fix is not None
        paths = frozenset([item.location.path, *item.fix.edits])
        if paths not in seen:
            seen[paths] = look({path: texts[path] for path in paths})
        if key(item) not in {key(one) for one in seen[paths]}:
            paths = frozenset(texts)  # found through its callers
            if paths not in seen:
                seen[paths] = look(texts)
        before = {path: texts[path] for path in paths}
        own = next((one for one in seen[paths] if key(one) == key(item)), item)
        own.fix = item.fix
        after = {path: apply_edits(text, item.fix.alone.get(path, [])) for path, text in before.items()}
        trial = Trial(own, after, _unparsed(after) or _left(before, seen[paths], own, look(after)))
        changed = {path: text for path, text in before.items() if path in item.fix.alone}
        names = _with_names(changed, [trial._replace(after={path: after[path] for path in changed})])
        yield names[0]


Look = Callable[[Texts], list[Diagnostic]]


def linters(texts: Texts, assumed: bool, root: str | None = None) -> tuple[Look, Look]:
    """The linter, and one that makes no fixes."""
    root = root or os.path.commonpath([os.path.dirname(path) for path in texts])
    settings = Settings(root, assume_traced=("*",) if assumed else ())
    selection = Selection(settings, Request(list(texts), select=("ALL",)))
    patterns = Patterns(root, ["*"]).match if assumed else None

    def lint(these: Texts) -> list[Diagnostic]:
        return Linter(settings, selection)({path: Source(path, text) for path, text in these.items()})

    def look(these: Texts) -> list[Diagnostic]:
        project = Project(root, patterns)
        for path, text in these.items():
            project.add(Source(path, text))
        return Found(trace(project, True), selection).verdict.diagnostics

    return lint, look


def _unparsed(after: Texts) -> str:
    for path, text in after.items():
        try:
            compile(text, path, "exec", dont_inherit=True)
        except SyntaxError as error:
            return f"does not parse: {error}"
    return ""


def _left(texts: Texts, before: list[Diagnostic], own: Diagnostic, after: list[Diagnostic]) -> str:
    """Findings outside of what is replaced stay; those inside may be as they were; the own one is gone."""
    assert own.fix is not None
    moved = {path: _Moved(texts[path], own.fix.alone.get(path, [])) for path in texts}
    kept: Counter[tuple[str, str, int]] = Counter()
    inside: Counter[tuple[str, str]] = Counter()
    for item in before:
        if item is own:
            continue
        went = moved[item.location.path].forward(item.location.line, item.location.column)
        if went is None:
            inside[item.code, item.message] += 1
        else:
            kept[item.code, item.location.path, went] += 1
    wrong = []
    for item in after:
        shift = moved[item.location.path]
        place = (item.code, item.location.path, shift.offset(item.location.line, item.location.column))
        beside = item.code[:4] != own.code[:4] and shift.is_beside(place[2])
        if kept[place]:
            kept[place] -= 1
        elif inside[item.code, item.message]:
            inside[item.code, item.message] -= 1
        elif item.severity == Severity.ERROR or shift.writes(place[2]) or beside:
            kind = "leaves" if item.code == own.code else "adds"
            wrong.append(f"{kind} {item.code} in line {item.location.line}: {item.message}")
    return "; ".join(wrong)


class _Moved:
    """Where the characters of a text went."""

    def __init__(self, text: str, edits: list[Edit]) -> None:
        self._old = Source("before", text)
        self._new = Source("after", apply_edits(text, edits))
        self._edits = sorted(edits, key=lambda edit: edit.span)

    def forward(self, line: int, column: int) -> int | None:
        """The new offset; None for what is replaced."""
        at = self._old.starts[line - 1] + column - 1
        shift = 0
        for edit in self._edits:
            if edit.span.start <= at < edit.span.end:
                return None
            if edit.span.end <= at:
                shift += len(edit.replacement) - (edit.span.end - edit.span.start)
        return at + shift

    def writes(self, offset: int) -> bool:
        return any(span.start <= offset < span.end for span in Moved(self._edits).spans)

    def is_beside(self, offset: int) -> bool:
        """In a function that an edit writes into."""
        units = {unit_of(self._new, span.start) for span in Moved(self._edits).spans}
        return 0 < unit_of(self._new, offset) in units

    def offset(self, line: int, column: int) -> int:
        return self._new.starts[line - 1] + column - 1


def _with_names(texts: Texts, made: list[Trial]) -> list[Trial]:
    """What ruff says of names, of all results at once."""
    old = {path: _said_of_names({path: text})[path] for path, text in texts.items()} if made else {}
    new = _said_of_names({f"{at}:{path}": text for at, one in enumerate(made) for path, text in one.after.items()})
    judged = []
    for at, one in enumerate(made):
        more = [str(said) for path in texts for said in (new[f"{at}:{path}"] - old[path]).elements()]
        if one.fix.applicability == SUGGESTION:
            more = [said for said in more if not said.startswith("F821")]  # a placeholder
        judged.append(one._replace(wrong="; ".join([*filter(None, [one.wrong]), *more])))
    return judged


def _said_of_names(texts: Texts) -> dict[str, Counter[str]]:
    import tempfile

    said: dict[str, Counter[str]] = {name: Counter() for name in texts}
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for at, (name, text) in enumerate(texts.items()):
            files[os.path.realpath(os.path.join(folder, f"f{at}.py"))] = name
            with open(os.path.join(folder, f"f{at}.py"), "w", encoding="utf-8", newline="") as file:
                file.write(text)
        command = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--quiet", "--select", _NAMES]
        run = subprocess.run([*command, "--output-format", "json", folder], capture_output=True, text=True, check=False)
        for found in json.loads(run.stdout):
            said[files[os.path.realpath(found["filename"])]][f"{found['code']} {_without_lines(found['message'])}"] += 1
    return said


def _without_lines(message: str) -> str:
    """``from line 201``: lines move."""
    return re.sub(r"line \d+", "a line", message)
