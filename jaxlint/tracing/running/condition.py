"""Under which answers to open questions, and in which iterations of loops, the code runs that is under way."""

from __future__ import annotations

import _ast

from jaxlint.record import Frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.events.event import Supposed
    from jaxlint.tracing.keys.key_use import Arm, Turn


class Condition(Frozen):
    """It never changes: each branch and each iteration runs under another one, and a call goes on under its caller's.

    ``arms``: the undecided branches around, across calls, and ``supposed``: those of them that answer a question.
    ``turns``: the loops.  ``branches``: how many loops deep that may not run; a write to an object that was made as
    deep is certain.  ``doubt``: may it be that this is never run? as ``doubts.py`` counts.  ``questions``: how many
    branches deep, in this body, of questions that no tracer leaves open; ``optional``: a transform is around that was
    applied behind such a question.
    """

    arms: tuple[Arm, ...] = ()
    turns: tuple[Turn, ...] = ()
    branches: int = 0
    doubt: int = 0
    questions: int = 0
    optional: bool = False
    supposed: Supposed = ()

    def doubted(self, doubt: int) -> Condition:
        """Where it may be that what follows is never run."""
        return self if doubt <= self.doubt else self.but(doubt=doubt)

    def behind(
        self, node: _ast.AST, arm: int, home: Module | None, is_open: bool, doubt: int, meant: _ast.AST | None = None
    ) -> Condition:
        """In one of several branches; ``home``: of a question that decides; ``is_open``: no tracer leaves it so.

        ``meant``: the definition that runs, where it is chosen among several.
        """
        supposed = self.supposed
        if home is not None and not is_entry(node):
            supposed = (*supposed, (home, node, arm if meant is None else meant))
        return self.but(
            arms=(*self.arms, (node, arm)),
            doubt=max(self.doubt, doubt),
            questions=self.questions + is_open,
            supposed=supposed,
        )

    @property
    def is_straight(self) -> bool:
        """No branch and no loop is around."""
        return not self.arms and not self.branches

    def in_turn(self, level: int, number: int, unit: str) -> Condition:
        """In one iteration of a loop, or for one leaf of a tree; ``level``: how many calls deep its body runs."""
        return self.but(turns=(*self.turns, (level, number, unit)))


def is_entry(node: _ast.AST) -> bool:
    """``if __name__ == "__main__":``, which is true where the file is run."""
    test = node.test if isinstance(node, _ast.If) else None
    if not isinstance(test, _ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], _ast.Eq):
        return False
    sides = (test.left, test.comparators[0])
    return any(getattr(one, "id", None) == "__name__" for one in sides) and any(
        getattr(one, "value", None) == "__main__" for one in sides
    )
