"""One function of a recipe, wrong in one place."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
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
Mutate = Callable[[], None]


class Mutant:
    """``function``: its qualified name; ``tree``: the module with one change; ``said``: the change in words."""

    def __init__(self, function: str, tree: ast.Module, line: int, said: str) -> None:
        self.function = function
        self.tree = tree
        self.line = line
        self.said = said


def mutants(text: str) -> Iterator[Mutant]:
    """All single changes of the functions of a module."""
    tree = ast.parse(text)
    places = [(name, number) for name, function in functions(tree) for number, _ in enumerate(_nodes(function))]
    for name, number in places:
        for which in range(8):
            changed = copy.deepcopy(tree)
            function = dict(functions(changed))[name]
            node = _nodes(function)[number]
            changes = list(_changes(node))
            if which >= len(changes):
                break
            said, change = changes[which]
            before = ast.unparse(node)
            change()
            after = ast.unparse(node)
            if after != before:
                ast.fix_missing_locations(changed)
                yield Mutant(name, changed, getattr(node, "lineno", 0), f"{said}: {before[:70]}")


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{one.name}", one) for one in node.body if isinstance(one, ast.FunctionDef))


def _nodes(function: ast.FunctionDef) -> list[ast.AST]:
    """What may be changed; the docstring and annotations are not."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return [node for statement in body for node in ast.walk(statement)]


def _changes(node: ast.AST) -> Iterator[tuple[str, Mutate]]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARISONS:
        yield "other comparison", lambda: setattr(node, "ops", [COMPARISONS[type(node.ops[0])]()])
    elif isinstance(node, ast.BoolOp):
        other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        yield "and for or", lambda: setattr(node, "op", other)
        for place, value in enumerate(node.values):
            rest = node.values[:place] + node.values[place + 1 :]
            yield f"without `{ast.unparse(value)[:40]}`", lambda rest=rest: setattr(node, "values", [*rest, rest[-1]])
    elif isinstance(node, ast.If) and not isinstance(node.test, ast.Constant):
        yield "never", lambda: setattr(node, "test", ast.Constant(False))
        yield "always", lambda: setattr(node, "test", ast.Constant(True))
    elif isinstance(node, ast.IfExp):
        yield "other arm", lambda: node.__dict__.update(body=node.orelse, orelse=node.body)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "without not", lambda: setattr(node, "op", ast.UAdd()) or setattr(node, "operand", _truth(node.operand))
    elif isinstance(node, ast.JoinedStr):
        yield from _texts(node)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in WORDS:
        yield "other word", lambda: setattr(node, "value", WORDS[node.value])
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "one more", lambda: setattr(node, "value", node.value + 1)


def _truth(node: ast.expr) -> ast.expr:
    return ast.Call(ast.Name("bool", ast.Load()), [node], [])


def _texts(node: ast.JoinedStr) -> Iterator[tuple[str, Mutate]]:
    """Two parts swapped, and small errors in the text that a recipe writes."""
    holes = [place for place, part in enumerate(node.values) if isinstance(part, ast.FormattedValue)]
    if len(holes) >= 2:
        first, second = holes[-2:]

        def swap() -> None:
            values = list(node.values)
            values[first], values[second] = values[second], values[first]
            node.values = values

        yield "operands swapped", swap
    for part in node.values:
        if isinstance(part, ast.Constant):
            for old, new in PIECES:
                if old in str(part.value):
                    text = str(part.value).replace(old, new)
                    yield f"{new!r} for {old!r}", lambda part=part, text=text: setattr(part, "value", text)
                    break
