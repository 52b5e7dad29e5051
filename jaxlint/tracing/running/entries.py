"""May what runs now be left out?  Behind a branch that is not decided it may, but for the one a program begins with."""

from __future__ import annotations

import _ast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame


def may_be_left_out(frame: Frame) -> bool:
    return any(not _is_entry(node) for node, _ in frame.condition.arms)


def _is_entry(node: _ast.AST) -> bool:
    """``if __name__ == "__main__":``, which is true where the file is run."""
    test = node.test if isinstance(node, _ast.If) else None
    if not isinstance(test, _ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], _ast.Eq):
        return False
    sides = (test.left, test.comparators[0])
    return any(getattr(one, "id", None) == "__name__" for one in sides) and any(
        getattr(one, "value", None) == "__main__" for one in sides
    )
