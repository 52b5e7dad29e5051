"""Why there is no fix: every reason in the source keeps to the style of messages."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.rules.test_wording import complaints

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2] / "jaxlint"
FOLDERS = ("codemods", "rules", "engine")
FORWARDED = ("reason", "refusal", "unfixed", "no_fix", "get")  # a reason that is written, and read, elsewhere
FIX_OR_REASON = "tuple[Fix | None, str | None]"
HOLE = "x"  # in place of what the code fills in
PRIVATE = re.compile(
    r"\b(?:in view|further down|known form|one by one|hand(?:s|ed)? (?:on|out)|takes? along|has no hash|"
    r"is no(?! longer)\b|asked for|for the moment|ways?\b(?! that)|goes on|does more|its own|anew|twins?)\b"
)


@cache
def trees() -> dict[Path, ast.Module]:
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}


@cache
def functions() -> dict[str, list[tuple[Path, ast.FunctionDef]]]:
    found: dict[str, list[tuple[Path, ast.FunctionDef]]] = {}
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                found.setdefault(node.name, []).append((path, node))
    return found


def given(node: ast.AST) -> list[ast.expr]:
    """The expressions that become the reason of a finding without a fix."""
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        return [*(node.args[:1] if name in ("NoFix", "refuse") else []), *_keyword(node, "unfixed")]
    if isinstance(node, ast.Assign):
        target, value = node.targets[0], node.value
        is_several = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
        pairs = zip(target.elts, value.elts, strict=False) if is_several else [(target, value)]  # type: ignore[attr-defined]
        return [one for left, one in pairs if getattr(left, "attr", "") in ("no_fix", "unfixed")]
    if isinstance(node, ast.FunctionDef) and node.returns and ast.unparse(node.returns) == FIX_OR_REASON:
        values = [one.value for one in ast.walk(node) if isinstance(one, ast.Return)]
        return [one.elts[1] for one in values if isinstance(one, ast.Tuple)]
    return []


def _keyword(call: ast.Call, name: str) -> list[ast.expr]:
    return [one.value for one in call.keywords if one.arg == name]


def texts(node: ast.expr, path: Path, function: ast.AST | None = None) -> list[str]:
    """The texts that an expression may have; raises LookupError where that can't be told."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.JoinedStr):
        return ["".join(part.value if isinstance(part, ast.Constant) else HOLE for part in node.values)]  # type: ignore[misc]
    if isinstance(node, (ast.IfExp, ast.BoolOp)):
        either = [node.body, node.orelse] if isinstance(node, ast.IfExp) else node.values
        either = either[-1:] if isinstance(getattr(node, "op", None), ast.And) else either
        return [text for one in either for text in texts(one, path, function)]
    if isinstance(node, ast.Name):
        return [text for one in _assigned(node.id, path, function) for text in texts(one, path, function)]
    if isinstance(node, ast.Attribute) and node.attr in FORWARDED:
        return []
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        return [] if name in FORWARDED else _returned(name)
    raise LookupError(ast.unparse(node))


def _assigned(name: str, path: Path, function: ast.AST | None) -> list[ast.expr]:
    """What a local name or a constant of any module holds."""
    for top in [function, trees()[path], *trees().values()]:
        nodes = ast.walk(top) if top is not None else []
        found = [one.value for one in nodes if isinstance(one, ast.Assign) and name in map(_name, one.targets)]
        if found or name in _parameters(top):
            return found
    raise LookupError(name)


def _name(node: ast.expr) -> str:
    return getattr(node, "id", "")


def _parameters(top: ast.AST | None) -> list[str]:
    return (
        [one.arg for one in ast.walk(top.args) if isinstance(one, ast.arg)] if isinstance(top, ast.FunctionDef) else []
    )


def _returned(name: str) -> list[str]:
    if name not in functions():
        raise LookupError(name)
    return [
        text
        for path, function in functions()[name]
        for node in ast.walk(function)
        if isinstance(node, ast.Return) and node.value is not None
        for text in texts(node.value, path, function)
    ]


@cache
def reasons() -> dict[str, str]:
    """The text -> where it is given."""
    found: dict[str, str] = {}
    for path, tree in trees().items():
        for node, function in _with_functions(tree, None):
            for one in given(node):
                place = f"{path.relative_to(ROOT)}:{one.lineno}"
                found.update({text: place for text in texts(one, path, function) if text})
    return found


def _with_functions(node: ast.AST, function: ast.AST | None) -> Iterator[tuple[ast.AST, ast.AST | None]]:
    """All nodes, each with the innermost function around it."""
    for child in ast.iter_child_nodes(node):
        yield child, function
        yield from _with_functions(child, child if isinstance(child, ast.FunctionDef) else function)


def faults(reason: str) -> list[str]:
    private = PRIVATE.search(re.sub(r"`[^`]*`", "", reason))
    return [*complaints(reason), *([f"has a private word: {private[0]}"] if private else [])]


def test_reasons_are_in_style() -> None:
    assert len(reasons()) > 120
    assert {place: (text, wrong) for text, place in reasons().items() if (wrong := faults(text))} == {}


@pytest.mark.parametrize(
    "reason",
    [
        "the fix would lose a comment or a line",
        "two masked arrays are combined on x",
        "a branch raises on x, and a traced value cannot decide that",
    ],
)
def test_reasons_of_helpers_are_among_them(reason: str) -> None:
    assert reason in reasons()


@pytest.mark.parametrize(
    "reason",
    [
        "`x` is no array",
        "x has no known form with a mask",
        "the arguments are not passed one by one",
        "It is traced",
        "x.",
    ],
)
def test_what_is_not_in_style(reason: str) -> None:
    assert faults(reason) != []
