"""A key that is consumed twice: whether numbers repeat where somebody relies on them, and the sentence for it."""

from __future__ import annotations

import _ast

from jaxlint.discovery.roles import is_test
from jaxlint.rules.rule import Hazard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.event import KeyReused


def matters(event: KeyReused) -> bool:
    """False where no number repeats, where nobody looks at the first result, and in tests and benchmarks.

    A minus before one of two equal draws makes antithetic pairs, which is what the key is kept for.
    """
    if not event.repeats or is_test(event.module.path):
        return False
    if event.previous is event.node:
        return True
    opposed = _is_negated(event.module, event.node) or _is_negated(event.previous_module, event.previous)
    return not opposed and not _is_discarded(event.previous_module, event.previous)


def _is_discarded(module: Module, call: _ast.AST) -> bool:
    """``f(key)`` as a statement of its own, or ``f(key).block_until_ready()``: a first call that only compiles."""
    statement = module.statement_of(call)
    if isinstance(statement, _ast.Assign):
        return all(isinstance(target, _ast.Name) and target.id == "_" for target in statement.targets)
    if not isinstance(statement, _ast.Expr):
        return False
    node: _ast.AST = statement.value
    while node is not call:
        if isinstance(node, _ast.Call) and isinstance(node.func, _ast.Attribute) and not node.args:
            node = node.func.value
        elif isinstance(node, _ast.Call) and len(node.args) == 1:
            node = node.args[0]  # jax.block_until_ready(f(key))
        else:
            return False
    return True


def _is_negated(module: Module, call: _ast.AST) -> bool:
    """``-normal(key)``, ``1 - uniform(key)``"""
    around = module.parents.get(call)
    if isinstance(around, _ast.UnaryOp):
        return isinstance(around.op, _ast.USub)
    return isinstance(around, _ast.BinOp) and isinstance(around.op, _ast.Sub) and isinstance(around.left, _ast.Constant)


def reuse(event: KeyReused) -> Hazard:
    key = "the key" if event.argument is None else f"`{_text(event, event.argument)}`"
    if event.loop:
        return Hazard(f"{key} is consumed in every iteration without a split: each iteration draws the same numbers")
    place = f"line {event.previous.lineno}"  # type: ignore[attr-defined]
    if event.previous_module is not event.module:
        place += f" of {event.previous_module.path}"
    elif event.earlier_iteration:
        place += " in the previous iteration"
    return Hazard(f"{key} was already consumed by `{event.previous_callee}` on {place}; split it first")


def _text(event: KeyReused, node: _ast.AST) -> str:
    return " ".join(event.module.source.segment(node).split())
