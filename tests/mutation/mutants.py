"""One function of a recipe, wrong in one place."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
WORDS = {
    "safe": "unsafe", "unsafe": "safe", "or": "and", "and": "or", "any": "all", "all": "any", "|": "&", "&": "|",
    "drop": "clip", "where": "wher", "size": "siz", "==": "!=", "<": "<=", "max": "min", "argmax": "argmin",
}  # fmt: skip
PIECES = (
    ("where=", ""), ("size=", ""), ("fill_value=", "size="), ('mode="drop"', 'mode="clip"'), (" & ", " | "),
    (".set(", ".add("), (".where(", ".maximum("), ("< ", "<= "), ("logical_not", "asarray"), ("cond(", "cond_("),
    ("subkey", "key"), ("[0]", "[-1]"), (" - ", " + "), (" + ", " - "),
)  # fmt: skip
Change = Callable[[], None]
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Mutant:
    """``function``, ``first``: the outermost function around it, and its first line with the decorators.

    ``lines``: where the changed code stands; ``said``: the change in words.
    """

    function: str
    first: int
    lines: range
    said: str
    _text: str
    _place: tuple[int, int, int]

    def tree(self) -> ast.Module | None:
        """The module with the change; None where it changes nothing."""
        number, which, what = self._place
        changed = ast.parse(self._text)
        _, function = list(functions(changed))[number]
        node = changeable(function)[which]
        before = ast.dump(node)
        list(_changes(node))[what][1]()
        return ast.fix_missing_locations(changed) if ast.dump(node) != before else None


def mutants(text: str) -> Iterator[Mutant]:
    """All single changes of the functions of a module."""
    for number, (name, function) in enumerate(functions(ast.parse(text))):
        first = min([function.lineno, *(one.lineno for one in function.decorator_list)])
        for which, node in enumerate(changeable(function)):
            for what, (said, _) in enumerate(_changes(copy.copy(node))):
                shown = f"{said}: {ast.unparse(_shown(node))[:70]}".partition("\n")[0]
                yield Mutant(name, first, _lines(node), shown, text, (number, which, what))


def functions(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    for node in tree.body:
        if isinstance(node, Function):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{one.name}", one) for one in node.body if isinstance(one, Function))


def changeable(function: Function) -> list[ast.AST]:
    """What runs and is more than words: no docstring, annotation or summary of a fix."""
    found: list[ast.AST] = []
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop(0)
        found.append(node)
        waiting = [one for one in ast.iter_child_nodes(node) if id(one) not in _idle(node)] + waiting
    return found


def _idle(node: ast.AST) -> set[int]:
    """Children of a node whose change nobody could notice."""
    found: list[ast.AST | None] = []
    if isinstance(node, Function):
        found = [node.returns, node.args, *node.decorator_list]
    elif isinstance(node, ast.AnnAssign):
        found = [node.annotation]
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        found = [node.value]
    elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        found = [node.test, *node.body]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id == "Rewrite":
            found = [*node.args[1:2], *(one for one in node.keywords if one.arg == "summary")]
        elif node.func.id == "cast":
            found = [*node.args[:1]]
    elif isinstance(node, ast.BoolOp) and isinstance(node.values[0], ast.Attribute):
        found = [*node.values] if node.values[0].attr in ("end_lineno", "end_col_offset") else []
    elif isinstance(node, ast.keyword) and node.arg == "strict":
        found = [node.value]
    elif isinstance(node, ast.Assert | ast.Raise):
        found = [*ast.iter_child_nodes(node)]
    return {id(one) for one in found}


def _shown(node: ast.AST) -> ast.AST:
    return node.test if isinstance(node, ast.If) else node


def _lines(node: ast.AST) -> range:
    shown = _shown(node)
    first = getattr(shown, "lineno", 0)
    return range(first, (getattr(shown, "end_lineno", None) or first) + 1)


def _changes(node: ast.AST) -> Iterator[tuple[str, Change]]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARISONS:
        yield "other comparison", partial(setattr, node, "ops", [COMPARISONS[type(node.ops[0])]()])
        members = node.comparators[0]
        if isinstance(members, ast.Tuple | ast.List | ast.Set) and len(members.elts) > 1:
            for place, value in enumerate(members.elts):
                rest = members.elts[:place] + members.elts[place + 1 :]
                yield f"without `{ast.unparse(value)[:40]}`", partial(setattr, members, "elts", rest)
    elif isinstance(node, ast.BoolOp) and not _idle(node):
        other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        yield "and for or", partial(setattr, node, "op", other)
        for place, value in enumerate(node.values):
            rest = node.values[:place] + node.values[place + 1 :]
            yield f"without `{ast.unparse(value)[:40]}`", partial(setattr, node, "values", [*rest, rest[-1]])
    elif isinstance(node, ast.If):
        yield "never", partial(setattr, node, "test", ast.Constant(False))
        yield "always", partial(setattr, node, "test", ast.Constant(True))
    elif isinstance(node, ast.IfExp):
        yield "other arm", partial(node.__dict__.update, body=node.orelse, orelse=node.body)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "without not", partial(node.__dict__.update, op=ast.Not(), operand=ast.UnaryOp(ast.Not(), node.operand))
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        yield "other operator", partial(setattr, node, "op", OPERATORS[type(node.op)]())
    elif isinstance(node, ast.JoinedStr):
        yield from _texts(node)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in WORDS:
        yield "other word", partial(setattr, node, "value", WORDS[node.value])
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield "other truth", partial(setattr, node, "value", not node.value)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "one more", partial(setattr, node, "value", node.value + 1)


def _texts(node: ast.JoinedStr) -> Iterator[tuple[str, Change]]:
    """Two parts swapped, and small errors in the text that a recipe writes."""
    holes = [place for place, part in enumerate(node.values) if isinstance(part, ast.FormattedValue)]
    if len(holes) >= 2:
        first, second = holes[-2:]
        values = list(node.values)
        values[first], values[second] = values[second], values[first]
        yield "operands swapped", partial(setattr, node, "values", values)
    for part in node.values:
        if isinstance(part, ast.Constant):
            for old, new in PIECES:
                if old in str(part.value):
                    text = str(part.value).replace(old, new)
                    yield f"{new!r} for {old!r}", partial(setattr, part, "value", text)
                    break
