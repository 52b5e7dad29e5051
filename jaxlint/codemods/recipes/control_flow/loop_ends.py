"""What follows a loop according to how it was left: its ``else``, and what a ``return`` in it gave."""

from __future__ import annotations

import ast
import textwrap

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import body_of
from jaxlint.codemods.recipes.analysis.proof import number_of
from jaxlint.codemods.recipes.branches.agreement import NEVER, agreement
from jaxlint.codemods.recipes.loops.loop_bounds import binds
from jaxlint.codemods.recipes.loops.loop_exits import BREAK, RETURN, SKIP, Jumps
from jaxlint.codemods.recipes.straight.turns import unless
from jaxlint.codemods.recipes.wording.lifting import argument, lifted
from jaxlint.dataflow.accesses import free
from jaxlint.dataflow.order import loops_around
from jaxlint.dataflow.paths import is_endless
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.loops.loop_carry import Carry
    from jaxlint.codemods.recipes.loops.loop_jumps import Loop
    from jaxlint.codemods.site import Site


class Ends:
    """``kept``: names that the result of a ``return`` is made of, which is computed after the loop.

    ``begun``: names that ``else`` gives a constant, which they may as well begin with.
    """

    def __init__(self, site: Site, loop: Loop, jumps: Jumps) -> None:
        self.site = site
        self.loop = loop
        self.jumps = jumps
        self.kept = free(jumps.result) if jumps.result is not None else set()
        self.begun = self._constants()
        self._check_result()

    @property
    def asked(self) -> list[ast.AST]:
        """Expressions that JAX will trace, beside the statements of the loop."""
        return [*self.jumps.tests, *([self.jumps.result] if self.jumps.result is not None else [])]

    def asks(self, carry: Carry, kind: str) -> bool:
        """Is the flag read after the loop?"""
        if self._is_sole_end:
            return False
        return kind == RETURN or not all(self._is_begun_with(carry, statement) for statement in self.loop.orelse)

    @property
    def _is_sole_end(self) -> bool:
        """Nothing but a ``return`` in it ends the loop."""
        return is_endless(self.loop) and BREAK not in self.jumps.kinds

    def below(self, carry: Carry, flags: dict[str, str]) -> str:
        """The statements after the loop."""
        lines = []
        if self.jumps.result is not None:
            result = f"return {argument(self.site, self.jumps.result)}"
            if self._is_sole_end:
                return result
            lines.append(f"if {flags[RETURN]}:\n{textwrap.indent(result, self.site.module.indent_unit)}")
        if BREAK not in self.jumps.kinds:
            return "\n".join([*lines, *([lifted(self.site, self.loop.orelse)] if self.loop.orelse else [])])
        return "\n".join([*lines, *self._otherwise(carry, flags[BREAK])])

    def _otherwise(self, carry: Carry, flag: str) -> list[str]:
        rest = [one for one in self.loop.orelse if not self._is_begun_with(carry, one)]
        if rest and isinstance(rest[-1], ast.Return):
            return [f"if ~{flag}:\n{textwrap.indent(lifted(self.site, rest), self.site.module.indent_unit)}"]
        return [self._unless(statement, flag) for statement in rest]

    def _unless(self, statement: ast.stmt, flag: str) -> str:
        match statement:
            case ast.Assign(targets=[ast.Name() as target]):
                return unless(self.site, flag, target, statement.value, None)
            case ast.AugAssign(target=ast.Name() as target):
                return unless(self.site, flag, target, statement.value, statement.op)
        raise NoFix("the `else` of the loop contains more than assignments and a `return`")

    def _is_begun_with(self, carry: Carry, statement: ast.stmt) -> bool:
        return (
            isinstance(statement, ast.Assign)
            and isinstance(statement.targets[0], ast.Name)
            and statement.targets[0].id in self.begun.keys() & carry.unbound
            and self._is_bound_to_leave(statement.targets[0].id)
        )

    def _constants(self) -> dict[str, str]:
        return {
            statement.targets[0].id: self.site.text(statement.value)
            for statement in self.loop.orelse
            if isinstance(statement, ast.Assign)
            and len(statement.targets) == 1
            and isinstance(statement.targets[0], ast.Name)
            and number_of(statement.value) is not None
        }

    def _is_bound_to_leave(self, name: str) -> bool:
        """A turn that binds it is the last one: where no turn does, it holds what it began with."""
        stores = [part for part in walk(self.loop) if binds(part, name)]
        module = self.site.module
        inside = [part for part in stores if module.statement_of(part) not in self.loop.orelse]
        return SKIP not in self.jumps.kinds and not any(self.loop in loops_around(module, part) for part in inside)

    def _check_result(self) -> None:
        """JAX must be able to choose between what is returned in the loop, and what is after it."""
        if self.jumps.result is None or self._is_sole_end:
            return
        body = body_of(self.site, self.loop)
        after = next((one for one in [*self.loop.orelse, *body[body.index(self.loop) + 1 :]]), None)
        if not isinstance(after, ast.Return):
            return
        values = [self.site.value(one) for one in (self.jumps.result, after.value) if one is not None]
        if len(values) < 2 or agreement(values) == NEVER:
            raise NoFix("what is returned in the loop differs in structure or shape from what is returned after it")
