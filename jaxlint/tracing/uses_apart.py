"""Two uses of one key that hand nobody the same numbers twice: only one of them counts, or both are meant to agree."""

from __future__ import annotations

import _ast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.uses import Use

_SELECTING = ("where", "select", "select_n")


def is_taken_once(node: _ast.AST, branch: int) -> bool:
    """``if i == n:``, ``lax.cond(i == n, ...)``: in a loop, one iteration takes this branch."""
    test = getattr(node, "test", None) or next(iter(getattr(node, "args", ())), None)
    operator = getattr(test, "ops", (None,))[0]
    return isinstance(operator, _ast.Eq if branch == 0 else _ast.NotEq)


def are_one(before: Use, use: Use) -> bool:
    """Do the two never meet as numbers that should differ?

    Several arrays permuted by one key, so that their rows stay together; two draws of which one is selected.
    """
    return before.callee == use.callee == "jax.random.permutation" or _are_selected_from(before, use)


def _are_selected_from(before: Use, use: Use) -> bool:
    """``jnp.where(small, jax.random.normal(key), jax.random.cauchy(key))``."""
    level = before.parting(use)
    if level >= len(before.calls) or level >= len(use.calls):
        return False
    module, _, node = use.calls[level]
    first, second = _operands(module, before.calls[level][2]), _operands(module, node)
    return any(second.get(call, operand) is not operand for call, operand in first.items())


def _operands(module: Module, node: _ast.AST) -> dict[_ast.AST, _ast.AST]:
    """The calls around an expression that select from their operands, each with the operand that it stands in."""
    found: dict[_ast.AST, _ast.AST] = {}
    above = module.parents.get(node)
    while isinstance(above, _ast.expr):
        name = getattr(getattr(above, "func", None), "attr", None) or getattr(getattr(above, "func", None), "id", None)
        if name in _SELECTING and node in above.args[1:]:  # type: ignore[attr-defined]
            found[above] = node
        node, above = above, module.parents.get(above)
    return found
