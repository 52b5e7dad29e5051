"""Fix a text, and what must hold of the result; each complaint is one line."""

from __future__ import annotations

import ast
import difflib
import io
import os
import re
import tokenize
from collections import Counter
from functools import lru_cache
from pathlib import Path

from jaxlint.diagnostic import Diagnostic
from jaxlint.engine.lint import Linter
from jaxlint.engine.mend import mend
from jaxlint.engine.request import Request
from jaxlint.engine.select import Selection
from jaxlint.settings.load import load
from jaxlint.settings.model import Settings
from jaxlint.syntax.module import Module
from jaxlint.syntax.nodes import first_line, walk
from jaxlint.syntax.parse import parse
from jaxlint.text.source import Source

LEVELS = ("safe", "unsafe")
OF_COMMENTS = ("JAX001", "JAX002", "JAX003")  # their fixes change comments, and nothing else
SILENCING = re.compile(r"#\s*(?:jaxlint:\s*(?:ignore|expect)|noqa)[^#]*")
MOST_PASSES = 10
Texts = dict[str, str]
Round = tuple[Texts, list[Diagnostic]]


class Fixed:
    """``rounds``: texts and findings before each pass and after the last; ``remaining``: the findings that stay;
    ``problems``: what the fixing itself said."""

    def __init__(
        self, texts: Texts, rounds: list[Round], remaining: list[Diagnostic], problems: list[str], mended: int
    ) -> None:
        self.texts = texts
        self.remaining = remaining
        self.rounds = rounds
        self.problems = problems
        self.mended = mended


def fix(texts: Texts, level: str, backwards: bool = False, assumed: bool = False) -> Fixed:
    """``backwards``: with files and rules in the opposite order; ``assumed``: as if all functions were jitted."""
    names = sorted(texts, reverse=backwards)
    sources = {name: Source(name, texts[name]) for name in names}
    rounds: list[Round] = []
    problems: dict[str, None] = {}

    def lint(work: dict[str, Source]) -> list[Diagnostic]:
        found, met = _linted(tuple((name, source.text) for name, source in work.items()), backwards, assumed)
        rounds.append(({name: source.text for name, source in work.items()}, found))
        problems.update(dict.fromkeys(met))
        return list(found)

    done = mend(sources, lint, level == "unsafe")
    said = [*problems, *map(str, done.problems)]
    after = {name: source.text for name, source in done.sources.items()}
    return Fixed(after, rounds, done.remaining, said, len(done.fixed))


def findings(name: str, text: str, with_fixes: bool = True) -> tuple[list[Diagnostic], list[str]]:
    """Of one text before anything is fixed, and what jaxlint could not do."""
    return _linted(((name, text),), False, False, with_fixes)


@lru_cache(maxsize=24)
def _linted(
    texts: tuple[tuple[str, str], ...], backwards: bool, assumed: bool, with_fixes: bool = True
) -> tuple[list[Diagnostic], list[str]]:
    """Findings and problems.  The same text is linted for each level, and by each run that ends with it: once here."""
    names = [name for name, _ in texts]
    folder = os.path.dirname(names[0])
    settings = Settings(folder, assume_traced=("*",)) if assumed else load(folder).settings
    selection = Selection(settings, Request(names, select=("ALL",), fixable=None if with_fixes else ()))
    if backwards:
        selection._rules = selection.rules[::-1]
    linter = Linter(settings, selection)
    found = linter({name: Source(name, text) for name, text in texts})
    return found, list(map(str, linter.problems))


def complaints(texts: Texts, level: str, assumed: bool = False) -> list[str]:
    """All properties of one text, or of several that belong together."""
    return result_complaints(texts, level, assumed) + order_complaints(texts, level, assumed)


def order_complaints(texts: Texts, level: str, assumed: bool = False) -> list[str]:
    fixed = fix(texts, level, assumed=assumed)
    if fixed.texts == texts or fix(texts, level, True, assumed).texts == fixed.texts:
        return []
    return ["the order of rules or files matters"]


def result_complaints(texts: Texts, level: str, assumed: bool = False) -> list[str]:
    """What is asked of the result alone, so that it costs little beside the fixing."""
    fixed = fix(texts, level, assumed=assumed)
    found = [f"problem: {problem}" for problem in fixed.problems]
    if any("not fixed: fix" in problem for problem in fixed.problems) and len(texts) == 1 and fixed.texts != texts:
        found.append("does not settle, and yet is changed")
    if len(fixed.rounds) - 1 > MOST_PASSES:
        found.append(f"{len(fixed.rounds) - 1} passes")
    if fixed.texts == texts:
        return found
    again = fix(fixed.texts, level, assumed=assumed)
    if again.texts != fixed.texts:
        found.append(f"a second run changes it: {_change(fixed.texts, again.texts)}")
    for name, before in texts.items():
        if not _keeps_the_rest(name, before, fixed.rounds[1][0][name], fixed.rounds[0][1]):
            found.append(f"{name}: changed outside of what the fixes replace")
    for name, after in fixed.texts.items():
        if after != texts[name]:
            found += [f"{name}: {said}" for said in _of_file(name, texts[name], after, fixed.rounds)]
    return found


