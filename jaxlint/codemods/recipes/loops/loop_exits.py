"""``if p: break`` or ``if p: continue`` directly in the body of a loop; a ``return`` of what is returned after it."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import LOOPS, body_of
from jaxlint.codemods.recipes.analysis.liveness import stored
from jaxlint.codemods.recipes.analysis.scopes import FUNCTIONS
from jaxlint.codemods.recipes.branches.choices import is_light
from jaxlint.codemods.recipes.loops.loop_tests import asked
from jaxlint.codemods.recipes.loops.loop_text import NotALoop
from jaxlint.codemods.recipes.wording.wording import as_plain_value
from jaxlint.syntax.module import children, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.codemods.recipes.loops.loop_carry import Loop
    from jaxlint.codemods.site import Site


class Exit:
    """``test``: ends the turn between the statements ``before`` and ``after``, once ``closing`` ones are run."""

    def __init__(self, branch: ast.If, before: list[ast.stmt], after: list[ast.stmt]) -> None:
        self.branch = branch
        self.test = branch.test
        self.before = before
        self.closing = branch.body[:-1]
        self.after = after

    @property
    def statements(self) -> list[ast.stmt]:
        """Without the way out itself."""
        return [*self.before, *self.closing, *self.after]

    @property
    def at_top(self) -> bool:
        """Nothing happens in a turn that is not a whole one."""
        return not self.before and not self.closing

    def guarded_names(self) -> set[str]:
        return set(stored([*self.closing, *self.after]))


def exit_of(site: Site, loop: Loop) -> Exit | None:
    """The one way out of a loop, where there is one; a loop with others is none of JAX's."""
    ways = [part for statement in loop.body for part in _leaving(statement)]
    if not ways:
        return None
    found = _taken_by(loop.body, ways)
    last = found.branch.body[-1] if found is not None else None
    if found is None or (isinstance(last, ast.Return) and (found.closing or not _is_returned_anyway(site, loop, last))):
        raise NotALoop
    if any(_skipping(statement) for statement in found.statements):
        raise NotALoop
    return found


def skip_of(loop: Loop, matters: Callable[[ast.expr], bool]) -> Exit | None:
    """The one ``if p: continue`` of a loop; one whose test doesn't matter may stay as it is."""
    ways = [part for statement in loop.body for part in _skipping(statement)]
    if not ways:
        return None
    found = _taken_by(loop.body, ways)
    if found is None:
        raise NotALoop
    return found if matters(found.test) else None


def _taken_by(body: list[ast.stmt], ways: list[ast.stmt]) -> Exit | None:
    for number, statement in enumerate(body):
        if isinstance(statement, ast.If) and statement.body[-1:] == ways and not statement.orelse:
            return Exit(statement, body[:number], body[number + 1 :])
    return None


def _leaving(node: ast.AST) -> list[ast.stmt]:
    """The break and return statements that leave the loop around ``node``."""
    if isinstance(node, (ast.Break, ast.Return)):
        return [node]
    if isinstance(node, FUNCTIONS):
        return []
    found = [part for child in children(node) for part in _leaving(child)]
    return [part for part in found if isinstance(part, ast.Return)] if isinstance(node, LOOPS) else found


def _skipping(node: ast.AST) -> list[ast.stmt]:
    """The continue statements of the loop around ``node``."""
    if isinstance(node, ast.Continue):
        return [node]
    inside = [] if isinstance(node, (*FUNCTIONS, *LOOPS)) else children(node)
    return [part for child in inside for part in _skipping(child)]


def _is_returned_anyway(site: Site, loop: Loop, way: ast.Return) -> bool:
    body = body_of(site, loop)
    rest = body[body.index(loop) + 1 :]
    return bool(rest) and isinstance(rest[0], ast.Return) and ast.dump(rest[0]) == ast.dump(way)


def ended(site: Site, way: Exit, carried: list[str], flag: str) -> list[str]:
    """From the way out on: its test, under a name, and statements that change what is carried only if they are due."""
    closing = [_guarded(site, statement, carried, flag, True) for statement in way.closing]
    rest = [_guarded(site, statement, carried, flag, False) for statement in way.after]
    return [f"{flag} = {asked(site, way.test).line}", *closing, *rest]


def _guarded(site: Site, statement: ast.stmt, carried: list[str], flag: str, wanted: bool) -> str:
    target, value = _assignment(statement)
    names = [part.id for part in walk(target) if isinstance(part, ast.Name)]
    if not set(names) & set(carried):
        return site.text(statement)
    if isinstance(target, ast.Name):
        text = as_plain_value(site, statement) if isinstance(statement, ast.AugAssign) else site.text(value)
        return f"{target.id} = {_kept(site, target.id, value, text, flag, wanted)}"
    if not (isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts)):
        raise NotALoop
    if len(names) != len(target.elts) or not set(names) <= set(carried):
        raise NotALoop
    pairs = zip(names, value.elts, strict=True)
    kept = [_kept(site, name, part, site.text(part), flag, wanted) for name, part in pairs]
    return f"{', '.join(names)} = {', '.join(kept)}"


def _assignment(statement: ast.stmt) -> tuple[ast.expr, ast.expr]:
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        return statement.targets[0], statement.value
    if isinstance(statement, ast.AugAssign):
        return statement.target, statement.value
    raise NotALoop


def _kept(site: Site, name: str, value: ast.expr, text: str, flag: str, wanted: bool) -> str:
    """The new value of a name where the flag is as wanted, else the old one."""
    arms = [text, name] if wanted else [name, text]
    if is_light(site, value):
        return f"{site.name_of('jax.numpy')}.where({flag}, {', '.join(arms)})"
    return f"{site.name_of('jax.lax')}.cond({flag}, lambda: {arms[0]}, lambda: {arms[1]})"
