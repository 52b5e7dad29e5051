"""Where a new import goes, and what it reads: among its like, as isort would have it."""

from __future__ import annotations

import _ast
import os
import sys

from jaxlint.syntax.nodes import first_line
from jaxlint.text.edit import Edit
from jaxlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module

    Key = tuple[int, bool, str]

_IMPORTS = (_ast.Import, _ast.ImportFrom)
_DEFINITIONS = (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.ClassDef)
# Sections, in their order.
_FUTURE, _STANDARD, _OTHERS, _OWN, _RELATIVE = range(5)


def import_edits(module: Module, wanted: list[tuple[str, str | None]], first: int, newline: str) -> list[Edit]:
    """Insertions of the imports that the module lacks; ``first``: where the earliest mended statement starts."""
    missing = sorted({_line(dotted, alias) for dotted, alias in wanted if not _is_bound(module, dotted, alias)})
    if not missing:
        return []
    run = _run(module, first)
    if not run:
        return [_beside(module, missing, first, newline)]
    places: dict[tuple[int, str, str], list[str]] = {}
    for line in missing:
        places.setdefault(_among(module, run, line, newline), []).append(line)
    return [
        Edit(Span(at, at), before + newline.join(lines) + after)
        for (at, before, after), lines in sorted(places.items())
    ]


def is_import(edit: Edit) -> bool:
    """An insertion of imports, which several fixes may share."""
    words = edit.replacement.split(maxsplit=1)
    return edit.span.start == edit.span.end and bool(words) and words[0] in ("import", "from")


def merged(edits: list[Edit]) -> Edit:
    """One insertion that brings what several bring at the same place."""
    texts = [edit.replacement for edit in edits]
    first = texts[0]
    body = first.strip("\r\n")
    before, after = first[: first.index(body)], first[first.index(body) + len(body) :]
    newline = "\r\n" if "\r\n" in first else "\n"
    lines = sorted({line for text in texts for line in text.split(newline) if line}, key=_order_of)
    return Edit(edits[0].span, before + newline.join(lines) + after)


def _line(dotted: str, alias: str | None) -> str:
    """``from jax import lax``, as everybody writes it, but ``import jax.numpy as jnp``."""
    home, _, name = dotted.rpartition(".")
    if alias is None or alias == dotted:
        return f"import {dotted}"
    if home and alias.lstrip("_") == name:
        return f"from {home} import {name}" + ("" if alias == name else f" as {alias}")
    return f"import {dotted} as {alias}"


def _is_bound(module: Module, dotted: str, alias: str | None) -> bool:
    """Is the very import there, at module level and at run time?"""
    home, _, last = dotted.rpartition(".")
    for statement in module.tree.body:
        if isinstance(statement, _ast.Import):
            wanted = (dotted, None if alias == dotted else alias)
            if any((name.name, name.asname) == wanted for name in statement.names):
                return True
        elif isinstance(statement, _ast.ImportFrom) and (statement.level, statement.module) == (0, home):
            bound = [name.asname or name.name for name in statement.names if name.name == last]
            if alias in bound:
                return True
    return False


def _run(module: Module, first: int) -> list[_ast.stmt]:
    """The last run of imports that stand together ahead of the code."""
    found: list[_ast.stmt] = []
    body = module.tree.body
    for index, statement in enumerate(body):
        span = module.source.span(statement)
        if isinstance(statement, _DEFINITIONS) or span.end > first:
            # Where an import is mended itself, the new ones go above it, and among those that it stands with.
            return [] if isinstance(statement, _IMPORTS) and span.start <= first < span.end else found
        if not isinstance(statement, _IMPORTS):
            continue
        together = index > 0 and isinstance(body[index - 1], _IMPORTS)
        found = [*found, statement] if together else [statement]
    return found


def _among(module: Module, run: list[_ast.stmt], line: str, newline: str) -> tuple[int, str, str]:
    """Offset, and what to write before and after a line that comes into a run."""
    own = _key(module, _parsed(line))
    keys = [_key(module, statement) for statement in run]
    like = [at for at, key in enumerate(keys) if key[0] == own[0]]
    if like:
        mixed = any(keys[at][1] > keys[at + 1][1] for at in like[:-1])
        earlier = [at for at in like if (keys[at][2] <= own[2] if mixed else keys[at] <= own)]
        if earlier:
            return _below(module, run[earlier[-1]], newline)
        return (_start_of(module, run[like[0]]), "", newline)
    ahead = [at for at, key in enumerate(keys) if key[0] < own[0]]
    if ahead:
        at, before, after = _below(module, run[ahead[-1]], newline)
        return (at, before + newline, after)
    return (_start_of(module, run[0]), "", newline + newline)


