"""``if p: break`` directly in the body of a loop, or a ``return`` of what is returned after it."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.bindings import body_of
from jaxlint.codemods.recipes.choices import is_light
from jaxlint.codemods.recipes.loop_text import NotALoop
from jaxlint.codemods.recipes.wording import as_plain_value
from jaxlint.syntax.module import children, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.loop_carry import Loop
    from jaxlint.codemods.site import Site

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


class Exit:
    """``test``: ends the loop between the statements ``before`` and ``after``."""

    def __init__(self, branch: ast.If, before: list[ast.stmt], after: list[ast.stmt]) -> None:
        self.branch = branch
        self.test = branch.test
        self.before = before
        self.after = after


def exit_of(site: Site, loop: Loop) -> Exit | None:
    """The one way out of a loop, where there is one; a loop with others is none of JAX's."""
    ways = [part for statement in loop.body for part in _leaving(statement)]
    if not ways:
        return None
    for number, statement in enumerate(loop.body):
        if isinstance(statement, ast.If) and statement.body == ways and not statement.orelse:
            if isinstance(ways[0], ast.Return) and not _is_returned_anyway(site, loop, ways[0]):
                break
            return Exit(statement, loop.body[:number], loop.body[number + 1 :])
    raise NotALoop


def _leaving(node: ast.AST) -> list[ast.stmt]:
    """The break and return statements that leave the loop around ``node``."""
    if isinstance(node, (ast.Break, ast.Return)):
        return [node]
    if isinstance(node, _FUNCTIONS):
        return []
    found = [part for child in children(node) for part in _leaving(child)]
    return [part for part in found if isinstance(part, ast.Return)] if isinstance(node, _LOOPS) else found


def _is_returned_anyway(site: Site, loop: Loop, way: ast.Return) -> bool:
    body = body_of(site, loop)
    rest = body[body.index(loop) + 1 :]
    return bool(rest) and isinstance(rest[0], ast.Return) and ast.dump(rest[0]) == ast.dump(way)


def guarded(site: Site, statements: list[ast.stmt], carried: list[str], done: str) -> list[str]:
    """Statements that change no carried name once the loop is done."""
    return [_guarded(site, statement, carried, done) for statement in statements]


def _guarded(site: Site, statement: ast.stmt, carried: list[str], done: str) -> str:
    target, value = _assignment(statement)
    names = [part.id for part in walk(target) if isinstance(part, ast.Name)]
    if not set(names) & set(carried):
        return site.text(statement)
    if isinstance(target, ast.Name):
        return f"{target.id} = {_kept(site, target.id, statement, value, done)}"
    if not (isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts)):
        raise NotALoop
    if len(names) != len(target.elts) or not set(names) <= set(carried):
        raise NotALoop
    kept = [_kept(site, name, None, part, done) for name, part in zip(names, value.elts, strict=True)]
    return f"{', '.join(names)} = {', '.join(kept)}"


def _assignment(statement: ast.stmt) -> tuple[ast.expr, ast.expr]:
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        return statement.targets[0], statement.value
    if isinstance(statement, ast.AugAssign):
        return statement.target, statement.value
    raise NotALoop


def _kept(site: Site, name: str, statement: ast.stmt | None, value: ast.expr, done: str) -> str:
    text = as_plain_value(site, statement) if isinstance(statement, ast.AugAssign) else site.text(value)
    if is_light(site, value):
        return f"{site.name_of('jax.numpy')}.where({done}, {name}, {text})"
    return f"{site.name_of('jax.lax')}.cond({done}, lambda: {name}, lambda: {text})"
