"""``break``, ``continue`` and ``return`` of a loop: where they stand, and what they leave behind."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import body_of
from jaxlint.codemods.recipes.loops.loop_jumps import jumps_in
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.codemods.recipes.loops.loop_jumps import Loop
    from jaxlint.codemods.site import Site

BREAK, SKIP, RETURN = "done", "skip", "returned"


class Jumps:
    """All ways to end a turn early.  A ``return`` of what is returned after the loop is no more than a ``break``.

    ``results``: what the other returns give, None for those that give nothing.
    """

    def __init__(self, site: Site, loop: Loop) -> None:
        self.loop = loop
        self.all = [part for statement in loop.body for part in jumps_in(statement)]
        returns = [part for part in self.all if isinstance(part, ast.Return)]
        after = _returned_after(site, loop)
        self._breaks = {part for part in returns if after is not None and ast.dump(part) == ast.dump(after)}
        self.results = [*{ast.dump(part): part.value for part in returns if part not in self._breaks}.values()]

    @property
    def result(self) -> ast.expr | None:
        """The one and only."""
        if len(self.results) > 1 or None in self.results:
            raise NoFix("the `return` statements in the loop return different values, or none")
        return self.results[0] if self.results else None

    def kind(self, jump: ast.stmt) -> str:
        """The flag that tells of it."""
        if isinstance(jump, ast.Break) or jump in self._breaks:
            return BREAK
        return SKIP if isinstance(jump, ast.Continue) else RETURN

    @property
    def kinds(self) -> list[str]:
        found = {self.kind(jump) for jump in self.all}
        return [kind for kind in (BREAK, RETURN, SKIP) if kind in found]

    @property
    def leaving(self) -> list[str]:
        """The kinds that end the loop."""
        return [kind for kind in self.kinds if kind != SKIP]

    def top(self) -> ast.If | None:
        """``if p: break`` that begins each turn, alone: no more than a test of the loop."""
        first = self.loop.body[0]
        alone = len(self.all) == 1 and self.kinds == [BREAK] and isinstance(first, ast.If) and not self.loop.orelse
        return first if alone and isinstance(first, ast.If) and first.body == self.all and not first.orelse else None

    def matter(self, decides: Callable[[ast.expr], bool]) -> bool:
        """Does JAX trace a test on the way to one of them?"""
        return any(self.is_reached_by(statement, decides) for statement in self.loop.body)

    def is_reached_by(self, node: ast.stmt, decides: Callable[[ast.expr], bool]) -> bool:
        """Does a statement decide by such a test whether to jump?"""
        if not isinstance(node, ast.If) or not jumps_in(node):
            return False
        return decides(node.test) or any(self.is_reached_by(part, decides) for part in [*node.body, *node.orelse])

    @property
    def tests(self) -> list[ast.expr]:
        """Of each ``if`` that holds a jump, or stands behind one."""
        found = [part for statement in self.loop.body for part in walk(statement) if isinstance(part, ast.If)]
        kept = {part for statement in self.straight(self.loop.body) for part in walk(statement)}
        return [part.test for part in found if part not in kept]

    def straight(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The statements that remain where each ``if`` that holds a jump, or stands behind one, becomes assignments."""
        return _straight(body, begun=False)[0]


def _returned_after(site: Site, loop: Loop) -> ast.Return | None:
    body = body_of(site, loop)
    rest = body[body.index(loop) + 1 :]
    return rest[0] if rest and isinstance(rest[0], ast.Return) and not loop.orelse else None


def _straight(body: list[ast.stmt], begun: bool) -> tuple[list[ast.stmt], bool]:
    found: list[ast.stmt] = []
    for statement in body:
        if isinstance(statement, (ast.Break, ast.Continue, ast.Return)):
            begun = True
        elif jumps_in(statement) or (begun and isinstance(statement, ast.If)):
            if not isinstance(statement, ast.If):
                raise NoFix("a `with`, `try` or inner loop leaves the loop")
            for arm in (statement.body, statement.orelse):
                found += _straight(arm, True)[0]
            begun = True
        else:
            found.append(statement)
    return found, begun