def _of_file(name: str, before: str, after: str, rounds: list[Round]) -> list[str]:
    try:
        compile(after, name, "exec", dont_inherit=True)
    except SyntaxError as error:
        return [f"does not parse: {error}"]
    found = []
    idle = any(item.code in OF_COMMENTS for item in rounds[0][1])
    old_ones, new_ones = comments(before, idle), comments(after, idle)
    if old_ones != new_ones:
        lost, new = old_ones - new_ones, new_ones - old_ones
        found.append(f"comments lost {dict(lost)}, made {dict(new)}")
    stray = _stray_lines(name, before, after, rounds)
    return found + ([f"changed where nothing was to be fixed: lines {stray}"] if stray else [])


def _keeps_the_rest(name: str, before: str, once: str, first: list[Diagnostic]) -> bool:
    """What no edit of the first pass replaces is there, byte for byte and in its order."""
    fixes = [item.fix for item in first if item.fix is not None]
    spans = sorted((edit.span.start, edit.span.end) for fix in fixes for edit in fix.edits.get(name, []))
    kept, place = [], 0
    for start, end in spans:
        kept.append(before[place : max(start, place)])
        place = max(end, place)
    kept.append(before[place:])
    position = 0
    for part in kept:
        found = once.find(part, position)
        if found < 0:
            return False
        position = found + len(part)
    return once.startswith(kept[0]) and once.endswith(kept[-1])


def comments(text: str, idle: bool = False) -> Counter[str]:
    """``idle``: without what silences rules, where the fixes take that away."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    found = [token.string for token in tokens if token.type == tokenize.COMMENT]
    return Counter(SILENCING.sub("", one) if idle else one for one in found)


def _stray_lines(name: str, before: str, after: str, rounds: list[Round]) -> list[int]:
    """Changed lines outside the functions and statements that held something to fix; imports are no change."""
    module = parse(Source(name, before))
    allowed = _lines_with_fixes(module, rounds[0][1])
    later = {label for texts, found in rounds[1:] for label in _labels_with_fixes(name, texts[name], found)}
    for top in _tops(module, 1, before.count("\n") + 1):
        if getattr(top, "name", None) in later:
            allowed.update(_lines_of(top))
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    stray: list[int] = []
    for kind, low, high, start, end in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        if all(not line.strip() or line.startswith(("import ", "from ")) for line in [*old[low:high], *new[start:end]]):
            continue  # imports that come, and those that are used no more
        lines = range(low + 1, high + 1) if high > low else range(low, low + 2)
        if not (all(line in allowed for line in lines) if high > low else any(line in allowed for line in lines)):
            stray += lines
    return stray


def _lines_of(top: ast.stmt) -> range:
    """With its decorators: a parameter is made static there."""
    return range(first_line(top), (top.end_lineno or top.lineno) + 1)


def _lines_with_fixes(module: Module, found: list[Diagnostic]) -> set[int]:
    """Those of the edits, and of the outermost functions or module-level statements that they are part of."""
    allowed: set[int] = set()
    for low, high in _places(module, found):
        allowed.update(range(low, high + 1))
        for top in _tops(module, low, high):
            allowed.update(_lines_of(top))
    return allowed


def _labels_with_fixes(name: str, text: str, found: list[Diagnostic]) -> set[str]:
    """The names of the functions that a later pass mends: a fix may bring the next hazard to light elsewhere."""
    module = parse(Source(name, text))
    tops = [top for low, high in _places(module, found) for top in _tops(module, low, high)]
    return {top.name for top in tops if isinstance(top, (ast.FunctionDef, ast.AsyncFunctionDef))}


def _places(module: Module, found: list[Diagnostic]) -> list[tuple[int, int]]:
    position = module.source.position
    edits = [edit for item in found if item.fix is not None for edit in item.fix.edits.get(module.path, [])]
    return [(position(edit.span.start)[0], position(edit.span.end)[0]) for edit in edits]


def _tops(module: Module, low: int, high: int) -> list[ast.stmt]:
    found: dict[ast.stmt, None] = {}
    for node in walk(module.tree):
        if isinstance(node, ast.stmt) and first_line(node) <= high and low <= (node.end_lineno or 0):
            top = _top(module, node)
            if isinstance(top, ast.ClassDef) and isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                top = node  # its decorators stand around nothing
            if isinstance(top, ast.stmt) and not isinstance(top, ast.ClassDef):
                found[top] = None
    return list(found)


def _top(module: Module, node: ast.stmt) -> ast.AST:
    """The outermost function around a statement, else the statement of the module around it."""
    around: list[ast.AST] = [node]
    while module.parents.get(around[-1]) not in (None, module.tree):
        around.append(module.parents[around[-1]])
    functions = [one for one in around[1:] if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return functions[-1] if functions else around[-1]


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
