"""Where one line, one argument or one parameter more goes; None where the place is not certain."""

from __future__ import annotations

import ast

from jaxlint.codemods.rewrite import Insert
from jaxlint.syntax.nodes import first_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module

_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def line_above(module: Module, statement: ast.stmt, source: str) -> Insert | None:
    """A line of its own above a statement (and its decorators) that has its first line for itself."""
    text, starts = module.source.text, module.source.starts
    first = first_line(statement)
    start = starts[first - 1]
    indent = text[start : len(text) - len(text[start:].lstrip(" \t"))]
    head = statement if first == statement.lineno else statement.decorator_list[0]  # type: ignore[attr-defined]
    begins = module.source.span(head).start - (0 if head is statement else 1)
    if text[start:begins].strip(" \t@") or text[:start].endswith(("\\\n", "\\\r\n")):
        return None
    return Insert(start, f"{indent}{source}\n")


def argument(module: Module, call: ast.Call, source: str) -> Insert | None:
    """One more argument behind those that a call has."""
    end = module.source.span(call).end - 1
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    if not given:
        start = module.source.span(call.func).end
        return Insert(end, source) if module.source.text[start:end].strip(" \t\r\n)") == "(" else None
    at = max(module.source.span(one).end for one in given)
    if at > end:
        return None  # the parentheses are those of a generator
    begun = max(module.source.span(one).start for one in [*call.args, *call.keywords])
    behind = _past_closing(module.source.text, at, end)
    return Insert(behind, f"{_comma(module.source.text, begun, behind)}{source}")


def parameter(module: Module, function: _Function, name: str) -> Insert | None:
    """A parameter behind all that have no ``**``: a keyword where one before it has a default."""
    spec = function.args
    text = module.source.text
    ordinary = [*spec.posonlyargs, *spec.args]
    last = ends = None
    if spec.kwonlyargs:
        last, ends = spec.kwonlyargs[-1], spec.kw_defaults[-1]
    elif spec.vararg is not None:
        last = spec.vararg
    elif ordinary:
        last, ends = ordinary[-1], spec.defaults[-1] if spec.defaults else None
    if last is None:
        return _first_parameter(module, function, name)
    at = module.source.span(ends or last).end
    if ends is not None:
        before = text[: module.source.span(ends).start].replace(" ", "")
        for _ in range(len(before) - len(before.rstrip("("))):
            at = text.index(")", at) + 1
    keyword = last is ordinary[-1] if spec.defaults else False
    if spec.posonlyargs and last is spec.posonlyargs[-1]:
        return None  # the slash comes behind it
    comma = _comma(text, module.source.span(last).start, at)
    return Insert(at, f"{comma}*{comma}{name}" if keyword else f"{comma}{name}")


def _first_parameter(module: Module, function: _Function, name: str) -> Insert | None:
    text = module.source.text
    if function.args.kwarg is not None:
        return None
    start = module.source.span(function).start
    if isinstance(function, ast.Lambda):
        return Insert(start + len("lambda"), f" {name}")
    if getattr(function, "type_params", None):
        return None
    at = text.find("(", start)
    return Insert(at + 1, name) if at >= 0 else None


def _comma(text: str, start: int, end: int) -> str:
    """What parts the next item from one between two offsets: a line of its own, where that has one."""
    before = text[:start].rpartition("\n")[2]
    following = text[end:].partition("\n")[0]
    alone = not before.strip() and "\n" not in text[start:end] and following.strip() in ("", ",")
    return f",\n{before}" if alone and before else ", "


def _past_closing(text: str, start: int, end: int) -> int:
    """The offset behind the parentheses that close around what ends at ``start``."""
    past = at = start
    while at < end:
        if text[at] == ")":
            past = at + 1
        elif text[at] == "#":
            at = max(at, text.find("\n", at))
        elif text[at] not in " \t\r\n\\":
            break
        at += 1
    return past
