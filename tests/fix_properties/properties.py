"""Fix a text, and what must hold of the result; each complaint is one line."""

from __future__ import annotations

import ast
import difflib
import io
import os
import tokenize
from collections import Counter
from pathlib import Path

from jaxlint.codemods.segment import anchor
from jaxlint.diagnostic import Diagnostic
from jaxlint.engine.lint import Linter
from jaxlint.engine.mend import mend
from jaxlint.engine.request import Request
from jaxlint.engine.select import Selection
from jaxlint.settings.model import Settings
from jaxlint.syntax.module import Module, walk
from jaxlint.syntax.parse import parse
from jaxlint.text.source import Source

LEVELS = ("safe", "unsafe")
Texts = dict[str, str]


class Fixed:
    """``first``: the findings before anything was mended; ``problems``: what the fixing itself said."""

    def __init__(self, texts: Texts, first: list[Diagnostic], problems: list[str], mended: int) -> None:
        self.texts = texts
        self.first = first
        self.problems = problems
        self.mended = mended


def fix(texts: Texts, level: str, backwards: bool = False) -> Fixed:
    """``backwards``: with files and rules in the opposite order."""
    names = sorted(texts, reverse=backwards)
    sources = {name: Source(name, texts[name]) for name in names}
    settings = Settings(os.path.dirname(names[0]))
    selection = Selection(settings, Request(names, select=("ALL",)))
    if backwards:
        selection._rules = selection.rules[::-1]
    linter = Linter(settings, selection)
    first = linter(sources)
    done = mend(sources, linter, level == "unsafe")
    problems = [str(problem) for problem in [*linter.problems, *done.problems]]
    return Fixed({name: source.text for name, source in done.sources.items()}, first, problems, len(done.fixed))


def complaints(texts: Texts, level: str, orders: bool = True) -> list[str]:
    """All properties of one text, or of several that belong together."""
    fixed = fix(texts, level)
    found = [f"problem: {problem}" for problem in fixed.problems]
    if fixed.texts == texts:
        return found
    again = fix(fixed.texts, level)
    if again.texts != fixed.texts:
        found.append(f"a second run changes it: {_change(fixed.texts, again.texts)}")
    if orders and fix(texts, level, backwards=True).texts != fixed.texts:
        found.append("the order of rules or files matters")
    for name, after in fixed.texts.items():
        if after != texts[name]:
            found += [f"{name}: {said}" for said in _of_file(name, texts[name], after, fixed.first)]
    return found


def _of_file(name: str, before: str, after: str, first: list[Diagnostic]) -> list[str]:
    try:
        compile(after, name, "exec", dont_inherit=True)
    except SyntaxError as error:
        return [f"does not parse: {error}"]
    found = []
    if comments(before) != comments(after):
        lost, new = comments(before) - comments(after), comments(after) - comments(before)
        found.append(f"comments lost {dict(lost)}, made {dict(new)}")
    stray = _stray_lines(name, before, after, first)
    return found + ([f"changed where nothing was to be fixed: lines {stray}"] if stray else [])


def comments(text: str) -> Counter[str]:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return Counter(token.string for token in tokens if token.type == tokenize.COMMENT)


def _stray_lines(name: str, before: str, after: str, first: list[Diagnostic]) -> list[int]:
    """Changed lines outside the functions and statements that held something to fix; new imports are no change."""
    module = parse(Source(name, before))
    allowed = _lines_with_fixes(module, first)
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    stray: list[int] = []
    for kind, low, high, start, end in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        imports = all(not line.strip() or line.lstrip().startswith("import ") for line in new[start:end])
        if kind == "insert" and imports:
            continue
        lines = range(low + 1, high + 1) if high > low else range(low, low + 2)
        if not (all(line in allowed for line in lines) if high > low else any(line in allowed for line in lines)):
            stray += lines
    return stray


def _lines_with_fixes(module: Module, first: list[Diagnostic]) -> set[int]:
    allowed: set[int] = set()
    position = module.source.position
    for diagnostic in first:
        for edit in diagnostic.fix.edits.get(module.path, []) if diagnostic.fix is not None else []:
            low, high = position(edit.span.start)[0], position(edit.span.end)[0]
            allowed.update(range(low, high + 1))
            allowed.update(_around(module, low, high))
    return allowed


def _around(module: Module, low: int, high: int) -> set[int]:
    """The lines of the outermost functions, or module-level statements, that lines are part of."""
    found: set[int] = set()
    for node in walk(module.tree):
        if isinstance(node, ast.stmt) and node.lineno <= high and low <= (node.end_lineno or 0):
            top = anchor(module, node)
            if top is not None and not isinstance(top, ast.ClassDef):
                found.update(range(top.lineno, (top.end_lineno or top.lineno) + 1))
    return found


def _change(before: Texts, after: Texts) -> str:
    lines: list[str] = []
    for name in before:
        rows = difflib.unified_diff(before[name].splitlines(), after[name].splitlines(), lineterm="", n=0)
        lines += list(rows)[2:]
    return " / ".join(lines)[:300]


def disguises(text: str) -> dict[str, tuple[str, str]]:
    """The text in other clothes, and how to take them off the result again: (text, kind of clothes)."""
    found = {"crlf": (text.replace("\n", "\r\n"), "crlf"), "no last newline": (text.rstrip("\n"), "last")}
    tabbed = tabs(text)
    if tabbed is not None:
        found["tabs"] = (tabbed, "tabs")
    return found


def tabs(text: str) -> str | None:
    """Indented by tabs; None where strings of several lines would change."""
    lines = []
    for line in text.split("\n"):
        blanks = len(line) - len(line.lstrip(" "))
        lines.append("\t" * (blanks // 4) + " " * (blanks % 4) + line.lstrip(" "))
    made = "\n".join(lines)
    try:
        return made if ast.dump(ast.parse(made)) == ast.dump(ast.parse(text)) else None
    except SyntaxError:
        return None


def disguise_complaints(name: str, text: str, level: str = "unsafe") -> list[str]:
    """The result of fixing doesn't depend on line ends, indentation or a last newline, and keeps them."""
    plain = fix({name: text}, level).texts[name]
    if plain == text:
        return []
    found = []
    for label, (dressed, kind) in disguises(text).items():
        after = fix({name: dressed}, level).texts[name]
        same = {
            "crlf": lambda after=after: after == plain.replace("\n", "\r\n"),
            "last": lambda after=after: after == plain.rstrip("\n"),
            "tabs": lambda after=after: _same_program(after, plain) and "\n    " not in after.replace("\n\t", "\n"),
        }[kind]
        if not same():
            found.append(f"{label}: {_change({name: plain}, {name: after.replace(chr(13), '')})}")
    return found


def _same_program(left: str, right: str) -> bool:
    try:
        return ast.dump(ast.parse(left)) == ast.dump(ast.parse(right))
    except SyntaxError:
        return False


def files_below(root: Path) -> list[Path]:
    return sorted(path for path in root.rglob("*.py") if not path.name.endswith((".safe.py", ".unsafe.py")))