def _parsed(line: str) -> _ast.stmt:
    tree = compile(line, "<import>", "exec", _ast.PyCF_ONLY_AST, dont_inherit=True)
    assert isinstance(tree, _ast.Module)
    return tree.body[0]


def _order_of(line: str) -> tuple[bool, str]:
    return (line.startswith("from"), line.split()[1].lower())


def _key(module: Module, statement: _ast.stmt) -> Key:
    """Section, ``from`` after ``import``, and the name."""
    if isinstance(statement, _ast.ImportFrom):
        name = statement.module or ""
        if statement.level:
            return (_RELATIVE, True, name.lower())
        return (_section(module, name), True, name.lower())
    assert isinstance(statement, _ast.Import)
    name = statement.names[0].name
    return (_section(module, name), False, name.lower())


def _section(module: Module, name: str) -> int:
    top = name.partition(".")[0]
    if top == "__future__":
        return _FUTURE
    if top in sys.stdlib_module_names:
        return _STANDARD
    if top in ("jax", "numpy") or not _is_own(module, top):
        return _OTHERS
    return _OWN


def _is_own(module: Module, top: str) -> bool:
    """Does it lie beside the file, or beside the package that the file is in?"""
    folder = os.path.dirname(os.path.abspath(module.path))
    for _ in range((module.name or "").count(".")):
        folder = os.path.dirname(folder)
    return os.path.isdir(os.path.join(folder, top)) or os.path.isfile(os.path.join(folder, f"{top}.py"))


def _start_of(module: Module, statement: _ast.stmt) -> int:
    """Of its line."""
    starts = module.source.starts
    return starts[first_line(statement) - 1]


def _below(module: Module, statement: _ast.stmt, newline: str) -> tuple[int, str, str]:
    """On the line after a statement, and what stands on the same line."""
    body, text, starts = module.tree.body, module.source.text, module.source.starts
    line = statement.end_lineno or statement.lineno
    for other in body[body.index(statement) + 1 :]:
        if other.lineno > line:
            break
        line = other.end_lineno or other.lineno
    at = starts[line] if line < len(starts) else len(text)
    if at == len(text) and not text.endswith("\n"):
        return at, newline, ""
    return at, "", newline


def _beside(module: Module, missing: list[str], first: int, newline: str) -> Edit:
    """Where there is no import that they could stand with: below the head of the file."""
    body, text = module.tree.body, module.source.text
    lines = newline.join(missing)
    if not body:
        return Edit(Span(len(text), len(text)), ("" if not text or text.endswith("\n") else newline) + lines + newline)
    anchor = _head(module, first)
    if anchor < 0:
        at = _before_first(module)
        return Edit(Span(at, at), lines + (newline if isinstance(body[0], _IMPORTS) else newline + newline))
    at, before, after = _below(module, body[anchor], newline)
    if _is_docstring(body[anchor]) and not before:
        line = module.source.position(at)[0]
        blank = line > len(module.source.starts) or not module.source.line(line).strip()
        before, after = newline, newline if blank else newline + newline
    return Edit(Span(at, at), before + lines + after)


def _head(module: Module, first: int) -> int:
    """Index of the last statement that has to come first: the docstring, or an import from ``__future__``."""
    found = -1
    for index, statement in enumerate(module.tree.body):
        if getattr(statement, "module", None) != "__future__" and not (index == 0 and _is_docstring(statement)):
            break
        if module.source.span(statement).end > first:
            break
        found = index
    return found


def _is_docstring(statement: _ast.stmt) -> bool:
    value = statement.value if isinstance(statement, _ast.Expr) else None
    return isinstance(value, _ast.Constant) and isinstance(value.value, str)


def _before_first(module: Module) -> int:
    """Above the first statement and the comments that belong to it, but below the head of the file."""
    source = module.source
    statement = module.tree.body[0]
    line = first_line(statement)
    top = line
    while top > 1 and source.line(top - 1).lstrip().startswith("#"):
        top -= 1
    found: int = source.starts[(line if top == 1 else top) - 1]
    return found
