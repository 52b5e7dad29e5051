"""``if`` statements and conditional expressions on a traced value."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.bindings import body_of, fresh_name, uses
from jaxlint.codemods.recipes.choices import Choice, arm, choose
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.syntax.module import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SUMMARY = "compute both, and let JAX choose"


class NotAChoice(Exception):
    """A branch does more than give values."""


def ternary(site: Site, node: ast.IfExp) -> Rewrite:
    """``a if p else b``."""
    choice = choose(site, node.test, arm(site, node.body), arm(site, node.orelse))
    return Rewrite("safe" if choice.safe else "unsafe", _SUMMARY, [Replace(node, choice.text)])


def branch(site: Site, node: ast.If) -> Rewrite | None:
    """An if whose branches return values, or assign names; elif chains are told from their head."""
    try:
        return _returned(site, node) or _assigned(site, node)
    except NotAChoice:
        return None


def _returned(site: Site, node: ast.If) -> Rewrite | None:
    """All ways return: in else, or in the statement after."""
    after = _next(site, node)
    if not isinstance(node.body[-1], ast.Return):
        return None
    choice = _value(site, node, after)
    nodes: list[ast.stmt] = [node]
    if after is not None and _needs_next(node):
        nodes.append(after)
    return Rewrite("safe" if choice.safe else "unsafe", _SUMMARY, [Replace(nodes, f"return {choice.text}")])


def _next(site: Site, node: ast.If) -> ast.Return | None:
    body = body_of(site, node)
    rest = body[body.index(node) + 1 :] if node in body else []
    return rest[0] if len(rest) == 1 and isinstance(rest[0], ast.Return) else None


def _needs_next(node: ast.If) -> bool:
    last = node
    while len(last.orelse) == 1 and isinstance(last.orelse[0], ast.If):
        last = last.orelse[0]
    return not last.orelse


def _value(site: Site, node: ast.If, after: ast.Return | None) -> Choice:
    return choose(site, node.test, _only_return(site, node.body, None), _only_return(site, node.orelse, after))


def _only_return(site: Site, body: list[ast.stmt], after: ast.Return | None) -> Choice:
    if not body and after is not None:
        body = [after]
    if len(body) != 1:
        raise NotAChoice
    if isinstance(body[0], ast.If):
        return _value(site, body[0], after)
    if not isinstance(body[0], ast.Return) or body[0].value is None or isinstance(body[0].value, ast.Tuple):
        raise NotAChoice
    return arm(site, body[0].value)


def _assigned(site: Site, node: ast.If) -> Rewrite | None:
    """Names that some branch binds anew, and what they hold after."""
    names = sorted(_names(node), key=lambda name: _place(uses(site, name).bindings[0]))
    before: dict[str, Choice] = {}
    for name in names:
        found = _before(site, node, name)
        if found is not None:
            before[name] = found
    chosen = _table(site, node, before)
    if set(chosen) != set(names):
        raise NotAChoice
    safe = all(choice.safe for choice in chosen.values())
    targets = ", ".join(names)
    test = site.text(node.test)
    if len(names) == 1:
        source = f"{targets} = {chosen[names[0]].text}"
    else:
        held = fresh_name(site, "chosen")
        values = ", ".join(chosen[name].text.replace(f"({test}, ", f"({held}, ", 1) for name in names)
        source = f"{held} = {test}\n{targets} = {values}"
    return Rewrite("safe" if safe else "unsafe", _SUMMARY, [Replace([node], source)])


def _place(node: ast.AST) -> tuple[int, int]:
    return node.lineno, node.col_offset  # type: ignore[attr-defined]


def _names(node: ast.If) -> set[str]:
    return {part.id for part in walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}


def _table(site: Site, node: ast.If, before: dict[str, Choice]) -> dict[str, Choice]:
    first = _bindings(site, node.body, before)
    second = _bindings(site, node.orelse, before)
    chosen = {}
    for name in {**first, **second}:
        one, other = first.get(name, before.get(name)), second.get(name, before.get(name))
        if one is None or other is None:
            raise NotAChoice
        chosen[name] = choose(site, node.test, one, other)
    return chosen


def _bindings(site: Site, body: list[ast.stmt], before: dict[str, Choice]) -> dict[str, Choice]:
    if len(body) == 1 and isinstance(body[0], ast.If):
        return _table(site, body[0], before)
    found: dict[str, Choice] = {}
    for statement in body:
        name, choice = _binding(site, statement)
        reads = {part.id for part in walk(statement) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)}
        if name in found or reads & set(found):
            raise NotAChoice  # one assignment builds on another
        found[name] = choice
    return found


def _binding(site: Site, statement: ast.stmt) -> tuple[str, Choice]:
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
        return statement.targets[0].id, arm(site, statement.value)
    if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
        symbol = ast.unparse(ast.BinOp(ast.Name("a"), statement.op, ast.Name("b")))[2:-2]
        value = site.text(statement.value)
        simple = isinstance(statement.value, (ast.Name, ast.Constant, ast.Call, ast.Attribute, ast.Subscript))
        text = f"{statement.target.id} {symbol} {value if simple else f'({value})'}"
        given = arm(site, statement.value)
        return statement.target.id, Choice(text, False, given.arms)
    raise NotAChoice


def _before(site: Site, node: ast.If, name: str) -> Choice | None:
    """What the name holds when the if is reached: the first read inside it still sees that."""
    seen = uses(site, name)
    bound = [one for one in seen.bindings if one.lineno < node.lineno or isinstance(one, ast.arg)]  # type: ignore[attr-defined]
    if not bound:
        return None
    inside = [read for read in seen.reads if node.lineno <= read.lineno <= (node.end_lineno or node.lineno)]
    if inside:
        return Choice(name, True, [inside[0]])
    return Choice(name, False, [])
