"""Local names that a fix leaves without a reader: their assignments go, where they do no more than compute."""

from __future__ import annotations

import _ast
import re
from functools import lru_cache

from jaxlint.codemods.idle.imports import idle_imports, words_gone
from jaxlint.codemods.idle.reads import may_lose_their_readers, read_outside
from jaxlint.codemods.idle.touched import Touched
from jaxlint.syntax.module import Module
from jaxlint.syntax.nodes import walk
from jaxlint.syntax.parse import NotParsed, parse
from jaxlint.text.edit import Edit, apply_edits
from jaxlint.text.moved import composed
from jaxlint.text.source import Source
from jaxlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    _Function = _ast.FunctionDef | _ast.AsyncFunctionDef

_WORD = re.compile(r"[^\W\d]\w*")
_ASSIGNED = re.compile(r"^[ \t]+([^\W\d]\w*) = ", re.MULTILINE)
_FUNCTIONS = (_ast.FunctionDef, _ast.AsyncFunctionDef)
_QUIET = (
    _ast.Name, _ast.Constant, _ast.BinOp, _ast.UnaryOp, _ast.Compare, _ast.BoolOp, _ast.IfExp, _ast.Tuple, _ast.List,
    _ast.Attribute, _ast.Subscript, _ast.Slice, _ast.keyword, _ast.operator, _ast.unaryop, _ast.cmpop, _ast.boolop,
    _ast.expr_context,
)  # fmt: skip
_MAKERS = frozenset("empty zeros ones full empty_like zeros_like ones_like full_like arange array asarray".split())
_FRAME_BOUND = frozenset(["locals", "vars", "eval", "exec"])
_ROUNDS = 4  # of a name that only another idle one was made of


def idle(before: Source, after: str, made: list[Edit] | None = None) -> list[Edit]:
    """Edits of ``after`` that take away what only ``before`` made use of: local names, then imports.

    ``made``: the edits that led there, where they are known: they touch what may be idle now.
    """
    if made is None:
        return _idle(before, after, after, None, None, None)
    words = _words(before.text, made)
    if not may_lose_their_readers(before, made, words):
        return []
    near = Touched(before, made)
    return _idle(before, after, near.text, words, words_gone(before.text, made), near)


def _idle(
    before: Source, after: str, shown: str, assigned: set[str] | None, words: set[str] | None, near: Touched | None
) -> list[Edit]:
    """``shown``: the part of ``after`` that is looked at, each word in its place."""
    gone: list[Edit] = []
    text = after
    for _ in range(_ROUNDS):
        edits = _idle_locals(before, text, shown, assigned)
        if not edits:
            break
        if words is not None:
            assigned = _words(text, edits)
            words |= assigned
        gone = composed(after, gone, edits) if gone else edits
        text, shown = apply_edits(text, edits), apply_edits(shown, edits)
    elsewhere = set() if near is None else read_outside(before, near.holds, words or set())
    last = idle_imports(before, text, shown, words, elsewhere)
    return (composed(after, gone, last) if gone else last) if last else gone


def _words(text: str, edits: list[Edit]) -> set[str]:
    """The names in what is replaced."""
    return {word for edit in edits for word in _WORD.findall(text[edit.span.start : edit.span.end])}


def _idle_locals(before: Source, after: str, shown: str, words: set[str] | None) -> list[Edit]:
    assigned = set(_ASSIGNED.findall(shown))
    words = assigned if words is None else assigned & words
    if not words:
        return []
    try:
        once, new = _read_before(before), parse(Source(before.path, shown))
    except NotParsed:
        return []
    found: dict[_ast.stmt, None] = {}
    for function in _functions(new):
        read = _read(function)
        gone = once.get(function.name, set()) - read
        if gone and not read & _FRAME_BOUND:
            for name in sorted(gone & words):
                found.update(dict.fromkeys(_assignments(new, function, name)))
    kept = [one for one in found if not _is_needed(new, one, found)]
    edits = [_without(Source(before.path, after), one) for one in kept]
    return [edit for edit in edits if edit is not None]


@lru_cache(maxsize=4)
def _read_before(source: Source) -> dict[str, set[str]]:
    """What functions read, by their names."""
    found: dict[str, set[str]] = {}
    for function in _functions(parse(source)):
        found.setdefault(function.name, set()).update(_read(function))
    return found


def _functions(module: Module) -> Iterable[_Function]:
    return [node for node in walk(module.tree) if isinstance(node, _FUNCTIONS)]


def _read(function: _Function) -> set[str]:
    return {node.id for node in walk(function) if isinstance(node, _ast.Name) and isinstance(node.ctx, _ast.Load)}


def _assignments(module: Module, function: _Function, name: str) -> list[_ast.stmt]:
    """All that binds the name in the function, if it is plain assignments of what is quietly computed."""
    found: list[_ast.stmt] = []
    for node in walk(function):
        if isinstance(node, (_ast.Global, _ast.Nonlocal)) and name in node.names:
            return []
        if isinstance(node, (_ast.arg, _ast.alias, *_FUNCTIONS, _ast.ClassDef, _ast.ExceptHandler)):
            if name in (getattr(node, "arg", None), getattr(node, "asname", None), getattr(node, "name", None)):
                return []
        elif isinstance(node, _ast.Name) and node.id == name:
            statement = module.parents[node]
            plain = isinstance(statement, _ast.Assign) and statement.targets == [node]
            if not plain or not _is_quiet(module, statement.value) or _is_kept(module, statement):  # type: ignore[attr-defined]
                return []
            found.append(statement)  # type: ignore[arg-type]
    return found


def _is_kept(module: Module, node: _ast.AST) -> bool:
    """An attribute of a class, or what may raise where that is caught."""
    while not isinstance(node, _FUNCTIONS):
        node = module.parents[node]
        if isinstance(node, (_ast.ClassDef, _ast.Try, _ast.TryStar)):
            return True
    return False


def _is_quiet(module: Module, value: _ast.expr) -> bool:
    """Nothing happens but that a value is computed."""
    for node in walk(value):
        if isinstance(node, _ast.Call):
            if not _is_maker(module, node):
                return False
        elif not isinstance(node, _QUIET):
            return False
    return True


def _is_maker(module: Module, call: _ast.Call) -> bool:
    """``np.empty(n)``, ``jnp.where(m, x, 0)``."""
    function = call.func
    if not isinstance(function, _ast.Attribute) or not isinstance(function.value, _ast.Name):
        return False
    homes = {name: dotted for dotted, name in module.imports.items()}
    home = homes.get(function.value.id)
    return home == "jax.numpy" or (home == "numpy" and function.attr in _MAKERS)


def _is_needed(module: Module, statement: _ast.stmt, gone: Iterable[_ast.stmt]) -> bool:
    """Would its body be empty?"""
    parent = module.parents[statement]
    bodies = [getattr(parent, field, None) for field in ("body", "orelse", "finalbody")]
    body = next((one for one in bodies if isinstance(one, list) and statement in one), [])
    return all(one in gone for one in body)


def _without(source: Source, statement: _ast.stmt) -> Edit | None:
    """A comment behind it stays, on a line of its own."""
    span = source.span(statement)
    first, _ = source.position(span.start)
    last, _ = source.position(span.end)
    low = source.starts[first - 1]
    high = source.starts[last] if last < len(source.starts) else len(source.text)
    rest = source.text[span.end : high].strip()
    if source.text[low : span.start].strip() or (rest and not rest.startswith("#")):
        return None
    return Edit(Span(span.start, source.text.index("#", span.end)) if rest else Span(low, high), "")
