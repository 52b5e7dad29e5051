"""Names that hold what another name holds: ``y = x``."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.accesses import READS
from jaxlint.dataflow.index import flow_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.dataflow.paths import Step
    from jaxlint.dataflow.reaching import Reaching
    from jaxlint.syntax.module import Module

_MOST = 16


def other_names(module: Module, scope: _ast.AST, read: _ast.Name) -> dict[str, bool]:
    """Those that hold the very value on some way on which the name is read; True where there is no other way."""
    reaching = flow_of(scope).reaching
    waiting = _known(reaching.definitions(read))
    only = len(waiting) == 1
    found: dict[str, bool] = {}
    for definition in waiting:
        if len(waiting) > _MOST:
            break
        for other, copy in _copies(module, reaching, definition):
            name = getattr(other, "id", None) or getattr(other, "arg", None)
            if other in waiting or name is None or name == read.id:
                continue
            held = reaching.beside(read, name)
            if other in held and _leads(scope, copy, read, name):
                waiting.append(other)
                found[name] = found.get(name, False) or (only and held == [other])
    return found


def _known(definitions: list[_ast.AST | None] | None) -> list[_ast.AST]:
    return [one for one in definitions or [] if one is not None]


def _copies(module: Module, reaching: Reaching, definition: _ast.AST) -> list[tuple[_ast.AST, _ast.AST]]:
    """The definitions that give another name the same, beside it, before it, and of it; each with the copy's target."""
    found: list[tuple[_ast.AST, _ast.AST]] = []
    statement = module.parents.get(definition)
    if isinstance(statement, _ast.Assign) and definition in statement.targets:
        found += [(one, definition) for one in statement.targets]
        if isinstance(statement.value, _ast.Name):
            sources = _known(reaching.definitions(statement.value))
            found += [(one, definition) for one in sources] if len(sources) == 1 else []
    for read in reaching.reads(definition):
        around = module.parents[read]
        if isinstance(around, _ast.Assign) and around.value is read:
            found += [(one, one) for one in around.targets]
    return [one for one in found if isinstance(one[0], (_ast.Name, _ast.arg))]


def _leads(scope: _ast.AST, copy: _ast.AST, read: _ast.AST, name: str) -> bool:
    """A way goes from where a copy is made to the read on which the other name is not bound again."""
    steps = flow_of(scope).paths.steps
    waiting: list[tuple[Step, int]] = [
        (step, at + 1) for step in steps for at, access in enumerate(step.accesses) if access[2] is copy
    ]
    seen: set[Step] = set()
    for step, first in waiting:
        for kind, accessed, node in step.accesses[first:]:
            if node is read:
                return True
            if (
                accessed == name
                and kind not in READS
                and not (first and node in getattr(step.statement, "targets", ()))
            ):
                break
        else:
            further = [one for one in (*step.next, *step.raised) if one not in seen]
            seen.update(further)
            waiting += [(one, 0) for one in further]
    return False
